package eddy.state.internal

import eddy.state.{LockPolicy, LockSet}

import java.util.concurrent.TimeUnit.MILLISECONDS
import scala.concurrent.duration.FiniteDuration

/** How one run of a callback comes to its locks. Belongs to whichever thread goes on with it.
  *
  * Under [[LockPolicy.Park]] it first tries all locks at once; on failure it holds none and waits at the one that failed, so
  * that nobody waits for a lock whose holder waits itself. After [[Acquisition.Rounds]] such rounds it takes them in
  * ascending order and holds what it has. Nobody waits for a lower lock while holding a higher one, so there is no cycle.
  */
private[eddy] abstract class Acquisition private[internal] (runner: CallbackRunner) extends Waiter, Runnable:
  import Acquisition.*

  /** Asked for when its turn has come, once: what it needs may depend on what ran before it. */
  protected def needs(): LockSet

  private var asked = false
  private var set = LockSet.empty
  // in order: the last lock held, all before it are held too; else: the only lock held
  private var have = -1
  private var inOrder = false
  private var rounds = 0
  private var entered = false
  @volatile private[eddy] var waitsFor: Lock | Null = null

  /** What it holds, or is to hold. */
  private[eddy] def lockSet: LockSet = set

  /** True when all is held; false when it waits, and this thread must not touch it any more. */
  private[internal] final def acquire(seat: Seat): Boolean =
    if waitsFor != null then runner.isParkedNoMore(this)
    val protects = runner.policy != LockPolicy.Unprotected
    if !asked && protects then
      asked = true
      set = needs()
    var held = set.isEmpty || !protects
    var waits = false
    while !held && !waits do
      val now = set.fresh()
      if now ne set then
        letGo(seat)
        set = now
      waits = !(runner.policy match
        case LockPolicy.Park => if inOrder then takeInOrder() else takeAtOnce(seat)
        case LockPolicy.Requeue(times) => takeOrRequeue(times, seat)
        case LockPolicy.Unprotected => true
      )
      if !waits && inOrder && have == set.locks.length - 1 && isStillRight(seat) then
        if Gate.isDrained(set.since) then held = true
        else
          letGo(seat)
          waits = true
          // rare: a callback that began before this one armed a lock still runs
          val _ = runner.engine.after(FiniteDuration(1, MILLISECONDS))(this)
    held
  end acquire

  /** Enters the gate. False, and holding nothing, when the set is not what it should be by now. */
  private def isStillRight(seat: Seat): Boolean =
    if set.leavesOut then
      entered = true
      seat.enter(set.epoch)
    val other = if set.epoch != Gate.epoch then set.fresh() else set.changed()
    if other == null || (other eq set) then true
    else
      letGo(seat)
      set = other
      false

  // Each of the three gives false when it waits. When it does not, `have` tells what is held; all of it is as if in order.

  private def takeAtOnce(seat: Seat): Boolean =
    val failed = set.tryAll(have, seat)
    if failed < 0 then
      holdsAll()
      true
    else
      rounds += 1
      have = -1
      if rounds >= Rounds then
        inOrder = true
        true
      else waitAt(failed)

  private def takeInOrder(): Boolean =
    var here = true
    while here && have < set.locks.length - 1 do
      val i = have + 1
      if set.locks(i).tryAcquire(set.grips(i)) then have = i else here = waitAt(i)
    here

  private def waitAt(i: Int): Boolean =
    val lock = set.locks(i)
    val grip = set.grips(i)
    // before it can be granted
    have = i
    waitsFor = lock
    runner.parks(this)
    val here = lock.acquireOrWait(grip, this)
    if here then runner.isParkedNoMore(this)
    here

  private def takeOrRequeue(times: Int, seat: Seat): Boolean =
    val failed = set.tryAll(-1, seat)
    if failed < 0 then
      holdsAll()
      true
    else
      set.locks(failed).noteFailedTry()
      rounds += 1
      if rounds <= times then
        runner.engine.scheduler.submit(this)
        false
      else
        inOrder = true
        Blocking.acquireAll(set)
        holdsAll()
        true

  private def holdsAll(): Unit =
    have = set.locks.length - 1
    inOrder = true

  /** Releases whatever is held, and leaves the gate. */
  private[internal] final def letGo(seat: Seat): Unit =
    if have >= 0 then
      if inOrder then set.release(have + 1, seat) else set.locks(have).release(set.grips(have), seat)
    have = -1
    inOrder = rounds >= Rounds
    if entered then
      entered = false
      seat.leave()
end Acquisition

private[internal] object Acquisition:
  /** How often it tries all locks at once before it takes them one by one. */
  private final val Rounds = 4
