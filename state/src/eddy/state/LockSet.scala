package eddy.state

import eddy.state.internal.lock.{ElisionEpoch, HandlerThread, Lock, LockMode}
import eddy.state.internal.{LockRequest, Locks}

/** The locks that a handler holds while it runs, in ascending order, with the announcements above them,
  * without the elided ones (see [[eddy.state.internal.lock.LockUsage]]). Immutable except for the reference
  * to its successor; any thread.
  */
private[eddy] final class LockSet private (
    val claims: Vector[LockSet.Claim],
    private val request: LockRequest,
    private[state] val again: (() => Iterable[LockSet.Claim]) | Null,
    private[state] val locks: Array[Lock],
    private[state] val modes: Array[LockMode],
    private[state] val epoch: Long,
    private[state] val since: Long
):
  @volatile private var successor: LockSet | Null = null

  /** Needs nothing, now and always. */
  def isEmpty: Boolean = request.size == 0 && again == null

  /** Whether some lock is elided, as no request conflicts with its mode. */
  private[state] def elides: Boolean = locks.length < request.size

  /** This set as it is in the current epoch. */
  private[eddy] def fresh(): LockSet =
    if epoch == ElisionEpoch.current && since != Long.MaxValue then this
    else
      val known = successor
      if known != null && known.epoch == ElisionEpoch.current && known.since != Long.MaxValue then known
      else
        val made = LockSet.requested(claims, request, again)
        successor = made
        made

  /** The set for the current values of the variables that the claims depend on; null if they have not
    * changed.
    */
  private[state] def changed(): LockSet | Null =
    val ask = again
    if ask == null then null
    else
      val now = ask().toVector
      if (now eq claims) || now == claims then null else LockSet.renewed(now)(ask)

  /** The same for claims that depend on variables, just evaluated to these; see [[LockSet.renewed]]. */
  private[eddy] def renewedBy(ask: () => Iterable[LockSet.Claim]): LockSet =
    new LockSet(claims, request, ask, locks, modes, epoch, since)

  /** Acquires every lock except that at `have`, which is held already. Returns -1 if all are held. If one is
    * not free, releases all, also that at `have`, and returns its index.
    */
  private[state] def tryAll(have: Int, thread: HandlerThread): Int =
    var i = 0
    var failed = -1
    while failed < 0 && i < locks.length do
      if i == have || locks(i).tryAcquire(modes(i)) then i += 1
      else failed = i
    if failed >= 0 then
      release(failed, thread)
      if have > failed then locks(have).release(modes(have), thread)
    failed

  /** Releases the first `count` locks. */
  private[state] def release(count: Int, thread: HandlerThread): Unit =
    var i = count - 1
    while i >= 0 do
      locks(i).release(modes(i), thread)
      i -= 1

  /** Whether a holder of this set may use the object in that way.
    * @param entry the lock of the entry used, if only one is
    */
  private[state] def covers(obj: SharedObject, entry: Lock | Null, mode: AccessKind): Boolean =
    claims.exists: claim =>
      claim.mode.allows(mode) && (claim.target match
        case Target.Shared(of) => of eq obj
        case Target.Entry(of, _) => entry != null && (of eq obj) && (Locks.of(claim.target) eq entry)
        case Target.Everything => true
        case Target.OfType(_) => Locks.ofObjects(obj.getClass).contains(Locks.of(claim.target))
        case _ => false)

  /** Both may run at the same time. For reports: whether they do is decided lock by lock. */
  def goesWith(other: LockSet): Boolean =
    def conflict(i: Int): Boolean =
      val j = other.request.indexOf(request.locks(i))
      j >= 0 && (request.modes(i).conflicts & other.request.modes(j).bit) != 0
    !(0 until request.size).exists(conflict)

  private[state] def holds(lock: Lock): Boolean = locks.exists(_ eq lock)

  override def toString: String = claims.map(c => s"${c.mode} ${Locks.of(c.target)}").mkString("[", ", ", "]")
end LockSet

private[eddy] object LockSet:
  final case class Claim(target: Target, mode: AccessKind)

  /** Needs no lock at all. */
  val empty: LockSet = of(Nil)

  /** The locks of these accesses, in ascending order, and what must be announced above them. Cheap enough for
    * every registration; commuting access to [[Target.OfType]] and [[Target.Everything]] counts as writing.
    */
  def of(claims: Iterable[Claim]): LockSet = make(claims.toVector, null)

  /** For claims that depend on variables: `again` is called before the handler runs, with the locks already
    * held, until it returns the same targets twice in a row. It must be quick and without effects.
    */
  def renewed(claims: Iterable[Claim])(again: () => Iterable[Claim]): LockSet = make(claims.toVector, again)

  /** Whether an object of the type may be the other, or one of the other type, as far as their locks tell. */
  def meet(any: Target.OfType, other: Target): Boolean =
    def contains(a: Target, b: Target) =
      val lock = Locks.of(a)
      (Locks.of(b) eq lock) || Locks.above(b).exists(_ eq lock)
    contains(any, other) || (other match
      case o: Target.OfType => contains(o, any)
      case _ => false)

  /** What all of them need together. */
  def join(sets: Seq[LockSet]): LockSet =
    val some = sets.filterNot(_.isEmpty)
    def now = some.flatMap(set =>
      val again = set.again
      if again == null then set.claims else again()
    )
    if some.sizeIs <= 1 then some.headOption.getOrElse(empty)
    else if some.forall(_.again == null) then of(some.flatMap(_.claims))
    else renewed(some.flatMap(_.claims))(() => now)

  private def make(claims: Vector[Claim], again: (() => Iterable[Claim]) | Null): LockSet =
    val request = new LockRequest(claims.size * 4)
    claims.foreach(request.add)
    requested(claims, request, again)

  private def requested(
      claims: Vector[Claim],
      request: LockRequest,
      again: (() => Iterable[Claim]) | Null
  ): LockSet =
    // first, so that a lock unelided in the meantime makes this set out of date
    val epoch = ElisionEpoch.current
    val worthIt = ElisionEpoch.unelided < ElisionEpoch.MaxUnelided
    val locks = new Array[Lock](request.size)
    val modes = new Array[LockMode](request.size)
    var count = 0
    var since = 0L
    var writesEntries = false
    var left = request.entries
    while left.nonEmpty do
      val (usage, mode) = left.head
      if usage.request(mode, mayElide = worthIt) then
        writesEntries = true
        since = since.max(usage.unelidedSince)
      left = left.tail
    var i = 0
    while i < request.size do
      val lock = request.locks(i)
      val needed =
        if lock.isOfEntries then writesEntries
        else lock.request(request.modes(i), mayElide = worthIt || request.above(i))
      if needed then
        locks(count) = lock
        modes(count) = request.modes(i)
        count += 1
        since = since.max(lock.unelidedSince)
      i += 1
    new LockSet(claims, request, again, cut(locks, count), cut(modes, count), epoch, since)
  end requested

  private def cut[A <: AnyRef](all: Array[A], count: Int): Array[A] =
    if count == all.length then all
    else java.util.Arrays.copyOf(all.asInstanceOf[Array[AnyRef]], count).asInstanceOf[Array[A]]
end LockSet
