package eddy.actor
package supervision

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

class BackoffSuite extends ActorFixture:
  test("jitter makes the waits differ, some shorter and some longer than without"):
    val backoff = Backoff(10.millis, 80.millis, jitter = 0.5)
    val random = new java.util.Random(1)
    val waits = List.fill(100)(backoff.delay(1, random))
    assert(waits.exists(_ < 8.millis) && waits.exists(_ > 12.millis), waits.toString)
    assert(waits.distinct.size > 50)

  test("a range or a jitter that makes no sense is refused with the value"):
    for (wrong, told) <- List[(() => Any, String)](
        (() => Backoff(2.seconds, 1.second), "from 2 seconds to 1 second"),
        (() => Backoff(1.second, 1.second, 1.5), "jitter = 1.5"),
        (() => Backoff(1.second, 1.second, -0.5), "jitter = -0.5"),
        (() => Intensity(-1), "restarts = -1"),
        (() => Intensity(1, 0.seconds), "interval = 0 seconds")
      )
    do
      val refusal = intercept[IllegalArgumentException](wrong())
      assert(refusal.getMessage.nn.contains(told), refusal.getMessage)

  test("a supervisor whose back-off never lets it exceed its intensity says so when it starts"):
    val cases = List[(Supervision, Int, Boolean)](
      // once a second, where four in five seconds are too many: 0, 1, 2, 3
      (Supervision(intensity = Intensity(3, 5.seconds), backoff = Backoff(1.second, 1.second, 0)), 1, false),
      (Supervision(intensity = Intensity(3, 2.seconds), backoff = Backoff(1.second, 1.second, 0)), 1, true),
      // 0, 1, 3, 7
      (Supervision(intensity = Intensity(3, 5.seconds), backoff = Backoff(1.second, 1.hour, 0)), 1, true),
      // each of two children adds its own
      (Supervision(intensity = Intensity(3, 5.seconds), backoff = Backoff(1.second, 1.hour, 0)), 2, false),
      (Supervision(intensity = Intensity(3, 5.seconds), backoff = Backoff(1.second, 1.hour, 1)), 1, false),
      (Supervision(), 1, false),
      // a way to say never
      (Supervision(intensity = Intensity(Int.MaxValue), backoff = Backoff(1.second, 1.hour)), 1, false)
    )
    for (supervision, children, says) <- cases do
      val lines = logged:
        val made = (1 to children).map(n => Child[Int](s"$n")(react { case _ => stop }))
        val supervisor = supervise(supervision)(made*)
        await(supervisor.children): Unit
        await(supervisor.shutdown()): Unit
      assertEquals(lines.exists(_.contains("can never give up")), says, s"$supervision $children $lines")

  test("each restart in a row waits twice as long"):
    assertEquals(waits(Backoff(5.millis, 1.hour, 0), pauses = List(0, 0, 0)), List(5, 10, 20))

  test("a child that has run for longer than the most begins with the first wait again"):
    assertEquals(waits(Backoff(5.millis, 30.millis, 0), pauses = List(0, 0, 60)).last, 5)

  test("a restart that waits gives way to a later one that restarts more: all of them in order"):
    val said = new Probe[String]
    val (slow, held) = (new CountDownLatch(1), new CountDownLatch(1))
    def child(name: String, ends: () => Unit = () => ()): Child[Any] =
      Child[Any](name, ChildOptions(shutdownTimeout = 1.hour)):
        trapExit(identity)
        said.ref ! s"$name starts"
        react:
          case "fail" => throw IllegalStateException("fail")
          case Exit(_, _) => ends(); stop
    val children = List(
      child("a"),
      child(
        "b",
        () =>
          said.ref ! "b ends"; held.await()
      ),
      child("c")
    )
    val policy = Supervision(Strategy.RestForOne, Intensity(1000, 1.hour), Backoff(1.milli, 1.milli, 0))
    val supervisor = supervise(policy)(children*)
    assertEquals(said.next(3), List("a starts", "b starts", "c starts"))
    // while it waits for this start, the supervisor gets to hear of two ends
    val added = supervisor.add:
      Child[Any]("slow", ChildOptions(startTimeout = 1.hour)):
        said.ref ! "slow starts"
        slow.await()
        react { case "never" => stop }
    assertEquals(said.next(), "slow starts")
    for at <- List(2, 0) do
      children(at).ref ! "fail"
      settleSuspended(children(at))
    slow.countDown()
    assertEquals(said.next(), "b ends")
    // the separate restart of c is scheduled for an earlier time than this
    val later = new Probe[Unit]
    val _ = sendAfter(later.ref, 20.millis, ())
    later.next()
    held.countDown()
    assertEquals(said.next(4), List("a starts", "b starts", "c starts", "slow starts"))
    await(added)
    await(supervisor.shutdown()): Unit

  test("twenty thousand children wait for their restart when one more fails"):
    val children = (1 to 20_000).toList.map(n =>
      Child[String](s"c$n")(react { case "fail" => throw IllegalStateException("fail") })
    )
    val policy = Supervision(Strategy.AllForOne, Intensity(100, 1.hour), Backoff(1.hour, 1.hour, 0))
    val supervisor = supervise(policy)(children*)
    assertEquals(await(supervisor.children).size, children.size)
    children.head.ref ! "fail"
    // the last to be suspended, since their order is reversed
    settleSuspended(children(1))
    val late = Child[String]("late")(throw IllegalStateException("fail at once"))
    await(supervisor.add(late))
    settleSuspended(late)
    assertEquals(await(supervisor.children).size, children.size + 1)
    await(supervisor.shutdown()): Unit
    assert(children.forall(!_.ref.isAlive))

  /** Milliseconds of each wait, as they were logged, of a child that fails when each of `pauses` is over. */
  private def waits(backoff: Backoff, pauses: List[Int]): List[Int] =
    val started = new Probe[Unit]
    val child = Child[Unit]("failing"):
      started.ref ! ()
      react { case () => throw IllegalStateException("fail") }
    logged:
      val supervisor = supervise(Supervision(intensity = Intensity(1000, 1.hour), backoff = backoff))(child)
      pauses.foreach: pause =>
        started.next()
        val _ = sendAfter(child.ref, pause.millis, ())
      started.next()
      await(supervisor.shutdown()): Unit
    .collect { case s"$_ restarts failing after $millis ms: $_" => millis.toInt }
end BackoffSuite
