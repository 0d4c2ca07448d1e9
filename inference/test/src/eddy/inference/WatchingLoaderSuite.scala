package eddy.inference

import eddy.state.{Checked, HandlerFixture, LockSet, StateViolationException}

import java.io.{OutputStream, PrintStream}
import java.util.concurrent.CountDownLatch

import subjects.WatchedCases

/** Classes loaded by [[WatchingLoader]], in checked mode: a switch of the whole process. */
class WatchingLoaderSuite extends eddy.testing.PatientSuite:
  override def beforeAll(): Unit = Checked.on = true

  private val loader = WatchingLoader(getClass.getClassLoader)
  private val loaded = loader.loadClass(classOf[WatchedCases].getName)
  private val watched = loaded.getConstructor().newInstance().asInstanceOf[AnyRef]
  private def member[A](name: String): A = loaded.getMethod(name).invoke(watched).asInstanceOf[A]

  private val fixture = new HandlerFixture(workers = 1)
  override def afterAll(): Unit =
    Checked.on = false
    fixture.stop()

  /** The failure of a handler that runs with these locks. */
  private def failure(set: LockSet)(body: => Unit): Option[Throwable] =
    val before = fixture.failures.size
    val done = CountDownLatch(1)
    val unit = fixture.runner.unit()
    unit.submit("GET /", set)(() => body)
    unit.submit(() => done.countDown())
    await(done)
    fixture.failures.drop(before).headOption

  for (name, _) <- WatchedCases().all do
    test(s"a handler that uses $name without its lock is stopped"):
      val (_, handler) = member[List[(String, String => Unit)]]("all").find(_(0) == name).get
      val failed = failure(LockSet.empty)(handler("x"))
      assert(failed.exists(_.isInstanceOf[StateViolationException]), failed)
      assert(clue(failed.get.getMessage.nn).contains("WatchedCases.scala:"))
      assertEquals(failure(Inference.lockSet(handler, "x"))(handler("x")), None)

  test("what a handler has made it may use without locks"):
    val handler = member[String => Unit]("makesItsOwn")
    assertEquals(failure(LockSet.empty)(handler("x")), None)

  test("classes of libraries and of Eddy come from the loader above"):
    for c <- List(classOf[List[?]], classOf[Inference.type], classOf[munit.Suite]) do
      assert(loader.loadClass(c.getName).nn eq c, c)

  test("no handler is stopped that runs under the locks inferred for it"):
    val cases = loader.loadClass(classOf[WatchedCases].getName).getMethod("ofCases").invoke(null)
    val silent = PrintStream(OutputStream.nullOutputStream)
    val stopped =
      for
        (name, handler, run) <- cases.asInstanceOf[List[(String, AnyRef, Runnable)]]
        locks <- Some(Inference.lockSet(handler, null))
        failed <- failure(locks)(Console.withOut(silent)(run.run()))
        if failed.isInstanceOf[StateViolationException]
      yield s"$name: ${failed.getMessage}"
    assertEquals(stopped, Nil)
end WatchingLoaderSuite
