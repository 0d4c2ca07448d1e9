package eddy.actor.internal.cell

import eddy.actor.internal.cell.Behaving.RoundsInARow
import eddy.actor.internal.cell.Special.*
import eddy.actor.internal.signal.{Envelope, Signal}
import eddy.actor.internal.system.{Closed, SystemCore}
import eddy.actor.{Actor, Behavior, ExitReason, MailboxPolicy, TIMEOUT}
import eddy.runtime.spi.{CurrentWorker, Mailbox}

/** An actor that waits as a closure, and runs in turns on the engine's workers. */
private[eddy] class ReactCell[M] private[internal] (in: SystemCore, body: Actor[M] => Behavior[M])
    extends Behaving[M](in, body),
      Closed.Terminable:

  private[actor] def begin(): this.type =
    noteStart()
    system.dispatcher.submit(this)
    this

  protected def wake(): Unit = system.dispatcher.submitNext(this)

  /** One turn: called by a worker, never twice at a time. */
  override def run(): Unit =
    val message = single
    val here = extra
    // the common turn: one message, an empty save queue
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
        skip(more, node, behavior.nn)
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
        val here = extra
        // many wait: what ends the actor has not to wait behind them
        if handled == null && here != null && here.untried != null then here.append(arranged(takeAll(null)))
    // after release() another worker may have the fields already: nothing may be touched
    while mine do
      val here = extra
      val next = if here == null then null else here.untried
      if next == null then
        val taken = takeAll(done)
        if taken != null then
          done = null
          more.append(arranged(taken))
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
      else if here != null && here.beginsAgain() then
        val taken = takeAll(done)
        if taken != null then
          done = null
          here.append(arranged(taken))
      else if here != null && here.isUrgent then
        mine = overtake(here) match
          case Outcome.End(reason) => !finish(reason, done)
          case _ => true
      else if mustYield(budget, most, worker) then
        mine = false
        system.dispatcher.submit(this)
      else
        budget -= 1
        timeouts = 0
        mine = !tryMessage(next, done)
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
      send(Signal.Look): Unit
      more.append(arranged(takeAll(done)))
    system.dispatcher.submit(this)

  /** True when the actor has terminated. */
  private def tryMessage(node: Mailbox.Node, done: AnyRef | Null): Boolean =
    val here = more
    node.event match
      case signal: Signal =>
        here.take(node)
        if here.goOn eq signal then goOnNow(here, done)
        else
          handle(signal) match
            case Outcome.GoOn => false
            case Outcome.TimeOut => become(react(TIMEOUT), done)
            case Outcome.End(reason) => finish(reason, done)
            case Outcome.Restart(keepMailbox) => restart(keepMailbox, done)
            case Outcome.Message(message) => tryEvent(message, new Mailbox.Node(message), insert = true, done)
      case _ if here.suspended =>
        here.pass(node)
        false
      case _ if !takeInHand(node) =>
        here.take(node)
        false
      case envelope: Envelope if isLate(envelope) =>
        here.take(node)
        consumed(node)
        false
      case envelope: Envelope =>
        here.sender = envelope.sender
        val ended = envelope.within(tryEvent(envelope.message, node, insert = false, done))
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
      skip(here, node, behavior.nn)
      false
    else
      if !insert then
        here.take(node)
        consumed(node)
      failedOn(message, result)
      become(result, done)

  /** Owner only, instead of a turn: the system was shut down. */
  private[actor] def endUnasked(): Unit =
    runEndHooks(ExitReason.Shutdown)
    behavior = null
    end(ExitReason.Shutdown, null)

  /** The engine was shut down. It stays as it is, but for what it was sent. */
  private[eddy] def refused(): Unit =
    while
      loseAll()
      !release(null)
    do ()

end ReactCell

private[eddy] object ReactCell:
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
    if name != null then cell.more.name = name
    cell
