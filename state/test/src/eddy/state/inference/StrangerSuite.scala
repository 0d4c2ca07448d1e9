package eddy.state.inference

import eddy.state.internal.{CallbackFixture, Checked, LockSet}
import eddy.testing.TestLength

import java.nio.file.Path as FilePath
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, ThreadLocalRandom}
import scala.util.control.NonFatal

import stranger.{Running, StrangerCase}

/** Services of engineers who have never read how the inference works. Their handlers run beside each other under what
  * is inferred for them, and each service checks that no update is lost. The classes are instrumented: accesses last
  * longer than they would, so that those without a lock meet, and each is compared with the locks.
  *
  * It changes a switch of the whole process, so its tests run one after another, as all do.
  */
class StrangerSuite extends eddy.testing.PatientSuite:
  import StrangerSuite.*

  private val eddy = new CallbackFixture()
  override def afterAll(): Unit = eddy.stop()

  private val root =
    FilePath.of(classOf[StrangerCase].getProtectionDomain.getCodeSource.getLocation.toURI).nn
  private val loader = Instrumented(getClass.getClassLoader, root, isInstrumented)
  private val cases =
    val module = loader.loadClass("stranger.StrangerCases$").getField("MODULE$").get(null)
    module.getClass.getMethod("all").invoke(module).asInstanceOf[List[StrangerCase]]
  private val reachable = Reachable(root, loader, "stranger")
  private val oracle = Oracle(root, Inference.lockSet(_, _).claims)

  /** Runs each handler `times` times; what is wrong after that.
    *
    * @param locks
    *   of a handler that gets an argument
    */
  private def wrong(c: StrangerCase, times: Int)(locks: (AnyRef, AnyRef) => LockSet): Option[String] =
    val running = c.make()
    val failures = ConcurrentLinkedQueue[Throwable]()
    val done = CountDownLatch(times * running.handlers.size)
    for id <- 0 until times; handler <- running.handlers do
      eddy.runner.unit().submit(c.name, locks(handler, Integer.valueOf(id))): () =>
        Touches.listen(Delays)
        try StrangerCase.run(handler, id)
        catch case NonFatal(failure) => failures.add(failure): Unit
        finally
          Touches.stop()
          done.countDown()
    await(done)
    Option(failures.peek).map(_.toString).orElse(running.check(times))

  test("the services are loaded with instruments, and their handlers are many"):
    val all = cases.flatMap(_.make().handlers)
    assert(all.head.getClass.getClassLoader eq loader, all.head.getClass)
    assert(all.sizeIs >= 300, all.size)

  test("a service whose handlers run without locks loses updates"):
    val c = cases.find(_.name == "two variables swapped").get
    assert(Iterator.range(0, 50).exists(_ => wrong(c, 200)((_, _) => LockSet.empty).nonEmpty))

  for c <- cases if !found(c.name) do
    test(s"no update is lost: ${c.name}"):
      for _ <- 1 to TestLength.rounds(short = 1, full = 20); checked <- List(false, true) do
        Checked.on = checked
        try assertEquals(wrong(c, times)(Inference.lockSet(_, _)), None, s"checked: $checked")
        finally Checked.on = false
      assertEquals(eddy.failures, Nil)

    test(s"nothing outside of the locks: ${c.name}"):
      val running: Running = c.make()
      for id <- 0 until 12; handler <- running.handlers do
        reachable.from(running.handlers).foreach(Oracle.track)
        assertEquals(oracle.uncovered(handler, Integer.valueOf(id))(StrangerCase.run(handler, id)), Nil)

  test("accesses of the services were compared"):
    assert(oracle.compared > 1000, oracle.compared)
end StrangerSuite

object StrangerSuite:
  /** Services that lose updates, which is not repaired yet; each with its reason. */
  val found: Set[String] = Set()

  private val times = 40

  private val common = List("StrangerCase", "Running", "Handlers", "Task", "Service", "Rejected")
  private def isInstrumented(name: String) =
    name.startsWith("stranger.") && !common.exists(c => name == s"stranger.$c" || name.startsWith(s"stranger.$c$$"))

  /** Makes some accesses last for microseconds. */
  private object Delays extends Touches.Listener:
    def field(o: Object | Null, owner: String, name: String, write: Boolean): Unit = pause()
    def shared(o: Object, method: String, argument: Object | Null): Unit = pause()
    def library(o: Object, owner: String, method: String): Unit = pause()
    private def pause(): Unit =
      val random = ThreadLocalRandom.current
      if random.nextInt(4) == 0 then for _ <- 0 until random.nextInt(100) do Thread.onSpinWait()
end StrangerSuite
