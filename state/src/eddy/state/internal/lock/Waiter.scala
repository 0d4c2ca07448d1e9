package eddy.state.internal.lock

/** Waits for a lock: a parked handler or a thread. At one lock at a time. */
private[state] abstract class Waiter:
  // guarded by the lock waited for
  private[state] var mode: LockMode = LockMode.Writes
  private[state] var behind: Waiter | Null = null
  private[lock] var since = 0L
  private[lock] var arrival = 0L

  /** Waits of one party are counted together: an object that lives long, one of a few. Null for none. */
  private[eddy] def party: AnyRef | Null = null

  /** Called once the lock is held for it, by the thread that released it and holds no monitor. */
  private[state] def granted(by: HandlerThread): Unit
