package eddy.state.internal

import eddy.runtime.spi.{CurrentWorker, Mailbox}
import eddy.state.LockSet

/** A request or a connection: its callbacks run one after another, in the order of submission, never two at once, each
  * under its locks. A callback that waits for a lock keeps the later ones of its unit waiting, and no thread.
  */
private[eddy] final class CallbackUnit private[internal] (
    private[state] val runner: CallbackRunner
) extends Mailbox(idle = true):
  // whose claim it is decides: the worker with the shortest queue when one is first needed
  private var home = -1
  // owner only: taken from the mailbox and not run yet
  private var taken: Mailbox.Node | Null = null
  // owner only: the event that claimed the unit, left in its place; see Mailbox
  private var done: AnyRef | Null = null

  /** Adds a callback; any thread. It runs when those before it have ended and its locks are free.
    *
    * When a callback of another unit submits it, it is added only when that one has ended: what a callback sets off does
    * not run beside it.
    * @param name for reports; its `toString` is called only for those
    * @param locks asked for when its turn has come
    */
  def submit(name: AnyRef, locks: => LockSet)(body: Runnable): Unit =
    submit(CallbackRun(this, name, () => locks, body))

  /** Adds an event of the framework's own, which uses nothing shared, or a callback of this unit. */
  def submit(event: Runnable): Unit =
    val running = Seat.current.running
    if running == null then offerNow(event)
    else if running.unit ne this then running.emit(this, event)
    else
      running.setsOff()
      offerNow(event)

  // whose claim it is decides: where the first event runs, or each that comes while nothing does, when that is not the home
  private var starter: (CallbackUnit => Boolean) | Null = null
  private var startsAll = false

  /** Has the unit's first turn begun by `begin`, which returns false when it cannot. Before anything is submitted. */
  private[eddy] def startBy(begin: CallbackUnit => Boolean): Unit = starter = begin

  /** As [[startBy]], for each turn that something begins which comes while nothing runs or waits here. */
  private[eddy] def startEachBy(begin: CallbackUnit => Boolean): Unit =
    startsAll = true
    starter = begin

  private def begin(): Unit =
    val own = starter
    if !startsAll then starter = null
    if own == null || !own(this) then runElsewhere()

  /** A worker has nothing to do; a moment old. */
  private[eddy] def hasIdleWorker: Boolean = runner.engine.scheduler.hasIdle

  /** Runs the event that claimed the unit on this thread, which is no worker and lends itself to it; what comes after it is
    * for the workers. After a `true` of what was given to [[startBy]].
    */
  private[eddy] def runHere(): Unit =
    val seat = Seat.current
    turn(seat, 1)
    CallbackRunner.submitGranted(seat)

  /** The unit's home worker begins with it instead. */
  private[eddy] def runElsewhere(): Unit =
    val scheduler = runner.engine.scheduler
    if home < 0 then home = scheduler.shortestQueue()
    scheduler.submitHome(this, home)

  private[internal] def offerNow(event: AnyRef): Unit = offer(event) match
    case Mailbox.Offer.Claimed => begin()
    case Mailbox.Offer.Queued => ()
    case Mailbox.Offer.Closed => () // a unit is never closed

  /** Called by a worker, never twice at a time, and not while a callback of this unit waits. */
  override def run(): Unit =
    val seat = Seat.current
    turn(seat)
    runner.goOn(seat)

  /** Runs what waits here, until nothing does, one must wait, or others should have their turn. */
  private[internal] def turn(seat: Seat): Unit = turn(seat, runner.engine.config.eventsPerTurn)

  private def turn(seat: Seat, turns: Int): Unit =
    var budget = turns
    val worker = CurrentWorker.get
    var go = true
    while go do
      val event = next()
      if event == null then go = !giveBack()
      else
        budget -= 1
        // from a false on, another thread may be the owner
        go = runEvent(event, seat)
        if go && (budget <= 0 || seat.hasGranted || worker != null && worker.mustYield) then
          yieldTurn()
          go = false
    if worker != null then worker.countEvents((turns - budget - 1).max(0))

  /** After a callback that had waited: the rest of its unit is for another turn. */
  private[internal] def yieldTurn(): Unit =
    if taken != null || !giveBack() then runner.engine.scheduler.submit(this)

  private def next(): AnyRef | Null =
    val first = if taken == null && done == null then single else null
    if first != null then
      done = first
      first
    else
      if taken == null then
        taken = takeAll(done)
        if taken != null then done = null
      val node = taken
      if node == null then null
      else
        taken = node.following
        node.event

  /** False when something came meanwhile. */
  private def giveBack(): Boolean =
    val last = done
    // after the release the unit may be another thread's
    done = null
    val released = release(last)
    if !released then done = last
    released

  private def runEvent(event: AnyRef, seat: Seat): Boolean = event match
    case run: CallbackRun => run.proceed(seat)
    case plain =>
      try plain.asInstanceOf[Runnable].run()
      catch case failure: Throwable => runner.engine.report(failure, "an event of a callback unit")
      true
end CallbackUnit
