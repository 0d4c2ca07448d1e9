package eddy.runtime.internal

import eddy.runtime.internal.Monitor.{Seen, isComputing, isInSystemCall, isWaiting}

class MonitorSuite extends eddy.testing.PatientSuite:
  private val millisecond = 1_000_000L

  test("a thread that waits, sleeps or wants a monitor waits; one that runs does not"):
    for state <- Seq(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.BLOCKED) do
      assert(isWaiting(state))
    assert(!isWaiting(Thread.State.RUNNABLE))

  test("a turn computes when it has consumed ten milliseconds of processor time, an announced one two"):
    assert(!isComputing(10 * millisecond - 1, announced = false))
    assert(isComputing(10 * millisecond, announced = false))
    assert(!isComputing(2 * millisecond - 1, announced = true))
    assert(isComputing(2 * millisecond, announced = true))

  test("a turn that lasts long since others have the processors does not compute"):
    val seen = new Seen
    seen.begin(1, 0)
    // two hundred looks a millisecond apart, in which the thread has run for five milliseconds
    (1 to 200).foreach(i => seen.note(cpu = i / 40 * millisecond, observed = millisecond))
    assertEquals(seen.age(200 * millisecond), 200 * millisecond)
    assertEquals(seen.consumed(200 * millisecond), 5 * millisecond)

  test("what the turn before has consumed does not count"):
    val seen = new Seen
    seen.begin(1, 0)
    seen.note(3 * millisecond, millisecond)
    seen.note(30 * millisecond, millisecond)
    seen.begin(2, 30 * millisecond)
    seen.note(30 * millisecond, millisecond)
    assertEquals(seen.consumed(31 * millisecond), 0L)

  test("where processor time cannot be read, time stands for it"):
    val seen = new Seen
    seen.begin(1, 0)
    seen.note(-1, millisecond)
    seen.note(-1, millisecond)
    assertEquals(seen.consumed(12 * millisecond), 12 * millisecond)
    assertEquals(seen.idle, 0L)

  test(
    "a thread is in a system call when it stands still for ten milliseconds and the system says that it waits"
  ):
    val seen = new Seen
    seen.begin(1, 0)
    def look(cpu: Long): Unit = seen.note(cpu, observed = millisecond)
    (0 to 9).foreach(_ => look(millisecond))
    assert(!isInSystemCall(seen.idle, Some(true)), "that may be a collection of the JVM")
    look(millisecond)
    assert(isInSystemCall(seen.idle, Some(true)))
    assert(!isInSystemCall(seen.idle, Some(false)), "it waits for a processor")
    look(millisecond + 1)
    assert(!isInSystemCall(seen.idle, Some(true)), "it has run")

  test("where the system says nothing, a thread that stands still for long is in a system call"):
    assert(!isInSystemCall(99 * millisecond, None))
    assert(isInSystemCall(100 * millisecond, None))
end MonitorSuite
