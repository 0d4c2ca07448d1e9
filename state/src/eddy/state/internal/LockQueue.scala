package eddy.state.internal

/** Who waits for one lock: a first-in, first-out queue for each grip, so that handing over takes time only in the number of
  * those who are given the lock. Guarded by the lock, as are the [[Contention]] figures.
  */
private[internal] final class LockQueue:
  private val firsts = new Array[Waiter | Null](Grip.values.length)
  private val lasts = new Array[Waiter | Null](Grip.values.length)
  private var arrivals = 0L
  private var writersWaiting = 0
  private var writersToGo = 0
  private[internal] val contention = new Contention
  private[internal] var size = 0

  private[internal] def isEmpty: Boolean = size == 0

  private[internal] def add(waiter: Waiter, grip: Grip): Unit =
    waiter.grip = grip
    waiter.since = System.nanoTime()
    waiter.arrival = arrivals
    waiter.behind = null
    arrivals += 1
    val end = lasts(grip.ordinal)
    if end == null then firsts(grip.ordinal) = waiter else end.behind = waiter
    lasts(grip.ordinal) = waiter
    size += 1
    if grip == Grip.Writes then writersWaiting += 1

  /** The grip whose waiters are to have the lock next, as far as they may; null when none are.
    *
    * @param released how it was held by the one who has left
    * @param isFree nobody holds it
    */
  private[internal] def next(released: Grip, isFree: Boolean): Grip | Null =
    val shared = oldestSharing
    if isFree then
      // a batch begins when the last reader leaves, or when there is nobody else
      if writersToGo == 0 && (released != Grip.Writes || shared == null) then writersToGo = writersWaiting
      if writersToGo > 0 then Grip.Writes else if shared == null then null else shared.grip
    else
      // the others left may suit the one in front: say, who reads a part, when a commuter has gone
      val writer = firsts(Grip.Writes.ordinal)
      if writersToGo > 0 || shared == null || writer != null && writer.arrival < shared.arrival then null
      else shared.grip

  private[internal] def remove(grip: Grip, now: Long): Waiter | Null =
    val waiter = firsts(grip.ordinal)
    if waiter != null then
      firsts(grip.ordinal) = waiter.behind
      if waiter.behind == null then lasts(grip.ordinal) = null
      waiter.behind = null
      size -= 1
      contention.waited(now - waiter.since, waiter.party)
      if grip == Grip.Writes then
        writersWaiting -= 1
        writersToGo -= 1
    waiter

  private def oldestSharing: Waiter | Null =
    var oldest: Waiter | Null = null
    var i = 0
    while i < Grip.Writes.ordinal do
      val waiter = firsts(i)
      if waiter != null && (oldest == null || waiter.arrival < oldest.arrival) then oldest = waiter
      i += 1
    oldest
end LockQueue
