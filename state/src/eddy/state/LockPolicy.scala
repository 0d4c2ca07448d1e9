package eddy.state

/** What becomes of a callback whose locks are not free. */
enum LockPolicy derives CanEqual:
  /** The callback is parked at the lock; its thread goes on with other work, and who releases the lock goes on with the
    * callback. No thread waits.
    */
  case Park

  /** The callback goes to the end of the queue this often, then its thread waits for the locks: the policy of Bonetta et
    * al., "Node.Scala" (Euro-Par 2012), section 4. For comparison.
    */
  case Requeue(times: Int)

  /** No lock is taken: callbacks that change the same objects get in each other's way. To see what locks cost, and what they
    * are for; not for services.
    */
  case Unprotected
end LockPolicy
