package eddy.state.spi

import eddy.runtime.spi.{CurrentWorker, Mailbox}
import eddy.state.LockSet
import eddy.state.internal.lock.HandlerThread

/** A request or a connection: its handlers run one after another, in the order of submission, never two at once, each
  * under its locks. A handler that waits for a lock keeps the later ones of its unit waiting, and no thread.
  */
private[eddy] final class HandlerUnit private[spi] (
    private[state] val runner: HandlerRunner
) extends Mailbox(idle = true):
  // owner only: the worker with the shortest queue when one is first needed
  private var home = -1
  // owner only: taken from the mailbox and not run yet
  private var taken: Mailbox.Node | Null = null
  // owner only: the event that claimed the unit, left in its place; see Mailbox
  private var done: AnyRef | Null = null

  /** Adds a handler; any thread. It runs when those before it have ended and its locks are free.
    *
    * A submission by a handler of another unit is added when that handler has ended, so that it does not run beside
    * it.
    * @param name for reports; its `toString` is called only for those
    * @param locks evaluated when its turn has come
    */
  def submit(name: AnyRef, locks: => LockSet)(body: Runnable): Unit =
    submit(HandlerRun(this, name, () => locks, body))

  /** Adds a [[ServerEvent]], or a handler of this unit. */
  def submit(event: Runnable): Unit =
    val running = HandlerRun.current
    if running == null then offerNow(event)
    else if running.unit ne this then running.emit(this, event)
    else
      running.setsOff()
      offerNow(event)

  // owner only: where the first event runs, or each that arrives at an idle unit, if that is not the home
  private var starter: (HandlerUnit => Boolean) | Null = null
  private var startsAll = false

  /** Has the unit's first turn begun by `begin`, which returns false when it cannot. Before the first submission. */
  private[eddy] def startBy(begin: HandlerUnit => Boolean): Unit = starter = begin

  /** As [[startBy]], for each turn that begins with a submission to the idle unit. */
  private[eddy] def startEachBy(begin: HandlerUnit => Boolean): Unit =
    startsAll = true
    starter = begin

  private def begin(): Unit =
    val own = starter
    if !startsAll then starter = null
    if own == null || !own(this) then runElsewhere()

  /** Whether a worker is idle; a moment old. */
  private[eddy] def hasIdleWorker: Boolean = runner.engine.scheduler.hasIdle

  /** Runs the event that claimed the unit on this thread, which is no worker. Workers run the events after it. Only
    * after the function given to [[startBy]] has returned true.
    */
  private[eddy] def runHere(): Unit =
    val thread = HandlerThread.current
    turn(thread, 1)
    thread.resumeGranted()

  /** The unit's home worker begins with it instead. */
  private[eddy] def runElsewhere(): Unit =
    val scheduler = runner.engine.scheduler
    if home < 0 then home = scheduler.shortestQueue()
    scheduler.submitHome(this, home)

  private[spi] def offerNow(event: AnyRef): Unit = offer(event) match
    case Mailbox.Offer.Claimed => begin()
    case Mailbox.Offer.Queued => ()
    case Mailbox.Offer.Closed => () // a unit is never closed

  /** Called by a worker, never twice at a time, and not while a handler of this unit waits. */
  override def run(): Unit =
    val thread = HandlerThread.current
    turn(thread)
    runner.proceedWithGranted(thread)

  /** Runs queued events until the unit is idle, a handler must wait, or the turn is over. */
  private[spi] def turn(thread: HandlerThread): Unit = turn(thread, runner.engine.config.eventsPerTurn)

  private def turn(thread: HandlerThread, turns: Int): Unit =
    var budget = turns
    val worker = CurrentWorker.get
    var go = true
    while go do
      val event = next()
      if event == null then go = giveBack() == HandlerUnit.Claim.Kept
      else
        budget -= 1
        go = runEvent(event, thread) == HandlerRun.Outcome.Ended
        if go && (budget <= 0 || thread.hasGranted || worker != null && worker.mustYield) then
          yieldTurn()
          go = false
    if worker != null then worker.countEvents((turns - budget - 1).max(0))

  /** After a handler that had waited: the later events of its unit run in another turn. */
  private[spi] def yieldTurn(): Unit =
    if taken != null || giveBack() == HandlerUnit.Claim.Kept then runner.engine.scheduler.submit(this)

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

  private def giveBack(): HandlerUnit.Claim =
    val last = done
    // after the release another thread may own the unit
    done = null
    if release(last) then HandlerUnit.Claim.GivenBack
    else
      done = last
      HandlerUnit.Claim.Kept

  private def runEvent(event: AnyRef, thread: HandlerThread): HandlerRun.Outcome = event match
    case run: HandlerRun => run.proceed(thread)
    case plain =>
      try plain.asInstanceOf[Runnable].run()
      catch case failure: Throwable => runner.engine.report(failure, "an event of a handler unit")
      HandlerRun.Outcome.Ended
end HandlerUnit

private[spi] object HandlerUnit:
  /** The state of this thread's claim to a unit. */
  private enum Claim derives CanEqual:
    /** The unit is idle. Another thread may own it by now. */
    case GivenBack

    /** An event has arrived in the meantime: this thread still owns the unit. */
    case Kept
