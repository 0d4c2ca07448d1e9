package eddy.state.internal.lock

/** The waiters of one lock: a first-in, first-out queue for each mode, so that handing over takes time only
  * in the number of waiters that get the lock. Guarded by the lock, as are the [[Contention]] figures.
  */
private[lock] final class LockQueue:
  private val firsts = new Array[Waiter | Null](LockMode.values.length)
  private val lasts = new Array[Waiter | Null](LockMode.values.length)
  private var arrivals = 0L
  private var writersWaiting = 0
  private var writersToGo = 0
  private[lock] val contention = new Contention
  private[lock] var size = 0

  private[lock] def isEmpty: Boolean = size == 0

  private[lock] def add(waiter: Waiter, mode: LockMode): Unit =
    waiter.mode = mode
    waiter.since = System.nanoTime()
    waiter.arrival = arrivals
    waiter.behind = null
    arrivals += 1
    val last = lasts(mode.ordinal)
    if last == null then firsts(mode.ordinal) = waiter else last.behind = waiter
    lasts(mode.ordinal) = waiter
    size += 1
    if mode == LockMode.Writes then writersWaiting += 1

  /** The mode whose waiters get the lock next, as far as the holders allow; null if none do.
    *
    * @param released the mode of the hold that has just ended
    * @param isFree it is not held
    */
  private[lock] def next(released: LockMode, isFree: Boolean): LockMode | Null =
    val shared = oldestSharing
    if isFree then
      // a batch of writers begins when the last reader leaves, or when only writers wait
      if writersToGo == 0 && (released != LockMode.Writes || shared == null) then writersToGo = writersWaiting
      if writersToGo > 0 then LockMode.Writes else if shared == null then null else shared.mode
    else
      // the other holders may go with the first waiter: say, a reader of a part after a commuter has left
      val writer = firsts(LockMode.Writes.ordinal)
      if writersToGo > 0 || shared == null || writer != null && writer.arrival < shared.arrival then null
      else shared.mode

  private[lock] def remove(mode: LockMode, now: Long): Waiter | Null =
    val waiter = firsts(mode.ordinal)
    if waiter != null then
      firsts(mode.ordinal) = waiter.behind
      if waiter.behind == null then lasts(mode.ordinal) = null
      waiter.behind = null
      size -= 1
      contention.waited(now - waiter.since, waiter.party)
      if mode == LockMode.Writes then
        writersWaiting -= 1
        writersToGo -= 1
    waiter

  private def oldestSharing: Waiter | Null =
    var oldest: Waiter | Null = null
    var i = 0
    while i < LockMode.Writes.ordinal do
      val waiter = firsts(i)
      if waiter != null && (oldest == null || waiter.arrival < oldest.arrival) then oldest = waiter
      i += 1
    oldest
end LockQueue
