package eddy.state.internal

import java.util.concurrent.locks.LockSupport

/** Who waits for a lock: a parked callback, or a thread. At one lock at a time. */
private[internal] abstract class Waiter:
  // guarded by the lock waited for
  private[internal] var grip: Grip = Grip.Writes
  private[internal] var behind: Waiter | Null = null
  private[internal] var since = 0L
  private[internal] var arrival = 0L

  /** Waits of one party are counted together: an object that lives long, one of a few. Null for none. */
  private[eddy] def party: AnyRef | Null = null

  /** Called once the lock is held for it, by the thread that released it and holds no monitor. */
  private[internal] def granted(seat: Seat): Unit

/** A thread that waits itself: outside callbacks, and under the policy that blocks. */
private[internal] final class ThreadWaiter extends Waiter:
  private val thread = Thread.currentThread
  @volatile private var done = false

  private[internal] def granted(seat: Seat): Unit =
    done = true
    LockSupport.unpark(thread)

  private[internal] def await(lock: Lock): Unit =
    ThreadWait.until(lock, isForLock = true, everyNanos = Watch.Interval.toNanos)(done)
