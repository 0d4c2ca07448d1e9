package eddy.state.internal

import eddy.state.LockPolicy

import java.util.concurrent.TimeUnit.MILLISECONDS
import java.util.concurrent.atomic.AtomicLong
import scala.concurrent.duration.FiniteDuration

/** One run of a callback: gets its locks, runs, gives them back. Belongs to whichever thread goes on with it.
  *
  * Under [[LockPolicy.Park]] it first tries all locks at once; on failure it holds none and waits at the one that failed, so
  * that nobody waits for a lock whose holder waits itself. After [[CallbackRun.Rounds]] such rounds it takes them in
  * ascending order and holds what it has. Nobody waits for a lower lock while holding a higher one, so there is no cycle.
  */
private[eddy] final class CallbackRun private[internal] (
    private[eddy] val unit: CallbackUnit,
    val name: AnyRef,
    wanted: LockSet,
    body: Runnable
) extends Waiter, Runnable:
  import CallbackRun.*

  private var set = wanted
  // in order: the last lock held, all before it are held too; else: the only lock held
  private var have = -1
  private var inOrder = false
  private var rounds = 0
  private var entered = false
  private var emitted: java.util.ArrayDeque[Emitted] | Null = null
  @volatile private[eddy] var waitsFor: Lock | Null = null
  private var number = 0L
  // read by others for reports
  private[internal] var setOff = 0

  /** What it holds, or is to hold. */
  private[eddy] def lockSet: LockSet = set

  /** Its own among all runs; only in checked mode are there any. */
  private[state] def serial: Long =
    if number == 0 then number = serials.incrementAndGet()
    number

  /** Goes on with it, when it had waited. */
  def run(): Unit =
    val seat = Seat.current
    val ended = proceed(seat)
    unit.runner.goOn(seat)
    if ended then
      unit.turn(seat)
      unit.runner.goOn(seat)

  private[internal] def granted(seat: Seat): Unit = seat.addGranted(this)

  /** Runs the callback if it gets its locks. False when it waits now: another thread may have gone on with it. */
  private[internal] def proceed(seat: Seat): Boolean =
    if waitsFor != null then unit.runner.isParkedNoMore(this)
    var ended = true
    try
      ended = wanted.isEmpty || acquire(seat)
      if ended then runHolding(seat)
    catch
      case failure: Throwable =>
        // not the body's: the variables that the locks depend on could not be read
        letGo(seat)
        unit.runner.engine.report(failure, s"finding the locks of callback $name")
    ended

  private def runHolding(seat: Seat): Unit =
    seat.running = this
    try body.run()
    catch case failure: Throwable => unit.runner.engine.report(failure, s"callback $name")
    finally
      seat.running = null
      if !wanted.isEmpty then letGo(seat)
      publish()

  /** True when all is held; false when it waits, and this thread must not touch it any more. */
  private def acquire(seat: Seat): Boolean =
    var held = false
    var waits = false
    while !held && !waits do
      val now = set.fresh()
      if now ne set then
        letGo(seat)
        set = now
      waits = !(unit.runner.policy match
        case LockPolicy.Park => if inOrder then takeInOrder() else takeAtOnce(seat)
        case LockPolicy.Requeue(times) => takeOrRequeue(times, seat)
      )
      if !waits && inOrder && have == set.locks.length - 1 && isStillRight(seat) then
        if Gate.isDrained(set.since) then held = true
        else
          letGo(seat)
          waits = true
          // rare: a callback that began before this one armed a lock still runs
          val _ = unit.runner.engine.after(FiniteDuration(1, MILLISECONDS))(this)
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
    unit.runner.parks(this)
    val here = lock.acquireOrWait(grip, this)
    if here then unit.runner.isParkedNoMore(this)
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
        unit.runner.engine.scheduler.submit(this)
        false
      else
        inOrder = true
        Blocking.acquireAll(set)
        holdsAll()
        true

  private def holdsAll(): Unit =
    have = set.locks.length - 1
    inOrder = true

  private def letGo(seat: Seat): Unit =
    if have >= 0 then
      if inOrder then set.release(have + 1, seat) else set.locks(have).release(set.grips(have), seat)
    have = -1
    inOrder = rounds >= Rounds
    if entered then
      entered = false
      seat.leave()

  /** What this callback submits to other units begins when it has ended and its locks are free. */
  private[internal] def emit(to: CallbackUnit, event: AnyRef): Unit =
    setsOff()
    val before = emitted
    val all = if before != null then before else new java.util.ArrayDeque[Emitted]()
    emitted = all
    val _ = all.add(Emitted(to, event))

  /** Notes that it has submitted something that begins when it has ended. */
  private[internal] def setsOff(): Unit =
    setOff += 1
    unit.runner.watch.look()

  private def publish(): Unit =
    val all = emitted
    if all != null then
      emitted = null
      all.forEach(one => one.to.offerNow(one.event))

  override def toString: String = name.toString
end CallbackRun

private[eddy] object CallbackRun:
  /** How often it tries all locks at once before it takes them one by one. */
  private final val Rounds = 4

  private val serials = new AtomicLong()

  private final case class Emitted(to: CallbackUnit, event: AnyRef)
