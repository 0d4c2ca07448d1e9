package eddy.runtime.internal

import eddy.runtime.spi.TimerEntry

import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.duration.DurationInt

class TimerThreadSuite extends eddy.testing.PatientSuite:
  /** What became of the entries, in order. */
  private final class Log:
    val events = new LinkedBlockingQueue[String]()

    final class Entry(name: String) extends TimerEntry(0):
      val made: Long = System.nanoTime
      private[eddy] def due(): Unit = events.put(s"$name expired")
      override private[eddy] def dropped(): Unit = events.put(s"$name is dropped")

  private def withThread(body: (TimerThread, Log) => Unit): Unit =
    val thread = new TimerThread("timer-thread-suite", workers = 2)
    thread.start()
    try body(thread, new Log)
    finally thread.stop()

  private def insert(thread: TimerThread, entry: TimerEntry, nanos: Long): Unit =
    entry.deadlineTick = thread.tickAfter(nanos)
    thread.insert(entry)

  private def insertCoarse(thread: TimerThread, entry: TimerEntry, nanos: Long): Unit =
    entry.deadlineTick = thread.ticks(nanos)
    thread.insertCoarse(entry)

  test("a sleeping thread is woken by a timer that is earlier than all others"):
    withThread: (thread, log) =>
      insert(thread, new log.Entry("late"), 1.hour.toNanos)
      insert(thread, new log.Entry("early"), 20.millis.toNanos)
      assertEquals(awaitNext(log.events), "early expired")
      assertEquals(thread.pending, 1)

  test("a timer whose time has come already expires in the call"):
    withThread: (thread, log) =>
      val entry = new log.Entry("past")
      thread.insert(entry)
      assertEquals(log.events.poll(), "past expired")

  test("a cancelled timer does not expire, and a second cancel says that it came too late"):
    withThread: (thread, log) =>
      val cancelled = new log.Entry("cancelled")
      insert(thread, cancelled, 30.millis.toNanos)
      assert(thread.cancel(cancelled))
      assert(!thread.cancel(cancelled))
      insert(thread, new log.Entry("later"), 60.millis.toNanos)
      assertEquals(awaitNext(log.events), "later expired")

  test("a coarse limit expires, and not early, though no wheel knows it at first"):
    withThread: (thread, log) =>
      val limit = new log.Entry("limit")
      insertCoarse(thread, limit, 30.millis.toNanos)
      assertEquals(awaitNext(log.events), "limit expired")
      assert(System.nanoTime - limit.made >= 30.millis.toNanos)

  test("a coarse limit that is cancelled early never comes to a wheel"):
    withThread: (thread, log) =>
      val lifted = new log.Entry("lifted")
      insertCoarse(thread, lifted, 1.hour.toNanos)
      assert(thread.cancel(lifted))
      assert(!thread.cancel(lifted))
      insertCoarse(thread, new log.Entry("limit"), 1.milli.toNanos)
      assertEquals(awaitNext(log.events), "limit expired")
      assertEquals(thread.pending, 0)

  test("more coarse limits than the buffer holds expire all"):
    withThread: (thread, log) =>
      val count = DeadlineBuffer.Capacity * 3
      for _ <- 1 to count do insertCoarse(thread, new log.Entry("limit"), 1.milli.toNanos)
      for _ <- 1 to count do assertEquals(awaitNext(log.events), "limit expired")

  test("a stop drops each timer once: pending ones, coarse ones, and later ones"):
    withThread: (thread, log) =>
      insert(thread, new log.Entry("timer"), 1.hour.toNanos)
      insertCoarse(thread, new log.Entry("limit"), 1.hour.toNanos)
      thread.stop()
      insert(thread, new log.Entry("late timer"), 1.hour.toNanos)
      insertCoarse(thread, new log.Entry("late limit"), 1.hour.toNanos)
      val dropped = List.fill(4)(awaitNext(log.events)).toSet
      assertEquals(dropped, Set("timer", "limit", "late timer", "late limit").map(_ + " is dropped"))
      assert(log.events.isEmpty)
end TimerThreadSuite
