package eddy.state.internal.lock

/** What [[Lock.acquireOrWait]] did. */
private[state] enum LockResult derives CanEqual:
  /** The caller has the lock. */
  case Held

  /** The waiter is in the queue. Another thread may grant it the lock at any moment, so the caller must not
    * touch the waiter again.
    */
  case Queued
