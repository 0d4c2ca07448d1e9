package eddy.state.internal.lock

import java.util.concurrent.locks.LockSupport

/** A thread that blocks until it has a lock: outside of handlers, and under the policy that blocks. */
private[state] final class ThreadWaiter private extends Waiter:
  private val thread = Thread.currentThread
  @volatile private var done = false

  private[state] def granted(by: HandlerThread): Unit =
    done = true
    LockSupport.unpark(thread)

  private def await(lock: Lock): Unit =
    ThreadWait.until(lock, isForLock = true, everyNanos = ThreadWait.Interval.toNanos)(done)
end ThreadWaiter

private[state] object ThreadWaiter:
  /** Takes the lock; blocks the calling thread until it is free. */
  def acquire(lock: Lock, mode: LockMode): Unit =
    if !lock.tryAcquire(mode) then
      val waiter = new ThreadWaiter
      lock.acquireOrWait(mode, waiter) match
        case LockResult.Held => ()
        case LockResult.Queued => waiter.await(lock)
