package eddy.actor.internal

import eddy.actor.internal.ReactCell.RoundsInARow
import eddy.actor.internal.Special.*
import eddy.actor.{Actor, ActorSystem, Behavior, ExitReason, MailboxPolicy, TIMEOUT}
import eddy.runtime.internal.{Mailbox, Refusable, Worker}

import java.util.concurrent.TimeUnit
import scala.concurrent.duration.FiniteDuration

/** An actor that waits as a closure: its behaviour is the partial function that the program gave to `react`. */
private[eddy] class ReactCell[M] private[internal] (in: ActorSystem, body: Actor[M] => Behavior[M])
    extends Cell[M](in),
      Refusable:
  private var behavior: AnyRef | Null = new Start(body)

  protected def start: Special | Null = behavior.asInstanceOf[Start[M]]

  private[actor] def begin(): this.type =
    system.started(this)
    system.dispatcher.submit(this)
    this

  protected def wake(): Unit = system.dispatcher.submitNext(this)

  /** One turn: called by a worker, never twice at a time. */
  override def run(): Unit =
    val message = single
    val here = extra
    // the common turn: one message, nothing put aside
    if message != null && (here == null || here.isQuiet) && !message.isInstanceOf[Signal] &&
      !message.isInstanceOf[Envelope]
    then
      val result = react(message)
      if result != null && !result.isInstanceOf[Special] then
        if !(result eq behavior) then
          behavior = result
          if here != null then here.begin(result)
        if !release(message) then turns(message)
      else if result eq Unmatched then
        val node = new Mailbox.Node(message)
        more.append(node)
        more.skip(node, behavior.nn)
        turns(message)
      else if !become(result, message) then turns(message)
    else turns(null)
  end run

  /** Takes and tries messages until there are none or others must have their turn.
    *
    * @param handled the event that claimed the mailbox, if it has been handled already
    */
  private def turns(handled: AnyRef | Null): Unit =
    var done = handled
    val worker = Worker.current
    val most = system.engine.config.eventsPerTurn
    var budget = most - (if handled == null then 0 else 1)
    var mine = true
    behavior match
      case start: Start[M @unchecked] =>
        budget -= 1
        mine = !live(start, done)
      case _ =>
        val here = extra
        // many wait: what ends the actor has not to wait behind them
        if handled == null && here != null && here.untried != null then here.append(takeAll(null))
    // after release() another worker may have the fields already: nothing may be touched
    while mine do
      val here = extra
      val next = if here == null then null else here.untried
      if next == null then
        val taken = takeAll(done)
        if taken != null then
          done = null
          more.append(taken)
        else if refill() then ()
        else if timeIsOver() then mine = !become(react(TIMEOUT), done)
        else mine = !release(done)
      else if here != null && here.beginsAgain() then
        val taken = takeAll(done)
        if taken != null then
          done = null
          here.append(taken)
      else if here != null && here.isUrgent then
        mine = overtake(here) match
          case Outcome.End(reason) => !finish(reason, done)
          case _ => true
      else if budget <= 0 || budget < most && worker != null && worker.mustYield then
        mine = false
        system.dispatcher.submit(this)
      else
        budget -= 1
        mine = !tryMessage(next, done)
      end if
    end while
    // the worker itself counts one for the turn
    if worker != null && most - budget > 1 then worker.countEvents(most - budget - 1)
  end turns

  /** True when the actor has ended. */
  private def tryMessage(node: Mailbox.Node, done: AnyRef | Null): Boolean =
    val here = more
    node.event match
      case signal: Signal =>
        here.take(node)
        if here.goOn eq signal then goOnNow(here, done)
        else
          handle(signal) match
            case Outcome.GoOn => false
            case Outcome.End(reason) => finish(reason, done)
            case Outcome.Restart(keepMailbox) => restart(keepMailbox, done)
            case Outcome.Message(message) => tryEvent(message, new Mailbox.Node(message), insert = true, done)
      case _ if here.suspended =>
        here.pass(node)
        false
      case _ if !takeInHand(node) =>
        here.take(node)
        false
      case envelope: Envelope =>
        here.sender = envelope.sender
        val ended = tryEvent(envelope.message, node, insert = false, done)
        here.sender = null
        ended
      case message => tryEvent(message, node, insert = false, done)
    end match
  end tryMessage

  private def tryEvent(message: AnyRef, node: Mailbox.Node, insert: Boolean, done: AnyRef | Null): Boolean =
    val here = more
    val result = react(message)
    if result eq Unmatched then
      if insert then here.putBack(node) else putBack(node)
      here.skip(node, behavior.nn)
      false
    else
      if !insert then
        here.take(node)
        consumed(node)
      become(result, done)

  private def react(message: AnyRef): AnyRef =
    guarded(behavior.asInstanceOf[PartialFunction[AnyRef, AnyRef]].applyOrElse(message, NoMatch))

  private inline def guarded(inline step: AnyRef): AnyRef =
    try step
    catch case cause: Throwable => new Failure(cause)

  /** Takes on what a reaction said. True when the actor has ended. */
  private def become(result: AnyRef, done: AnyRef | Null): Boolean =
    val here = extra
    if here != null && here.timed != null then cancelTimer(here)
    var next = result
    var ended = false
    var settled = false
    var rounds = 0
    while !settled do
      next match
        case special: Special =>
          special match
            case timed: Timed =>
              behavior = timed.reaction
              more.timed = timed
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
              Pending.putAside(loop, this)
              next = Done
            case sequence: Sequence =>
              Pending.putAside(sequence, this)
              next = sequence.first
            case failure: Failure => next = failed(failure.cause)
            case Unmatched =>
              next =
                failed(IllegalStateException("reactWithin ran out of time and has no case TIMEOUT: add one"))
            case Suspended => settled = true
            case _: Start[?] => next = failed(IllegalStateException("a body ended with a body"))
        case reaction: PartialFunction[?, ?] =>
          behavior = reaction
          settled = true
        case other =>
          next = failed(
            IllegalStateException(s"a reaction ended with $other: end it with react { … }, done or stop")
          )
    end while
    val now = extra
    if now != null then now.begin(behavior)
    ended
  end become

  /** What was put aside is next: another round of the innermost loop, or what follows a sequence. */
  private def goOn(): AnyRef =
    val here = extra
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

  /** Many rounds in a row have waited for nothing: signals first, and others, if this turn has lasted long enough. */
  private def goOnLater(): Unit =
    val here = more
    val later = new Signal.GoOn(here.sender)
    here.goOn = later
    behavior = Underway
    send(later): Unit

  /** After [[goOnLater]]. True when the actor has ended. */
  private def goOnNow(here: Extra, done: AnyRef | Null): Boolean =
    val before = here.goOn.nn
    here.goOn = null
    here.sender = before.sender
    val ended = become(Done, done)
    here.sender = null
    if !ended && before.starts then tellStartedOnceItWaits()
    ended

  private def failed(cause: Throwable): AnyRef =
    report(cause)
    new Stop(ExitReason.Failed(cause))

  /** Ends for good, or, under a supervisor, until it has decided. True when for good. */
  private def finish(reason: ExitReason, done: AnyRef | Null): Boolean =
    val here = extra
    val supervised = if here == null then null else here.supervised
    if here == null || supervised == null then
      behavior = null
      end(reason, done)
      true
    else
      behavior = Suspended
      suspend(here, supervised, reason)
      false

  private def restart(keepMailbox: Boolean, done: AnyRef | Null): Boolean =
    val here = more
    resume(here, keepMailbox, done)
    live(here.supervised.nn.start.asInstanceOf[Start[M]], done)

  /** True when the actor has ended. */
  private def live(start: Start[M], done: AnyRef | Null): Boolean =
    val ended = become(guarded(start.body(this).asInstanceOf[AnyRef]), done)
    if !ended then tellStartedOnceItWaits()
    ended

  private def tellStartedOnceItWaits(): Unit =
    val here = extra
    val later = if here == null then null else here.goOn
    if later == null then tellStarted() else later.starts = true

  /** Owner only, instead of a turn: the system was shut down. */
  private[actor] def endUnasked(): Unit =
    behavior = null
    end(ExitReason.Shutdown, null)

  /** The engine was shut down. It stays as it is, but for what it was sent. */
  private[eddy] def refused(): Unit =
    while
      loseAll()
      !release(null)
    do ()

  protected def reaction: AnyRef | Null = behavior match
    case _: Special => null
    case other => other

  /** Nothing is left to try: starts the timer of a timed behaviour, or says that its time is over. */
  private def timeIsOver(): Boolean =
    val here = extra
    val timed = if here == null then null else here.timed
    if here == null || timed == null then false
    else
      val left = timed.deadlineNanos - system.engine.nanoTime
      if left > 0 && here.timer == null then
        here.timer = system.engine.after(FiniteDuration(left, TimeUnit.NANOSECONDS)): () =>
          send(new Signal.TimeOver(timed)): Unit
      left <= 0
end ReactCell

private[eddy] object ReactCell:
  /** So many rounds may wait for nothing before signals and others have their turn. */
  private final val RoundsInARow = 16

  /** Made, but not running yet: what is sent to it waits. */
  def create[M](
      system: ActorSystem,
      name: String | Null,
      mailbox: MailboxPolicy[M],
      body: Actor[M] => Behavior[M]
  ): ReactCell[M] =
    val cell = mailbox match
      case MailboxPolicy.Unbounded =>
        if system.inspects then new InspectedCell[M](system, body) else new ReactCell[M](system, body)
      case bounded: MailboxPolicy.Bounded[M @unchecked] => new BoundedCell[M](system, bounded, body)
    if name != null then cell.more.name = name
    cell
