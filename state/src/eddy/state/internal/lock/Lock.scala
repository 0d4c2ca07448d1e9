package eddy.state.internal.lock

import java.lang.invoke.{MethodHandles, VarHandle}
import java.util.concurrent.atomic.AtomicLong
import scala.annotation.{static, unused}

/** A lock that a handler holds, not a thread, in one of four [[LockMode]]s; not reentrant.
  *
  * {{{
  *   state   0x2000…  the queue is not empty: no caller overtakes it
  *           0x1000…  held for writing
  *           3 counts of 20 bits: held for commuting, for reading, for reading a part
  * }}}
  *
  * Uncontended, acquiring and releasing are one atomic instruction each. While the queue is not empty, the
  * lock is handed over in phases: when the last reader leaves, the writers of the queue get it one after
  * another, then all readers (or commuters) of the queue at once. So no waiter waits for more than one phase
  * of each kind. Any thread may acquire and release.
  */
private[eddy] final class Lock private (val id: Long, kind: String) extends LockUsage:
  import LockMode.{Anyone, Waiting, Writes}

  @volatile @unused private[lock] var state = 0L
  // guarded by this, made for the first waiter
  private var queue: LockQueue | Null = null
  @volatile private[state] var name: String | Null = null

  /** Acquires the lock if it is free for that mode and the queue is empty. */
  private[state] def tryAcquire(mode: LockMode): Boolean =
    var seen = state
    var taken = false
    while !taken && (seen & (mode.blockedBy | Waiting)) == 0 do
      taken = Lock.STATE.compareAndSet(this, seen, seen + mode.unit)
      if !taken then seen = state
    taken

  /** Acquires the lock, or puts the waiter into the queue. */
  private[state] def acquireOrWait(mode: LockMode, waiter: Waiter): LockResult = synchronized:
    // from here on the state only falls, and a thread that lets it fall comes to the monitor
    val seen: Long = Lock.STATE.getAndBitwiseOr(this, Waiting)
    val before = queue
    val isFirst = before == null || before.isEmpty
    if isFirst && (seen & mode.blockedBy) == 0 then
      val _: Long = Lock.STATE.getAndAdd(this, mode.unit - Waiting)
      LockResult.Held
    else
      begunQueue().add(waiter, mode)
      LockResult.Queued

  /** Gives up a hold, and calls `granted` of the waiters that have the lock now. */
  private[state] def release(mode: LockMode, thread: HandlerThread): Unit =
    val before: Long = Lock.STATE.getAndAdd(this, -mode.unit)
    if (before & Waiting) != 0 then
      var next = handOver(mode)
      while next != null do
        val waiter = next
        next = waiter.behind
        waiter.behind = null
        waiter.granted(thread)

  /** Returns the waiters that have the lock now, linked by `behind`. */
  private def handOver(released: LockMode): Waiter | Null = synchronized:
    val waiting = queue
    if waiting == null || waiting.isEmpty then null
    else
      val mode = waiting.next(released, (state & Anyone) == 0)
      val handed = new Lock.Granted
      if mode != null then
        grant(waiting, mode, handed)
        if mode != Writes then
          var i = 0
          while i < LockMode.sharing.length do
            grant(waiting, LockMode.sharing(i), handed)
            i += 1
      if waiting.isEmpty then
        val _: Long = Lock.STATE.getAndBitwiseAnd(this, ~Waiting)
      handed.first

  /** Grants the lock to the waiters of that mode, as far as the holders allow. */
  private def grant(waiting: LockQueue, mode: LockMode, handed: Lock.Granted): Unit =
    val now = System.nanoTime()
    var go = true
    while go && (state & mode.blockedBy) == 0 do
      val waiter = waiting.remove(mode, now)
      if waiter == null then go = false
      else
        val _: Long = Lock.STATE.getAndAdd(this, mode.unit)
        handed.add(waiter)

  private def begunQueue(): LockQueue =
    val before = queue
    if before != null then before
    else
      val made = new LockQueue
      queue = made
      Contention.begins(this)
      made

  /** Counts that a handler has tried its locks in vain because of this one. */
  private[state] def noteFailedTry(): Unit = synchronized(begunQueue().contention.failed())

  private[state] def figures: Contention.Figures = synchronized:
    val now = queue
    if now == null then Contention.none else now.contention.read

  /** Handlers and threads in the queue. */
  private[state] def waiting: Int = synchronized:
    val now = queue
    if now == null then 0 else now.size

  /** It is not held, and the queue is empty. */
  private[state] def isFree: Boolean = state == 0

  /** It stands for entries of shared maps. Their [[EntryUsage]] says whether it is needed. */
  private[state] def isOfEntries: Boolean = kind eq Lock.OfEntries

  override def toString: String =
    val own = name
    if own == null then s"$kind#$id" else if own.isEmpty then kind else s"$kind \"$own\""
end Lock

private[eddy] object Lock:
  @static private val STATE: VarHandle =
    MethodHandles
      .privateLookupIn(classOf[Lock], MethodHandles.lookup())
      .nn
      .findVarHandle(classOf[Lock], "state", classOf[Long])
      .nn

  private[state] final val OfEntries = "map entries"

  private val ids = new AtomicLong()

  /** A list of the waiters that have the lock now, linked by `behind`. */
  private final class Granted:
    var first: Waiter | Null = null
    private var last: Waiter | Null = null

    def add(waiter: Waiter): Unit =
      val before = last
      if before == null then first = waiter else before.behind = waiter
      last = waiter

  /** Makes a lock that comes behind all others in the order in which lock sets are acquired.
    *
    * @param kind of its target; with a number behind it, if there are several of a kind
    */
  private[state] def make(kind: String, several: Boolean): Lock =
    val lock = new Lock(ids.getAndIncrement(), kind)
    if !several then lock.name = ""
    lock
end Lock
