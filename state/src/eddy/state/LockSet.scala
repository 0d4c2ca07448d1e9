package eddy.state

import eddy.state.internal.{Gate, Grip, Lock, Locks, Plan, Seat}

/** What one callback needs to hold while it runs: its locks in ascending order, and what must be announced above them,
  * without those that nothing conflicts with (see [[Marks]]). Immutable but for the note of its successor; any thread.
  */
private[eddy] final class LockSet private (
    val claims: Vector[LockSet.Claim],
    private val plan: Plan,
    private[state] val again: (() => Iterable[LockSet.Claim]) | Null,
    private[state] val locks: Array[Lock],
    private[state] val grips: Array[Grip],
    private[state] val epoch: Long,
    private[state] val since: Long
):
  @volatile private var successor: LockSet | Null = null

  /** Needs nothing, now and always. */
  def isEmpty: Boolean = plan.size == 0 && again == null

  /** Some lock is not taken, because nothing conflicts. */
  private[state] def leavesOut: Boolean = locks.length < plan.size

  /** This set as it is to be in the present epoch. */
  private[eddy] def fresh(): LockSet =
    if epoch == Gate.epoch && since != Long.MaxValue then this
    else
      val known = successor
      if known != null && known.epoch == Gate.epoch && known.since != Long.MaxValue then known
      else
        val made = LockSet.planned(claims, plan, again)
        successor = made
        made

  /** Null when the variables that the claims depend on are as they were; else the set for what they are now. */
  private[state] def changed(): LockSet | Null =
    val ask = again
    if ask == null then null
    else
      val now = ask().toVector
      if (now eq claims) || now == claims then null else LockSet.renewed(now)(ask)

  /** The same for claims that depend on variables, which were just found to be these; see [[LockSet.renewed]]. */
  private[eddy] def renewedBy(ask: () => Iterable[LockSet.Claim]): LockSet =
    new LockSet(claims, plan, ask, locks, grips, epoch, since)

  /** Takes every lock but that at `have`, which is held already. When one is not free, releases all, also that at `have`,
    * and gives its index; -1 when all are held.
    */
  private[state] def tryAll(have: Int, seat: Seat): Int =
    var i = 0
    var failed = -1
    while failed < 0 && i < locks.length do
      if i == have || locks(i).tryAcquire(grips(i)) then i += 1
      else failed = i
    if failed >= 0 then
      release(failed, seat)
      if have > failed then locks(have).release(grips(have), seat)
    failed

  /** Releases the first `count` locks. */
  private[state] def release(count: Int, seat: Seat): Unit =
    var i = count - 1
    while i >= 0 do
      locks(i).release(grips(i), seat)
      i -= 1

  /** Whether who holds this set may use the object in that way; `entry` is the lock of the entry used, if only one is. */
  private[state] def covers(obj: SharedObject, entry: Lock | Null, mode: Mode): Boolean =
    claims.exists: claim =>
      claim.mode.allows(mode) && (claim.target match
        case Target.Shared(of) => of eq obj
        case Target.Entry(of, _) => entry != null && (of eq obj) && (Locks.of(claim.target) eq entry)
        case Target.Everything => true
        case Target.OfType(_) => Locks.ofObjects(obj.getClass).contains(Locks.of(claim.target))
        case _ => false)

  /** Both may run at the same time. */
  def goesWith(other: LockSet): Boolean =
    def conflict(i: Int): Boolean =
      val j = other.plan.indexOf(plan.locks(i))
      j >= 0 && (plan.grips(i).conflicts & other.plan.grips(j).bit) != 0
    !(0 until plan.size).exists(conflict)

  private[state] def holds(lock: Lock): Boolean = locks.exists(_ eq lock)

  override def toString: String = claims.map(c => s"${c.mode} ${Locks.of(c.target)}").mkString("[", ", ", "]")
end LockSet

private[eddy] object LockSet:
  final case class Claim(target: Target, mode: Mode)

  /** Needs no lock at all. */
  val empty: LockSet = of(Nil)

  /** The locks of these accesses, in ascending order, and what must be announced above them. Cheap enough for every
    * registration; commuting access to [[Target.OfType]] and [[Target.Everything]] counts as writing.
    */
  def of(claims: Iterable[Claim]): LockSet = make(claims.toVector, null)

  /** For claims that depend on variables: `again` is called before the callback runs, with the locks already held, until
    * it gives the same targets twice in a row. It must be quick and without effects.
    */
  def renewed(claims: Iterable[Claim])(again: () => Iterable[Claim]): LockSet = make(claims.toVector, again)

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
    val plan = new Plan(claims.size * 4)
    claims.foreach(plan.add)
    planned(claims, plan, again)

  private def planned(claims: Vector[Claim], plan: Plan, again: (() => Iterable[Claim]) | Null): LockSet =
    // first, so that what is armed meanwhile makes this plan an old one
    val epoch = Gate.epoch
    val worthIt = Gate.armings < Gate.MostArmings
    val locks = new Array[Lock](plan.size)
    val grips = new Array[Grip](plan.size)
    var count = 0
    var since = 0L
    var writesEntries = false
    var left = plan.entries
    while left.nonEmpty do
      val (marks, grip) = left.head
      if marks.plan(grip, mayLeaveOut = worthIt) then
        writesEntries = true
        since = since.max(marks.armedSince)
      left = left.tail
    var i = 0
    while i < plan.size do
      val lock = plan.locks(i)
      val needed =
        if lock.isOfEntries then writesEntries
        else lock.plan(plan.grips(i), mayLeaveOut = worthIt || plan.above(i))
      if needed then
        locks(count) = lock
        grips(count) = plan.grips(i)
        count += 1
        since = since.max(lock.armedSince)
      i += 1
    new LockSet(claims, plan, again, cut(locks, count), cut(grips, count), epoch, since)
  end planned

  private def cut[A <: AnyRef](all: Array[A], count: Int): Array[A] =
    if count == all.length then all
    else java.util.Arrays.copyOf(all.asInstanceOf[Array[AnyRef]], count).asInstanceOf[Array[A]]
end LockSet
