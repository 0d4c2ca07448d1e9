package eddy.state.internal.lock

import eddy.runtime.Engine

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.locks.LockSupport
import scala.concurrent.duration.DurationInt

/** A thread that has waited for long: for a lock, or, with the lock, for handlers that began without it. */
private[state] final class ThreadWait private (val lock: Lock, thread: Thread, isForLock: Boolean):
  /** Whether the handler `run`, which runs on `on`, keeps it waiting. */
  def isBehind(run: LockHolder, on: HandlerThread): Boolean =
    if isForLock then run.holds(lock) else on.epoch < lock.unelidedSince

  /** For reports: the thread, the line where it waits, and the lock. */
  def described: String =
    // the operation of the shared object is ours, and what called it is the program's
    val below = thread.getStackTrace.dropWhile(!ThreadWait.isShared(_)).dropWhile(ThreadWait.isShared)
    val at = below.find(frame => !ThreadWait.isLibrary(frame.getClassName)).fold("")(frame => s" at $frame")
    val why = if isForLock then "which it holds" else "until handlers that began before have ended"
    s"thread ${thread.getName} waits$at for $lock, $why"
end ThreadWait

private[state] object ThreadWait:
  /** A wait of this length may be one that never ends. */
  val Interval = 1.second

  private val waiting = ConcurrentHashMap.newKeySet[ThreadWait]()

  /** Parks the calling thread until `isOver`. The thread that makes it true unparks the calling one, which
    * also checks every `everyNanos`. An interrupt is kept for later, as a thread that waits here must have
    * the lock before it continues.
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
      if System.nanoTime - since >= Interval.toNanos && !isOver then
        val _ = waiting.add(wait)
        // it does not know which handler it waits for
        HandlerThread.foreach: each =>
          val run = each.running
          if run != null then run.suspect()
    val _ = waiting.remove(wait)
    if interrupted then Thread.currentThread.interrupt()

  /** One that `run` keeps waiting. */
  def behind(run: LockHolder, on: HandlerThread): Option[ThreadWait] =
    val each = waiting.iterator.nn
    var found: Option[ThreadWait] = None
    while found.isEmpty && each.hasNext do
      val wait = each.next.nn
      if wait.isBehind(run, on) then found = Some(wait)
    found

  private def isShared(frame: StackTraceElement) = frame.getClassName.startsWith("eddy.state.Shared")

  /** Whether a class of that name is the JDK's or Scala's. */
  def isLibrary(name: String): Boolean =
    Seq("java.", "jdk.", "scala.", "sun.").exists(name.startsWith)
end ThreadWait
