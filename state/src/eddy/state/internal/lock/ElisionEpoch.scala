package eddy.state.internal.lock

/** Knows when no handler runs any more by a lock set that elided a lock which is needed now.
  *
  * A handler whose set elides a lock writes the epoch of the set to its [[HandlerThread]] and then reads
  * [[current]]. A thread that unelides a lock begins a new epoch and then reads the epochs of all threads.
  * The second of them sees what the first has written: the handler releases its locks and has its set made
  * again, or the other one waits. The scheme is that of user-level read-copy-update (Desnoyers et al., 2012).
  */
private[state] object ElisionEpoch:
  /** After this many unelided locks no lock is elided any more: the program keeps making objects that are
    * first read and then written, and each of them costs more than eliding saves.
    */
  final val MaxUnelided = 1000

  @volatile private var epoch = 1L
  // no handler runs by a lock set of an epoch before this one
  @volatile private var drained = 1L
  @volatile private var count = 0

  def current: Long = epoch

  /** How many locks have been unelided. */
  def unelided: Int = count

  /** Requests `mode` of a lock that was elided in conflicting modes. */
  private[lock] def unelide(lock: LockUsage, mode: LockMode): Unit = synchronized:
    var go = true
    while go do
      val seen = lock.usage
      val broken = (seen >>> 4) & mode.conflicts
      // a thread that reads the new usage before the new epoch must wait as well
      if broken != 0 then lock.unelidedSince = Long.MaxValue
      go = !lock.casUsage(seen, (seen | mode.bit) & ~(broken << 4))
      if !go && broken != 0 then
        count += 1
        epoch += 1
        lock.unelidedSince = epoch

  /** Whether all handlers that run, and all that will, have a lock set of that epoch or a later one. */
  def isDrained(since: Long): Boolean =
    drained >= since || since != Long.MaxValue && {
      val now = epoch
      val oldest = HandlerThread.oldestEpoch.min(now)
      synchronized { if oldest > drained then drained = oldest }
      oldest >= since
    }
end ElisionEpoch
