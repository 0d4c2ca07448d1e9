package eddy.state.internal

import java.lang.invoke.{MethodHandles, VarHandle}
import java.util.concurrent.atomic.AtomicLong
import scala.annotation.{static, unused}

/** A lock that a callback holds, not a thread, in one of four [[Grip]]s; not reentrant.
  *
  * {{{
  *   state   0x2000…  someone waits: nobody comes past the queue
  *           0x1000…  held for writing
  *           3 counts of 20 bits: held for commuting, for reading, for reading a part
  * }}}
  *
  * Uncontended, taking and releasing are one atomic instruction each. While someone waits, locks are handed over in
  * phases: when the last reader leaves, the writers that wait now go one after another, then the readers (or commuters)
  * that wait then all at once. So nobody waits for more than one phase of each kind. Any thread may take and release.
  */
private[eddy] final class Lock private (val id: Long, kind: String) extends Marks:
  import Grip.{Anyone, Waiting, Writes}

  @volatile @unused private[internal] var state = 0L
  // guarded by this, made when somebody first waits
  private var queue: LockQueue | Null = null
  @volatile private[state] var name: String | Null = null

  /** Takes the lock if it is free for that grip and nobody waits. */
  def tryAcquire(grip: Grip): Boolean =
    var seen = state
    var taken = false
    while !taken && (seen & (grip.blockedBy | Waiting)) == 0 do
      taken = Lock.STATE.compareAndSet(this, seen, seen + grip.unit)
      if !taken then seen = state
    taken

  /** Takes the lock, or puts the waiter into the queue; false then, and the caller must not touch the waiter again. */
  private[internal] def acquireOrWait(grip: Grip, waiter: Waiter): Boolean = synchronized:
    // from here on the state only falls, and whoever lets it fall comes to the monitor
    val seen: Long = Lock.STATE.getAndBitwiseOr(this, Waiting)
    val before = queue
    val isFirst = before == null || before.isEmpty
    if isFirst && (seen & grip.blockedBy) == 0 then
      val _: Long = Lock.STATE.getAndAdd(this, grip.unit - Waiting)
      true
    else
      begunQueue().add(waiter, grip)
      false

  /** Gives up a hold; those who waited and have the lock now are told. */
  def release(grip: Grip, seat: Seat): Unit =
    val before: Long = Lock.STATE.getAndAdd(this, -grip.unit)
    if (before & Waiting) != 0 then
      var next = handOver(grip)
      while next != null do
        val waiter = next
        next = waiter.behind
        waiter.behind = null
        waiter.granted(seat)

  /** Those who have the lock now, linked by `behind`. */
  private def handOver(released: Grip): Waiter | Null = synchronized:
    val waiting = queue
    if waiting == null || waiting.isEmpty then null
    else
      val grip = waiting.next(released, (state & Anyone) == 0)
      val handed = new Lock.Given
      if grip != null then
        give(waiting, grip, handed)
        if grip != Writes then
          var i = 0
          while i < Grip.sharing.length do
            give(waiting, Grip.sharing(i), handed)
            i += 1
      if waiting.isEmpty then
        val _: Long = Lock.STATE.getAndBitwiseAnd(this, ~Waiting)
      handed.first

  /** Gives the lock to those who wait for it with that grip, as far as the holders allow. */
  private def give(waiting: LockQueue, grip: Grip, handed: Lock.Given): Unit =
    val now = System.nanoTime()
    var go = true
    while go && (state & grip.blockedBy) == 0 do
      val waiter = waiting.remove(grip, now)
      if waiter == null then go = false
      else
        val _: Long = Lock.STATE.getAndAdd(this, grip.unit)
        handed.add(waiter)

  private def begunQueue(): LockQueue =
    val before = queue
    if before != null then before
    else
      val made = new LockQueue
      queue = made
      Contention.begins(this)
      made

  /** Notes that a callback has tried its locks in vain because of this one. */
  private[internal] def noteFailedTry(): Unit = synchronized(begunQueue().contention.failed())

  private[eddy] def figures: Contention.Figures = synchronized:
    val now = queue
    if now == null then Contention.none else now.contention.read

  /** Callbacks and threads in the queue. */
  private[eddy] def waiting: Int = synchronized:
    val now = queue
    if now == null then 0 else now.size

  /** Nobody holds it and nobody waits. */
  private[eddy] def isFree: Boolean = state == 0

  /** Of entries of shared maps: whether one of those is needed is for [[Entries]] to say. */
  private[eddy] def isOfEntries: Boolean = kind eq Lock.OfEntries

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

  private[internal] final val OfEntries = "map entries"

  private val ids = new AtomicLong()

  /** Who has the lock now, linked by `behind`. */
  private final class Given:
    var first: Waiter | Null = null
    private var last: Waiter | Null = null

    def add(waiter: Waiter): Unit =
      val end = last
      if end == null then first = waiter else end.behind = waiter
      last = waiter

  /** Each new lock comes behind all others in the order in which sets are taken.
    *
    * @param kind what it stands for; with a number behind it, when there are several of a kind
    */
  private[state] def make(kind: String, several: Boolean): Lock =
    val lock = new Lock(ids.getAndIncrement(), kind)
    if !several then lock.name = ""
    lock
end Lock
