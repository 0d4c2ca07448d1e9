package eddy.actor.internal.cell

import eddy.actor.internal.cell.Directive.*
import eddy.actor.internal.signal.{Envelope, Question, Signal}
import eddy.actor.internal.system.{SystemCore, TerminatingDispatcher}
import eddy.actor.{Actor, Behavior, ExitReason, MailboxPolicy, TIMEOUT}
import eddy.runtime.spi.{CurrentWorker, Mailbox}

import java.lang.System.Logger.Level
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.FiniteDuration

/** An actor that waits as a closure, and runs in turns on the engine's workers.
  *
  * {{{
  *   wake -> run -> react -> release                 the common turn: one message, nothing saved
  *           run -> turns -> fetch, refill           takes messages until none is left
  *                        -> tryNode -> react        a message
  *                                   -> handle       a signal
  *                        -> become                  adopts the result: waits, continues, or finishes
  * }}}
  * Its behavior says what it does next: the partial function that the program passed to `react`, or a
  * [[Directive]]. Each step says whether the actor has terminated: after that, and after a release, nothing
  * of it may be touched.
  */
private[eddy] class ReactCell[M] private[internal] (in: SystemCore, body: Actor[M] => Behavior[M])
    extends Cell[M](in),
      TerminatingDispatcher.Terminable:
  import ReactCell.RoundsInARow

  private var behavior: AnyRef | Null = new Start(body.asInstanceOf[AnyRef => AnyRef])

  protected def start: Directive | Null = behavior.asInstanceOf[Start]
  private[actor] def isBeginning: Boolean = behavior.isInstanceOf[Start]
  private[actor] def reaction: AnyRef | Null = behavior match
    case _: Directive => null
    case other => other

  private[actor] def begin(): this.type =
    noteStart()
    system.dispatcher.submit(this)
    this

  protected def wake(): Unit = system.dispatcher.submitNext(this)

  // --- turns -----------------------------------------------------------------------------------------------

  /** One turn: called by a worker, never twice at a time. */
  override def run(): Unit =
    val message = single
    val here = cold
    // the common turn: one message, an empty save queue
    if message != null && (here == null || here.isIdle) && !message.isInstanceOf[Signal] &&
      !message.isInstanceOf[Envelope]
    then
      val result = react(message)
      if result != null && !result.isInstanceOf[Directive] then
        if !(result eq behavior) then
          behavior = result
          if here != null then here.saved.begin(result)
        if !release(message) then turns(message)
      else if result eq Unmatched then
        val node = new Mailbox.Node(message)
        val kept = coldState
        kept.append(node)
        skip(kept, node, behavior.nn)
        turns(message)
      else
        failedOn(message, result)
        if !become(result, message) then turns(message)
    else turns(null)
  end run

  /** Takes and tries messages until the mailbox is empty or other actors must run.
    *
    * @param handled the event that claimed the mailbox, if it has been handled already
    */
  private def turns(handled: AnyRef | Null): Unit =
    var done = handled
    val worker = CurrentWorker.get
    val most = system.engine.config.eventsPerTurn
    var budget = most - (if handled == null then 0 else 1)
    var mine = true
    // that have waited for nothing
    var timeouts = 0
    behavior match
      case start: Start =>
        budget -= 1
        mine = !live(start, done)
      case _ =>
        val here = cold
        // many wait: what ends the actor has not to wait behind them
        if handled == null && here != null && here.saved.untried != null then fetch(done): Unit
    // after release() another worker may have the fields already: nothing may be touched
    while mine do
      val here = cold
      val next = if here == null then null else here.saved.untried
      if next == null then
        if fetch(done) then
          done = null
          endInTime()
        else if refill() then endInTime()
        else if !timeIsOver() then mine = !release(done)
        else if timeouts == RoundsInARow || mustYield(budget, most, worker) then
          mine = false
          pause(done)
        else
          budget -= 1
          timeouts += 1
          mine = !become(react(TIMEOUT), done)
      else if here != null && here.saved.beginsAgain() then
        if fetch(done) then done = null
      else if here != null && here.isUrgent then
        mine = SignalHandler.overtake(this, here) match
          case Outcome.End(reason) => !finish(reason, done)
          case _ => true
      else if mustYield(budget, most, worker) then
        mine = false
        system.dispatcher.submit(this)
      else
        budget -= 1
        timeouts = 0
        mine = !tryNode(next, done)
      end if
    end while
    // the worker itself counts one for the turn
    if worker != null && most - budget > 1 then worker.countEvents(most - budget - 1)
  end turns

  private def mustYield(budget: Int, most: Int, worker: CurrentWorker | Null): Boolean =
    budget <= 0 || budget < most && worker != null && worker.mustYield

  /** Another turn, behind others, though nothing may have come. */
  private def pause(done: AnyRef | Null): Unit =
    if done != null then
      // the handled event must not be found again
      post(Signal.Look): Unit
      fetch(done): Unit
    system.dispatcher.submit(this)

  // --- one event -------------------------------------------------------------------------------------------

  /** True when the actor has terminated. */
  private def tryNode(node: Mailbox.Node, done: AnyRef | Null): Boolean =
    val here = coldState
    node.event match
      case signal: Signal =>
        here.saved.take(node)
        if here.goOn eq signal then goOnNow(here, done)
        else
          SignalHandler.handle(this, signal) match
            case Outcome.GoOn => false
            case Outcome.TimeOut => become(react(TIMEOUT), done)
            case Outcome.End(reason) => finish(reason, done)
            case Outcome.Restart(keepMailbox) => restart(keepMailbox, done)
            case Outcome.Message(message) => tryExit(message, done)
      case _ if here.suspended =>
        here.saved.pass(node)
        false
      case _ if !source.claim(node) =>
        here.saved.take(node)
        false
      case envelope: Envelope if isLate(envelope) =>
        here.saved.take(node)
        source.tried(node, matched = true)
        false
      case envelope: Envelope =>
        here.sender = envelope.sender
        val ended = envelope.within(tryMessage(envelope.message, node, done))
        here.sender = null
        ended
      case message => tryMessage(message, node, done)
    end match
  end tryNode

  private def tryMessage(message: AnyRef, node: Mailbox.Node, done: AnyRef | Null): Boolean =
    val here = coldState
    val timer = timerOf(node)
    if timer != null then here.takeTimer(timer)
    val result = react(message)
    val matched = !(result eq Unmatched)
    if matched then here.saved.take(node)
    source.tried(node, matched)
    if matched then
      failedOn(message, result)
      become(result, done)
    else
      if timer != null then here.returnTimer(timer)
      skip(here, node, behavior.nn)
      false

  /** A trapped exit has become `message`: unless that matches, it is saved where the signal was. */
  private def tryExit(message: AnyRef, done: AnyRef | Null): Boolean =
    val here = coldState
    val result = react(message)
    if result eq Unmatched then
      val node = new Mailbox.Node(message)
      here.saved.insert(node)
      skip(here, node, behavior.nn)
      false
    else
      failedOn(message, result)
      become(result, done)

  private def react(message: AnyRef): AnyRef =
    guarded(behavior.asInstanceOf[PartialFunction[AnyRef, AnyRef]].applyOrElse(message, NoMatch))

  private inline def guarded(inline step: AnyRef): AnyRef =
    try step
    catch case cause: Throwable => new Failure(cause)

  /** After a reaction to `message`: if it has thrown, the actor that asked with that message is notified. */
  private def failedOn(message: AnyRef, result: AnyRef | Null): Unit = result match
    case failure: Failure => Question.failed(message, this, failure.cause)
    case _ => ()

  // --- what comes next -------------------------------------------------------------------------------------

  /** Adopts the result of a reaction. True when the actor has terminated. */
  private def become(result: AnyRef, done: AnyRef | Null): Boolean =
    val here = cold
    if here != null && here.timed != null then here.cancelTimer()
    var next = result
    var ended = false
    var settled = false
    var rounds = 0
    while !settled do
      next match
        case directive: Directive =>
          directive match
            case timed: Timed =>
              behavior = timed.reaction
              coldState.timed = timed
              settled = true
            case stop: Stop =>
              ended = finish(stop.reason, done)
              settled = true
            case Done =>
              rounds += 1
              if rounds <= RoundsInARow then next = goOn()
              else
                goOnLater()
                settled = true
            case loop: Loop =>
              putAside(loop)
              next = Done
            case sequence: Sequence =>
              putAside(sequence)
              next = sequence.first
            case failure: Failure => next = failed(failure.cause)
            case Unmatched =>
              next =
                failed(IllegalStateException("reactWithin ran out of time and has no case TIMEOUT: add one"))
            case Suspended => settled = true
            case _: Start => next = failed(IllegalStateException("a body ended with a body"))
        case reaction: PartialFunction[?, ?] =>
          behavior = reaction
          settled = true
        case other =>
          next = failed(
            IllegalStateException(s"a reaction ended with $other: end it with react { … }, done or stop")
          )
    end while
    val now = cold
    if now != null then now.saved.begin(behavior)
    ended
  end become

  /** Adds `step` in front of the actor's pending steps. An endless loop never reaches the steps outside of
    * it, so they are dropped: a loop whose rounds begin the loop again does not grow.
    */
  private def putAside(step: Directive): Unit =
    val here = coldState
    val added = step match
      case loop: Loop if loop.isEndless => new Pending(step, null)
      case _ => new Pending(step, here.pending)
    here.pending = added
    if added.depth >= Pending.Suspicious && !here.toldOfDepth then
      here.toldOfDepth = true
      system.log(
        Level.WARNING,
        s"${Pending.Suspicious} loops and sequences of $this wait for each other to be done: a round of loopWhile that " +
          "begins the loop again puts one more aside, as recursion before andThen does; end the round with done"
      )

  /** Continues with the innermost pending step: another round of a loop, or the second part of a sequence. */
  private def goOn(): AnyRef =
    val here = cold
    val pending = if here == null then null else here.pending
    if here == null || pending == null then StopNormally
    else
      pending.step match
        case loop: Loop =>
          val condition = loop.condition
          guarded:
            if condition == null || condition() then loop.body()
            else
              here.pending = pending.outer
              Done
        case sequence: Sequence =>
          here.pending = pending.outer
          guarded(sequence.next())
        case other => throw AssertionError(s"$other was put aside")

  /** Many rounds in a row have waited for nothing: signals first, and others, if this turn has lasted long
    * enough.
    */
  private def goOnLater(): Unit =
    val here = coldState
    val later = new Signal.GoOn(here.sender)
    here.goOn = later
    behavior = Underway
    post(later): Unit

  /** After [[goOnLater]]. True when the actor has terminated. */
  private def goOnNow(here: ColdState, done: AnyRef | Null): Boolean =
    val before = here.goOn.nn
    here.goOn = null
    here.sender = before.sender
    val ended = become(Done, done)
    here.sender = null
    if !ended && before.starts then tellStartedOnceItWaits()
    ended

  /** Nothing is left to try: starts the timer of a timed behavior, or says that its time is over. */
  private def timeIsOver(): Boolean =
    val here = cold
    val timed = if here == null then null else here.timed
    if here == null || timed == null then false
    else
      val left = timed.deadlineNanos - system.engine.nanoTime
      if left > 0 && here.timer == null then
        here.timer = system.engine.after(FiniteDuration(left, TimeUnit.NANOSECONDS)): () =>
          post(source.behind(new Signal.TimeOver(timed))): Unit
      left <= 0

  /** Something was taken: if the time is over, that is the last which is tried before TIMEOUT. */
  private def endInTime(): Unit =
    val here = cold
    val timed = if here == null then null else here.timed
    if here != null && timed != null && timed.isOver(system.engine.nanoTime) then
      here.append(source.merged(new Mailbox.Node(source.behind(new Signal.TimeOver(timed)))))

  // --- lives -----------------------------------------------------------------------------------------------

  /** True when the actor has terminated. */
  private def live(start: Start, done: AnyRef | Null): Boolean =
    behavior = start
    val ended = become(guarded(start.body(this)), done)
    if !ended then tellStartedOnceItWaits()
    ended

  private def tellStartedOnceItWaits(): Unit =
    val here = cold
    val later = if here == null then null else here.goOn
    if later == null then tellStarted() else later.starts = true

  private def failed(cause: Throwable): AnyRef =
    report(cause)
    new Stop(ExitReason.Failed(cause))

  /** Ends for good, or, under a supervisor, until it has decided. True when for good. */
  private def finish(reason: ExitReason, done: AnyRef | Null): Boolean =
    LifeEnd.runHooks(this, reason)
    val here = cold
    val supervised = if here == null then null else here.supervised
    if here == null || supervised == null then
      behavior = null
      end(reason, done)
      true
    else
      behavior = Suspended
      LifeEnd.suspend(this, here, supervised, reason)
      false

  private def restart(keepMailbox: Boolean, done: AnyRef | Null): Boolean =
    val here = coldState
    LifeEnd.resume(this, here, keepMailbox, done)
    live(here.supervised.nn.start.asInstanceOf[Start], done)

  /** Owner only, instead of a turn: the system was shut down. */
  private[actor] def endUnasked(): Unit =
    LifeEnd.runHooks(this, ExitReason.Shutdown)
    behavior = null
    end(ExitReason.Shutdown, null)

  /** The engine was shut down. It stays as it is, but for what it was sent. */
  private[eddy] def refused(): Unit =
    while
      LifeEnd.loseAll(this)
      !release(null)
    do ()
end ReactCell

private[eddy] object ReactCell:
  /** So many rounds may wait for nothing before signals and others have their turn. */
  private final val RoundsInARow = 16

  /** Creates an actor that does not run yet: messages to it wait. */
  def create[M](
      system: SystemCore,
      name: String | Null,
      mailbox: MailboxPolicy[M],
      body: Actor[M] => Behavior[M]
  ): ReactCell[M] =
    val cell = mailbox match
      case MailboxPolicy.Unbounded =>
        if system.inspects || system.carrier != null then new InspectedCell[M](system, body)
        else new ReactCell[M](system, body)
      case bounded: MailboxPolicy.Bounded[M @unchecked] => new BoundedCell[M](system, bounded, body)
    if name != null then cell.coldState.name = name
    cell
end ReactCell
