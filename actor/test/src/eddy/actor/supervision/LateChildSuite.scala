package eddy.actor
package supervision

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

/** Children that are still in a reaction, or blocked, when their time is over. */
class LateChildSuite extends ActorFixture:
  private val brief = ChildOptions(startTimeout = 1.hour, shutdownTimeout = 10.millis)
  // never late, however busy the machine is
  private val patient = ChildOptions(startTimeout = 1.hour, shutdownTimeout = 1.hour)

  /** Says when it starts; fails on "fail"; waits for `gate` on "wait", interrupted or not. */
  private def reacting(options: ChildOptions[Any])(
      name: String,
      said: Probe[String],
      gate: CountDownLatch
  ): Child[String] =
    Child[String](name, options):
      said.ref ! s"$name starts"
      loop:
        react:
          case "fail" => throw IllegalStateException("fail")
          case "wait" => said.ref ! "waits"; gate.await(); done
          case text => said.ref ! text; done

  private def withThread(name: String, said: Probe[String], gate: CountDownLatch): Child[String] =
    Child.thread[String](name, brief):
      said.ref ! s"$name starts"
      while true do
        receive:
          case "wait" =>
            said.ref ! "waits"
            while gate.getCount > 0 do
              try gate.await()
              catch case _: InterruptedException => ()
          case text => said.ref ! text

  for
    strategy <- List(Strategy.AllForOne, Strategy.RestForOne)
    (kind, late) <- List("a late child" -> reacting(brief), "a late child with a thread" -> withThread)
  do
    test(s"$strategy: $kind is restarted once, when it has ended, and its end is no failure"):
      val said = new Probe[String]
      val gate = new CountDownLatch(1)
      val (first, last) = (reacting(patient)("a", said, gate), reacting(patient)("c", said, gate))
      val children = List(first, late("b", said, gate), last)
      // a second failure would be one too many
      val supervisor = supervise(Supervision(strategy, Intensity(1, 1.hour)))(children*)
      assertEquals(said.next(3), List("a starts", "b starts", "c starts"))
      children(1).ref ! "wait"
      assertEquals(said.next(), "waits")
      children(0).ref ! "fail"
      // the others do not wait for it
      assertEquals(said.next(2), List("a starts", "c starts"))
      gate.countDown()
      children(1).ref ! "hello"
      assertEquals(said.next(2), List("b starts", "hello"))
      assertEquals(await(supervisor.children), List(ChildInfo("a", 1), ChildInfo("b", 1), ChildInfo("c", 1)))
      await(supervisor.shutdown()): Unit
      assert(said.isEmpty)
  end for

  test("a late child that ends while its group waits for its restart is no failure"):
    val said = new Probe[String]
    val gate = new CountDownLatch(1)
    val children = List(reacting(patient)("a", said, gate), reacting(brief)("b", said, gate))
    val supervisor =
      supervise(Supervision(Strategy.AllForOne, Intensity(1, 1.hour), Backoff(1.hour, 1.hour, 0)))(children*)
    assertEquals(said.next(2), List("a starts", "b starts"))
    children(1).ref ! "wait"
    assertEquals(said.next(), "waits")
    children(0).ref ! "fail"
    settleSuspended(children(0))
    // answered when it has given up on the late one
    assertEquals(await(supervisor.children), List(ChildInfo("a", 0), ChildInfo("b", 0)))
    gate.countDown()
    settleSuspended(children(1))
    assertEquals(await(supervisor.children), List(ChildInfo("a", 0), ChildInfo("b", 0)))
    await(supervisor.shutdown()): Unit
    children.foreach(child => endOf(child.ref): Unit)

  test("a late child that is removed ends when it can, and is not restarted"):
    val said = new Probe[String]
    val gate = new CountDownLatch(1)
    val children = List(reacting(patient)("a", said, gate), reacting(brief)("b", said, gate))
    val supervisor = supervise(Supervision(Strategy.AllForOne, Intensity(1, 1.hour)))(children*)
    assertEquals(said.next(2), List("a starts", "b starts"))
    children(1).ref ! "wait"
    assertEquals(said.next(), "waits")
    children(0).ref ! "fail"
    assertEquals(said.next(), "a starts")
    assert(await(supervisor.remove("b")))
    val told = new Probe[ExitReason]
    watch(children(1).ref, told)
    gate.countDown()
    assertEquals(told.next(), ExitReason.Shutdown)
    assertEquals(await(supervisor.children), List(ChildInfo("a", 1)))
    await(supervisor.shutdown()): Unit
    assert(said.isEmpty)

  // its time to start passes twice
  test("what a killed life says of its start is not taken for the start of the next".tag(LongTest)):
    val said = new Probe[String]
    val gates = Vector.fill(2)(new CountDownLatch(1))
    var lives = 0
    val failing = Child[Unit]("failing", patient):
      react { case () => throw IllegalStateException("fail") }
    // so that its second life begins in time on a busy machine too
    val slow = Child[String]("slow", patient.copy(startTimeout = 10.seconds)):
      lives += 1
      val life = lives
      said.ref ! "slow begins"
      gates(life - 1).await()
      loop(react { _ => done })
    val quick = Child[String]("last", patient):
      said.ref ! "last starts"
      loop(react { _ => done })
    val supervisor = supervise(Supervision(Strategy.AllForOne, Intensity(100, 1.hour)))(failing, slow, quick)
    assertEquals(said.next(2), List("slow begins", "last starts"))
    // not started, and still in its first life
    failing.ref ! ()
    val _ = engine.after(50.millis)(() => gates(0).countDown())
    assertEquals(said.next(), "slow begins")
    val _ = engine.after(100.millis): () =>
      said.ref ! "now"
      gates(1).countDown()
    assertEquals(said.next(2), List("now", "last starts"))
    await(supervisor.shutdown()): Unit

  test("a thread that is blocked when its time is over is interrupted: killed, and no failure"):
    val said = new Probe[String]
    val options = ChildOptions(Restart.Temporary, startTimeout = 5.seconds)
    val child = Child.thread[String]("blocked", options):
      said.ref ! "blocks"
      try new CountDownLatch(1).await()
      catch
        case interrupt: InterruptedException =>
          said.ref ! "interrupted"
          throw interrupt
    val told = new Probe[ExitReason]
    watch(child.ref, told)
    // it would have started when it receives
    val supervisor = supervise()(child)
    assertEquals(said.next(2), List("blocks", "interrupted"))
    assertEquals(told.next(), ExitReason.Killed)
    assertEquals(reported, Nil)
    await(supervisor.shutdown()): Unit

  test("a blocked thread in a group is interrupted, so that the group starts again in order"):
    // A killed child has one second to end, and restarts a late one when it has ended, in no
    // order. A machine that starves the thread for a second decides nothing, hence the repetition.
    assert(Iterator.continually(restartsInTime()).take(10).contains(true), "always late")

  private def restartsInTime(): Boolean =
    val said = new Probe[String]
    val before = reported.size
    val blocked = Child.thread[String]("b", ChildOptions(shutdownTimeout = 20.millis)):
      said.ref ! "b starts"
      receive { case _ => said.ref ! "blocks"; new CountDownLatch(1).await() }
    def failing(name: String) = Child[String](name, patient):
      said.ref ! s"$name starts"
      react { case _ => throw IllegalStateException("fail") }
    val (a, c) = (failing("a"), failing("c"))
    var order = List.empty[String]
    val lines = logged:
      val supervisor = supervise(Supervision(Strategy.AllForOne, Intensity(1, 1.hour)))(a, blocked, c)
      assertEquals(said.next(3), List("a starts", "b starts", "c starts"))
      blocked.ref ! "block"
      assertEquals(said.next(), "blocks")
      a.ref ! "fail"
      order = said.next(3)
      assertEquals(await(supervisor.children), List(ChildInfo("a", 1), ChildInfo("b", 1), ChildInfo("c", 1)))
      assertEquals(reported.drop(before), List("fail"))
      await(supervisor.shutdown()): Unit
    val inTime = !lines.exists(_.contains("does not come out of a reaction"))
    if inTime then assertEquals(order, List("a starts", "b starts", "c starts"))
    inTime
  end restartsInTime

  test("a thread that catches all around receive is reported and left, and its next life receives"):
    val said = new Probe[String]
    val gate = new CountDownLatch(1)
    val child = Child.thread[String]("child", brief):
      said.ref ! "starts"
      while true do
        try receive { text => said.ref ! text }
        catch case failure: Throwable => if gate.getCount == 0 then throw failure
    val failing = Child[Unit]("failing"):
      said.ref ! "failing starts"
      react { case () => throw IllegalStateException("fail") }
    val lines = logged:
      val supervisor = supervise(Supervision(Strategy.AllForOne, Intensity(1, 1.hour)))(child, failing)
      assertEquals(said.next(2), List("starts", "failing starts"))
      failing.ref ! ()
      // the other was given up on
      assertEquals(said.next(), "failing starts")
      assertEquals(await(supervisor.children), List(ChildInfo("child", 0), ChildInfo("failing", 1)))
      gate.countDown()
      assertEquals(said.next(), "starts")
      child.ref ! "hello"
      assertEquals(said.next(), "hello")
      assertEquals(await(supervisor.children), List(ChildInfo("child", 1), ChildInfo("failing", 1)))
      await(supervisor.shutdown()): Unit
    assert(lines.exists(_.startsWith("\"child\" does not come out of a reaction")), lines.toString)
    assertEquals(reported.count(_.contains("receives again after its exit")), 1)
    assert(!child.ref.isAlive)

  test("the interrupt of a life that is over does not reach the next"):
    val said = new Probe[String]
    val stubborn = Child.thread[Exit]("stubborn", ChildOptions(shutdownTimeout = 5.millis)):
      said.ref ! s"starts, interrupted: ${Thread.currentThread.isInterrupted}"
      trapExit(identity)
      while true do receive { case _ => () }
    val failing = Child[Unit]("failing"):
      react { case () => throw IllegalStateException("fail") }
    val supervisor = supervise(Supervision(Strategy.AllForOne, Intensity(1000, 1.hour)))(stubborn, failing)
    (1 to 20).foreach: _ =>
      assertEquals(said.next(), "starts, interrupted: false")
      failing.ref ! ()
    assertEquals(said.next(), "starts, interrupted: false")
    await(supervisor.shutdown()): Unit
end LateChildSuite
