package eddy.actor
package supervision

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

/** Very many children of one supervisor that fail at the same time. */
class MassFailureSuite extends SupervisorFixture:
  /** Messages tried, and turns. */
  private def events: Long = engine.stats.workers.map(_.events).sum

  test("when all children fail at once, each end is looked at a few times, however many wait"):
    val count = 300
    val starts = new Probe[Int]
    val (held, gate) = (new CountDownLatch(1), new CountDownLatch(1))
    val children = List.tabulate(count): n =>
      Child[String](n.toString):
        starts.ref ! n
        loop(react { case "fail" => throw IllegalStateException("failed") })
    // its start is held up until the ends of all the others wait
    var lives = 0
    val first = Child[String]("first", ChildOptions(startTimeout = 1.hour)):
      lives += 1
      if lives == 2 then
        held.countDown()
        gate.await()
      loop(react { case "fail" => throw IllegalStateException("failed") })
    val supervisor = supervise(Supervision(intensity = Intensity(10_000, 1.hour)))(first :: children*)
    val _ = starts.next(count)
    first.ref ! "fail"
    held.await()
    children.foreach(_.ref ! "fail")
    children.foreach(settleSuspended)
    val before = events
    gate.countDown()
    assertEquals(starts.next(count).sorted, List.range(0, count))
    assertEquals(await(supervisor.children).map(_._2).toSet, Set(1))
    // each end, start, restart, and message to the probe; to try all again at each start would be 45,000
    assert(events - before < 30L * count, s"${events - before} events for $count children")
    await(supervisor.shutdown()): Unit
end MassFailureSuite
