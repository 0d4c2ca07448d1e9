package eddy.runtime.internal

import eddy.runtime.internal.BlockedWorkerDetector.{Seen, Taken, isComputing, isInSystemCall, isWaiting}

class BlockedWorkerDetectorSuite extends eddy.testing.PatientSuite:
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

  test("computations have every worker for long after a second without a break, which is said once"):
    val second = 1000 * millisecond
    val taken = new Taken
    assert(!taken.isLong(5 * second, taken = false))
    assert(!taken.isLong(6 * second, taken = true), "for how long nobody knows")
    assert(!taken.isLong(7 * second - 1, taken = true))
    assert(!taken.isLong(7 * second, taken = false), "one has come free")
    assert(!taken.isLong(7 * second + 1, taken = true))
    assert(!taken.isLong(8 * second, taken = true))
    assert(taken.isLong(8 * second + 1, taken = true))
    assert(!taken.isLong(9 * second, taken = true), "it was said")
    assert(!taken.isLong(20 * second, taken = false))
    assert(!taken.isLong(40 * second, taken = true))

  private def inSystemCall(seen: Seen, asleep: Option[Boolean], inNative: Boolean = true) =
    isInSystemCall(seen.idle, seen.consumed(0), inNative, asleep)

  /** Looks a millisecond apart. */
  private def looking(cpus: Long*): Seen =
    val seen = new Seen
    seen.begin(1, 0)
    cpus.foreach(seen.note(_, observed = millisecond))
    seen

  test("a thread is in a system call when it has slept for ten milliseconds and sleeps now"):
    val nearly = looking(Seq.fill(10)(millisecond)*)
    assert(!inSystemCall(nearly, Some(true)), "that may be a collection of the JVM")
    val still = looking(Seq.fill(11)(millisecond)*)
    assert(inSystemCall(still, Some(true)))
    assert(!inSystemCall(still, Some(false)), "it waits for a processor")
    assert(!inSystemCall(still, Some(true), inNative = false), "it may wait for the JVM")

  test("many short system calls are as one: a handler with a hundred queries of a database"):
    // a twentieth of the time it runs
    val queries = looking((0 to 12).map(_ * millisecond / 20)*)
    assert(inSystemCall(queries, Some(true)))
    val half = looking((0 to 40).map(_ * millisecond / 2)*)
    assert(!inSystemCall(half, Some(true)), "it runs for half of the time")

  test("a thread that sleeps in the kernel for long is blocked, in native code or not"):
    val forClass = looking(Seq.fill(101)(millisecond)*)
    assert(inSystemCall(forClass, Some(true), inNative = false), "another thread initialises its class")
    assert(!inSystemCall(forClass, Some(false), inNative = false), "it waits for a processor")

  test(
    "where the system says nothing, a thread that stands still in native code for long is in a system call"
  ):
    assert(!inSystemCall(looking(Seq.fill(100)(millisecond)*), None))
    assert(inSystemCall(looking(Seq.fill(101)(millisecond)*), None))
    assert(!inSystemCall(looking(Seq.fill(101)(millisecond)*), None, inNative = false))
end BlockedWorkerDetectorSuite
