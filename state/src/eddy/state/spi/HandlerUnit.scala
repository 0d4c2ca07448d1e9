package eddy.state.spi

import eddy.runtime.spi.{EventQueue, Mailbox}
import eddy.state.LockSet
import eddy.state.internal.lock.HandlerThread

/** A request or a connection: its handlers run one after another, in the order of submission, never two at
  * once, each under its locks. A handler that waits for a lock keeps the later ones of its unit waiting, and
  * no thread.
  */
private[eddy] final class HandlerUnit private[spi] (
    private[state] val runner: HandlerRunner
) extends EventQueue:
  // owner only: the worker with the shortest queue when one is first needed
  private var home = -1

  /** Adds a handler; any thread. It runs when those before it have ended and its locks are free.
    *
    * A submission by a handler of another unit is added when that handler has ended, so that it does not run
    * beside it.
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

  /** Has the unit's first turn begun by `begin`, which returns false when it cannot. Before the first
    * submission.
    */
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

  /** Runs the event that claimed the unit on this thread, which is no worker. Workers run the events after
    * it. Only after the function given to [[startBy]] has returned true.
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

  private def turn(thread: HandlerThread, most: Int): Unit =
    drain(most)(event => runEvent(event, thread) == HandlerRun.Outcome.Ended, mustYield = thread.hasGranted)

  private[eddy] def resubmit(): Unit = runner.engine.scheduler.submit(this)

  private def runEvent(event: AnyRef, thread: HandlerThread): HandlerRun.Outcome = event match
    case run: HandlerRun => run.proceed(thread)
    case plain =>
      try plain.asInstanceOf[Runnable].run()
      catch case failure: Throwable => runner.engine.report(failure, "an event of a handler unit")
      HandlerRun.Outcome.Ended
end HandlerUnit
