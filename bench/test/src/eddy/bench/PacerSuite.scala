package eddy.bench

import scala.collection.mutable

class PacerSuite extends eddy.testing.PatientSuite:
  private val millisecond = 1_000_000L

  /** Time that passes only when it is waited for, or when an event takes it. */
  private class ManualClock extends Clock:
    var nanos = 0L
    def waitUntil(due: Long): Unit = nanos = math.max(nanos, due)

  test("events are due at the rate, from the first one on"):
    val schedule = Schedule(perSecond = 1000, count = 5)
    assertEquals((0L until 5).map(schedule.dueNanos), (0L until 5).map(_ * millisecond))
    assertEquals(schedule.seconds, 0.005)

  test("a rate that is no whole number of nanoseconds does not drift"):
    assertEquals(
      Schedule(perSecond = 3, count = 3_000_001).dueNanos(3_000_000),
      1_000_000L * 1000 * millisecond
    )

  test("every event is sent when it is due, in order"):
    val clock = ManualClock()
    val sent = mutable.Buffer.empty[(Long, Long)]
    val start = Pacer(Schedule(100, 4), clock).run: (event, due) =>
      assertEquals(clock.nanos, due)
      sent += event -> due
    assertEquals(sent.toSeq, (0L until 4).map(i => (i, start + i * 10 * millisecond)))

  test("a stall shifts no due time: what was due meanwhile is sent at once, and late"):
    val clock = ManualClock()
    val late = mutable.Buffer.empty[Long]
    val _ = Pacer(Schedule(1000, 8), clock).run: (event, due) =>
      late += clock.nanos - due
      if event == 2 then clock.nanos += 4 * millisecond
    assertEquals(late.map(_ / millisecond).toSeq, Seq(0L, 0L, 0L, 3L, 2L, 1L, 0L, 0L))
end PacerSuite
