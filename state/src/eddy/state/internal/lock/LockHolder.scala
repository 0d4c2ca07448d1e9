package eddy.state.internal.lock

/** One run of a handler, as far as locks and threads know it. */
private[eddy] abstract class LockHolder private[state] extends Waiter:
  /** The lock at which it is parked; null while it is not. */
  @volatile private[state] var waitsFor: Lock | Null = null

  /** Its lock set, of which it may still lack some, contains that lock. */
  private[state] def holds(lock: Lock): Boolean

  /** Its own among all runs; runs that make no shared object and are not checked have none. */
  private[state] def serial: Long

  /** Hands it to a worker, once it has received the lock that it waited for. */
  private[state] def resume(): Unit

  /** A thread waits for a handler, perhaps for this one: checks whether this one stalls. */
  private[state] def suspect(): Unit

  private[state] final def granted(by: HandlerThread): Unit = by.addGranted(this)
end LockHolder
