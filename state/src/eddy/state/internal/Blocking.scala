package eddy.state.internal

import eddy.state.LockSet

/** Taking locks by a thread that waits. */
private[internal] object Blocking:
  def acquire(lock: Lock, grip: Grip): Unit =
    if !lock.tryAcquire(grip) then
      val waiter = new ThreadWaiter
      if !lock.acquireOrWait(grip, waiter) then waiter.await(lock)

  /** In ascending order; the caller holds none. */
  def acquireAll(set: LockSet): Unit =
    var i = 0
    while i < set.locks.length do
      acquire(set.locks(i), set.grips(i))
      i += 1
