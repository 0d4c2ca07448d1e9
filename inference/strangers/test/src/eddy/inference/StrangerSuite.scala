package eddy.inference

import eddy.testing.TestLength

import java.nio.file.Path as FilePath
import java.util.concurrent.ThreadLocalRandom
import scala.util.Random

import stranger.{Running, StrangerCase}

/** Services of engineers who have never read how the inference works. Their handlers run concurrently
  * under the locks that are inferred for them, and each service checks that no update is lost. The classes
  * are instrumented: accesses are slowed down, so that accesses without a lock overlap, and each access is
  * compared with the locks. The suite switches checked mode, a switch of the whole process. Without `--all` a
  * sample of the services runs.
  */
class StrangerSuite extends eddy.testing.PatientSuite:
  import StrangerSuite.*

  private val runs = ConcurrentRuns()
  override def afterAll(): Unit = runs.stop()

  private val root =
    FilePath.of(classOf[StrangerCase].getProtectionDomain.getCodeSource.getLocation.toURI).nn
  private val loader = Instrumented(getClass.getClassLoader, root, isInstrumented)
  private val cases =
    val module = loader.loadClass("stranger.StrangerCases$").getField("MODULE$").get(null)
    module.getClass.getMethod("all").invoke(module).asInstanceOf[List[StrangerCase]]

  /** Those that run without `--all`. EDDY_TEST_SEED chooses others; a failure names its service, and needs no
    * seed to be repeated with `--all`.
    */
  private val sample =
    val seed = sys.env.get("EDDY_TEST_SEED").fold(20122)(_.toInt)
    Random(seed).shuffle(cases.map(_.name)).take(cases.size / SampledOneIn).toSet
  private val reachable = Reachable(root, loader, "stranger")
  private val oracle = Oracle.ofInference(root)

  /** Runs each handler `times` times, and returns the complaint of the check after that. */
  private def wrong(c: StrangerCase, times: Int, isLocked: Boolean = true): Option[String] =
    val running = c.make()
    val failures = runs.run(c.name, running.handlers, times, isLocked): (handler, id) =>
      Touches.listen(Delays)
      try StrangerCase.run(handler, id)
      finally Touches.stop()
    failures.headOption.map(_.toString).orElse(running.check(times))

  test("the services are loaded with instruments, and their handlers are many"):
    val all = cases.flatMap(_.make().handlers)
    assert(all.head.getClass.getClassLoader eq loader, all.head.getClass)
    assert(all.sizeIs >= 700, all.size)

  test("a service whose handlers run without locks loses updates"):
    val c = cases.find(_.name == "two variables swapped").get
    assert(Iterator.range(0, 50).exists(_ => wrong(c, 200, isLocked = false).nonEmpty))

  for c <- cases do
    val options: munit.TestOptions => munit.TestOptions =
      if sample.contains(c.name) then identity else _.tag(LongTest)

    test(options(s"no update is lost: ${c.name}")):
      for _ <- 1 to TestLength.rounds(short = 1, full = 20); checked <- List(false, true) do
        ConcurrentRuns.checked(checked)(assertEquals(wrong(c, times), None, s"checked: $checked"))
      assertEquals(runs.reported, Nil)

    test(options(s"nothing outside of the locks: ${c.name}")):
      val running: Running = c.make()
      for id <- 0 until 5 do
        reachable.from(running.handlers).foreach(Oracle.track)
        for handler <- running.handlers do
          assertEquals(oracle.uncovered(handler, Integer.valueOf(id))(StrangerCase.run(handler, id)), Nil)

  test("accesses of the services were compared"):
    assert(oracle.compared > 1000, oracle.compared)
end StrangerSuite

object StrangerSuite:
  private val times = 24
  private final val SampledOneIn = 8

  private val common = List("StrangerCase", "Running", "Handlers", "Task", "Service", "Rejected")
  private def isInstrumented(name: String) =
    name.startsWith("stranger.") && !common.exists(c =>
      name == s"stranger.$c" || name.startsWith(s"stranger.$c$$")
    )

  /** Makes some accesses last for microseconds. */
  private object Delays extends Touches.Listener:
    def field(o: Object | Null, owner: String, name: String, write: Boolean): Unit = pause()
    def shared(o: Object, method: String, argument: Object | Null): Unit = pause()
    def library(o: Object, owner: String, method: String): Unit = pause()
    private def pause(): Unit =
      val random = ThreadLocalRandom.current
      // some work, since a timer is too coarse
      if random.nextInt(4) == 0 then random.nextBytes(new Array[Byte](random.nextInt(1000)))
end StrangerSuite
