package eddy.bench

import java.util.concurrent.locks.LockSupport

/** Sends the events of a schedule when they are due, on the calling thread; late ones at once, none is left out. */
private[bench] final class Pacer(schedule: Timetable, clock: Clock):
  /** @param send gets the event's number and when it was due, in the clock's nanoseconds
    * @return when the first event was due
    */
  def run(send: (event: Long, dueNanos: Long) => Unit): Long =
    val start = clock.nanos + Pacer.headStartNanos
    var event = 0L
    while event < schedule.count do
      val due = start + schedule.dueNanos(event)
      clock.waitUntil(due)
      send(event, due)
      event += 1
    start

private[bench] object Pacer:
  /** So that the first event is not late. */
  val headStartNanos = 1_000_000L

private[bench] trait Clock:
  /** As `System.nanoTime`. */
  def nanos: Long

  /** Returns at `nanos` or a little later; at once when that is past. */
  def waitUntil(nanos: Long): Unit

private[bench] object Clock:
  val system: Clock = new Clock:
    def nanos: Long = System.nanoTime

    def waitUntil(due: Long): Unit =
      var left = due - System.nanoTime
      while left > 0 do
        LockSupport.parkNanos(left)
        left = due - System.nanoTime
