package eddy.state

/** What a handler does whose locks are not free. */
enum LockPolicy derives CanEqual:
  /** The handler is parked at the lock. Its thread continues with other work, and the thread that releases
    * the lock proceeds with the handler. No thread waits.
    */
  case Park

  /** The handler goes to the end of the queue this often, then its thread waits for the locks: the policy of
    * Bonetta et al., "Node.Scala" (Euro-Par 2012), section 4. For comparison.
    */
  case Requeue(times: Int)

  /** No lock is acquired: handlers that change the same objects disturb each other. It shows the cost and the
    * purpose of locks; not for services.
    */
  case Unprotected
end LockPolicy
