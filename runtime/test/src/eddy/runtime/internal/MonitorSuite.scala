package eddy.runtime.internal

import eddy.runtime.internal.Worker.StuckReason

class MonitorSuite extends eddy.testing.PatientSuite:
  private val millisecond = 1_000_000L
  private def judged(state: Thread.State, age: Long, longFor: Long = 0, boosted: Boolean = false) =
    Option(Monitor.judge(state, age, longFor, boosted))

  test("a worker whose thread waits is stuck after a millisecond, or at once where all block"):
    for state <- Seq(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.BLOCKED) do
      assertEquals(judged(state, millisecond - 1), None)
      assertEquals(judged(state, millisecond), Some(StuckReason.Blocked))
      assertEquals(judged(state, 0, boosted = true), Some(StuckReason.Blocked))

  test("a worker that computes is stuck after ten milliseconds"):
    assertEquals(judged(Thread.State.RUNNABLE, 10 * millisecond - 1, boosted = true), None)
    assertEquals(judged(Thread.State.RUNNABLE, 10 * millisecond), Some(StuckReason.Computing))

  test("an event that was said to be long is believed after two"):
    assertEquals(judged(Thread.State.RUNNABLE, millisecond, longFor = 2 * millisecond - 1), None)
    assertEquals(
      judged(Thread.State.RUNNABLE, millisecond, longFor = 2 * millisecond),
      Some(StuckReason.Computing)
    )
end MonitorSuite
