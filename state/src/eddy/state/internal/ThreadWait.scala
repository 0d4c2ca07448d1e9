package eddy.state.internal

import eddy.runtime.Engine

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.locks.LockSupport

/** A thread that has waited for long: for a lock, or, holding it, until callbacks that began without it have ended. */
private[internal] final class ThreadWait private (val lock: Lock, thread: Thread, isForLock: Boolean):
  /** Whether `run`, which runs at that seat, keeps it waiting. */
  def isBehind(run: CallbackRun, seat: Seat): Boolean =
    if isForLock then run.lockSet.holds(lock) else seat.epoch < lock.armedSince

  /** For reports: who waits where for what. */
  def described: String =
    // the operation of the shared object is ours, and what called it is the program's
    val below = thread.getStackTrace.dropWhile(!ThreadWait.isShared(_)).dropWhile(ThreadWait.isShared)
    val at = below.find(frame => !Watch.isLibrary(frame.getClassName)).fold("")(frame => s" at $frame")
    val why = if isForLock then "which it holds" else "until callbacks that began before have ended"
    s"thread ${thread.getName} waits$at for $lock, $why"
end ThreadWait

private[internal] object ThreadWait:
  private val long = ConcurrentHashMap.newKeySet[ThreadWait]()

  /** Parks the calling thread until `isOver`; who makes it so unparks it, or it looks again every `everyNanos`. An interrupt
    * is kept for later: whoever waits here must have the lock before going on.
    *
    * @param isForLock it does not have the lock yet
    */
  def until(lock: Lock, isForLock: Boolean, everyNanos: Long)(isOver: => Boolean): Unit = Engine.blocking:
    val wait = new ThreadWait(lock, Thread.currentThread, isForLock)
    val since = System.nanoTime
    var interrupted = false
    while !isOver do
      LockSupport.parkNanos(lock, everyNanos)
      interrupted |= Thread.interrupted()
      if System.nanoTime - since >= Watch.Interval.toNanos && !isOver then
        val _ = long.add(wait)
        Watch.lookEverywhere()
    val _ = long.remove(wait)
    if interrupted then Thread.currentThread.interrupt()

  /** One that `run` keeps waiting. */
  def behind(run: CallbackRun, seat: Seat): Option[ThreadWait] =
    val each = long.iterator.nn
    var found: Option[ThreadWait] = None
    while found.isEmpty && each.hasNext do
      val wait = each.next.nn
      if wait.isBehind(run, seat) then found = Some(wait)
    found

  private def isShared(frame: StackTraceElement) = frame.getClassName.startsWith("eddy.state.Shared")
end ThreadWait
