package eddy.state.internal

/** Knows when no callback runs any more by a plan that left out what is needed now.
  *
  * A callback whose plan left something out notes the epoch of its plan at its thread's [[Seat]] and then looks at
  * [[epoch]]; who arms a lock begins a new epoch and then looks at the seats. Whichever comes second sees the other: the
  * callback goes back and has its plan made again, or the other one waits. The scheme is that of user-level
  * read-copy-update (Desnoyers et al., 2012).
  */
private[eddy] object Gate:
  /** As many armings are worth their price; from then on objects are locked although nobody may write them. For programs
    * that keep making objects which are first read and then written.
    */
  private[state] final val MostArmings = 1000

  @volatile private[state] var epoch = 1L
  // no callback runs by a plan of an epoch before this one
  @volatile private var drained = 1L
  @volatile private[state] var armings = 0

  /** Plans with `grip` at a lock where conflicting grips were left out. */
  private[state] def arm(lock: Marks, grip: Grip): Unit = synchronized:
    var go = true
    while go do
      val seen = lock.marks
      val broken = (seen >>> 4) & grip.conflicts
      // who sees the new marks before the new epoch must wait as well
      if broken != 0 then lock.armedSince = Long.MaxValue
      go = !lock.casMarks(seen, (seen | grip.bit) & ~(broken << 4))
      if !go && broken != 0 then
        armings += 1
        epoch += 1
        lock.armedSince = epoch

  /** True when every callback that runs, and every one that will, goes by a plan of that epoch or a later one. */
  private[state] def isDrained(since: Long): Boolean =
    drained >= since || since != Long.MaxValue && {
      val now = epoch
      val oldest = Seat.oldestEpoch.min(now)
      synchronized { if oldest > drained then drained = oldest }
      oldest >= since
    }
end Gate
