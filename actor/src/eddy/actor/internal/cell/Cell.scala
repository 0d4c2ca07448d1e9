package eddy.actor.internal.cell

import eddy.actor.internal.mailbox.{MailboxView, MessageSource, SaveQueue}
import eddy.actor.internal.signal.{Envelope, KeyedTimer, Signal, Supervised}
import eddy.actor.internal.system.{Cohort, SystemCore}
import eddy.actor.{Actor, ActorLocal, ActorRef, DeadLetter, Delivery, ExitReason, MailboxStats}
import eddy.runtime.TimerOwner
import eddy.runtime.spi.Mailbox

import java.lang.System.Logger.Level

/** The common part of every actor: its address, its mailbox and what it does to itself. Its two kinds are
  * [[ReactCell]], whose reactions are events, and [[ThreadCell]], whose body has a virtual thread.
  *
  * The rest is beside it, by composition: [[MessageSource]] says which message comes next, [[ColdState]]
  * holds what only some actors need, [[SignalHandler]] handles signals, [[LifeEnd]] ends lives, and
  * [[Inspection]] shows the actor to other threads.
  *
  * All fields are confined to the thread that has claimed the mailbox; the claim hands them from one thread
  * to the next.
  */
private[eddy] abstract class Cell[M](in: SystemCore) extends Mailbox(idle = false), ActorRef[M], Actor[M]:
  // a racing thread sees the first one or that of terminated actors: both have the same system
  private var cohort: Cohort[SystemCore] = in.cohorts.next()

  // with the cohort, the mailbox's state and the subclass's behavior the only fields: every actor pays for
  // each
  private[actor] var cold: ColdState | Null = null

  final def system: SystemCore = cohort.system
  private[actor] def cell: Cell[M] = this

  // --- the two kinds differ in this ------------------------------------------------------------------------

  /** Runs the body, soon. The creator calls it once. */
  private[actor] def begin(): this.type

  /** Schedules the actor; called by the thread that claimed its mailbox. */
  protected def wake(): Unit

  /** Owner only: its body runs, and has not come to a behavior. */
  private[actor] def isBeginning: Boolean

  /** Before [[begin]]: what the life begins with, if a restart needs it. */
  protected def start: Directive | Null

  /** The reaction that the next message meets, if it is known; any thread. */
  private[actor] def reaction: AnyRef | Null

  /** After a kill: brings it out of what it is blocked in, if it has a thread of its own. */
  private[actor] def interrupt(): Unit = ()

  /** Where its messages come from; the same for its whole life. */
  private[actor] def source: MessageSource = MessageSource.Direct

  /** What other threads see of its messages; the same for its whole life. */
  private[actor] def view: MailboxView = MailboxView.Unbounded

  // --- sending: any thread ---------------------------------------------------------------------------------

  def !(message: M): Unit = deliver(message): Unit

  private[eddy] final def deliver(message: M): DeadLetter.Reason | Null =
    deadLetterOf(message, trySend(message))

  final def trySend(message: M): Delivery =
    if message == null then throw Envelope.nullSent(this)
    accept(message)

  /** [[trySend]] of a message that is not null. */
  protected def accept(message: M): Delivery =
    if post(message.asInstanceOf[AnyRef]) then Delivery.Accepted else Delivery.Terminated

  /** After [[trySend]]: the reason why `message` is a dead letter, if it is one; it is counted as one. */
  private[actor] final def deadLetterOf(message: Any, delivery: Delivery): DeadLetter.Reason | Null =
    delivery match
      case Delivery.Accepted => null
      // it was counted when it was dropped
      case Delivery.Dropped => view.dropReason
      case Delivery.Terminated => deadLetter(message, DeadLetter.Reason.Terminated)
      case Delivery.Full => deadLetter(message, DeadLetter.Reason.Overflow)

  private def deadLetter(message: Any, reason: DeadLetter.Reason): DeadLetter.Reason =
    system.deadLetter(message, this, reason)
    reason

  /** Sends a message that must not be refused, whatever the mailbox's policy. */
  private[actor] final def deliverAnyway(message: M): Unit =
    if !post(source.behind(stamped(message))) then
      system.deadLetter(message, this, DeadLetter.Reason.Terminated)

  private[eddy] def signal(signal: Signal): Boolean =
    if system.inspects then system.engine.platform.beforeSend()
    val event = if signal.hasTurn then source.behind(signal) else signal
    event match
      case urgent: Signal if urgent.overtakes => accepted(offer(urgent, new Signal.Urgent(urgent)))
      case other => post(other)

  /** Puts an event into the mailbox, and schedules the actor if that was idle. False: it is terminated. */
  private[actor] final def post(event: AnyRef): Boolean = accepted(offer(event))

  private def accepted(offer: Mailbox.Offer): Boolean = offer match
    case Mailbox.Offer.Queued => true
    case Mailbox.Offer.Closed => false
    case Mailbox.Offer.Claimed =>
      wake()
      true

  /** The envelope sent instead of `message` in a system that keeps a list of its actors, or has a carrier. */
  protected final def stamped(message: M): AnyRef =
    val carrier = system.carrier
    val along = if carrier == null then null else carrier.present
    val plain = message.asInstanceOf[AnyRef]
    val event = if along == null then plain else Envelope.carrying(plain, along)
    if !system.inspects then event
    else
      val platform = system.engine.platform
      platform.beforeSend()
      if platform.stampsMessages then Envelope.stamped(event, platform.nanoTime) else event

  def isAlive: Boolean = !isClosed
  override private[eddy] def backlog(atMost: Int): Int = Inspection.backlog(this, atMost)
  override def mailboxStats: Option[MailboxStats] = view.stats

  // --- its life: owner only --------------------------------------------------------------------------------

  private[actor] final def coldState: ColdState =
    val present = cold
    if present != null then present
    else
      val made = new ColdState
      cold = made
      made

  /** Before [[begin]]: each life that has come to wait for its first message calls `started`; ends and
    * failures go to `ended`, and the actor waits for a verdict.
    *
    * @param announces it says itself when it has started
    */
  private[actor] final def supervise(
      by: ActorRef[?],
      announces: Boolean,
      started: () => Unit,
      ended: ExitReason => Unit
  ): Unit =
    coldState.supervised = new Supervised(by, announces, started, ended, start)

  /** It is about to run. @throws IllegalStateException when its system or engine was shut down */
  protected final def noteStart(): Unit =
    system.started(this, isSupervised)
    cohort.started()

  /** The creator calls it instead of [[begin]]. */
  private[actor] final def endUnbegun(reason: ExitReason): Unit =
    if isAlive then
      system.endsUnbegun()
      cohort.started()
      end(reason, null)

  /** Ends the actor for good; see [[LifeEnd.end]]. */
  private[cell] def end(reason: ExitReason, done: AnyRef | Null): Unit = LifeEnd.end(this, reason, done)

  /** It counts as terminated from now on. */
  private[cell] final def leaveCohort(): Unit = cohort = cohort.ended()

  private[actor] final def isSupervised: Boolean =
    val here = cold
    here != null && here.supervised != null

  private[actor] final def suspended: Boolean =
    val here = cold
    here != null && here.suspended

  /** The life has come to its first wait. */
  protected final def tellStarted(): Unit =
    val here = cold
    val supervised = if here == null || here.suspended then null else here.supervised
    if supervised != null && !supervised.announces then supervised.started()

  /** By a body that says itself when it has started. */
  private[actor] final def announceStarted(): Unit =
    val supervised = coldState.supervised
    if supervised != null then supervised.started()

  private[cell] final def report(cause: Throwable): Unit =
    system.engine.report(cause, s"$this, which has terminated")

  // --- its messages: owner only ----------------------------------------------------------------------------

  /** Moves the events received since the last call to the save queue; false without one. */
  private[cell] final def fetch(done: AnyRef | Null): Boolean =
    val taken = takeAll(done)
    if taken != null then coldState.append(source.merged(taken))
    taken != null

  /** Moves one more message from a source beside the mailbox to the save queue; false without one. A
    * suspended actor takes none: senders may still have its messages replaced in place.
    */
  private[cell] final def refill(): Boolean = !suspended && poll()

  private[cell] final def poll(): Boolean =
    // most have no other source, and no cold state for its sake
    val from = source
    if from eq MessageSource.Direct then false
    else
      val here = cold
      val polled = from.poll(if here == null then null else here.saved)
      if polled != null then coldState.append(polled)
      polled != null

  /** `node` does not match `reaction`, and is kept for a later one. */
  protected final def skip(here: ColdState, node: Mailbox.Node, reaction: AnyRef): Unit =
    here.saved.skip(node, reaction)
    if here.saved.keepsTooMany then
      system.log(
        Level.WARNING,
        s"$this keeps ${SaveQueue.Suspicious} messages that its behavior does not match: add a case for them, " +
          "or a last case that drops them"
      )

  /** It was meant for a life that is over, and is lost; or its timer was cancelled, and it is dropped. */
  protected final def isLate(envelope: Envelope): Boolean = envelope.life match
    case null => false
    case timer: KeyedTimer => !timer.isOpen
    case life =>
      val late = !(life eq coldState.life)
      if late then system.deadLetter(envelope, this, DeadLetter.Reason.Restarted)
      late

  /** The timer with a key whose message `node` is; null for other messages. */
  protected final def timerOf(node: Mailbox.Node): KeyedTimer | Null = node.event match
    case envelope: Envelope =>
      envelope.life match
        case timer: KeyedTimer => timer
        case _ => null
    case _ => null

  /** What stands for the present life in messages for it alone; null when there can be no other. */
  private[actor] final def presentLife: AnyRef | Null = if isSupervised then coldState.life else null

  /** The calling thread runs a reaction of it, or its body. */
  private def isActing: Boolean = system.engine.platform.acting eq this

  /** `message` as a timer sends it later: for the present life alone, if that starts the timer. */
  private[actor] final def fromItself[N](message: N): N =
    if isActing then Envelope.of(presentLife, message) else message

  /** Of a timer for its messages, which the calling thread is about to start. */
  private[actor] final def timerOwner: TimerOwner = system.timers.owner(this, own = isActing)(isAlive)

  // --- what the running actor does to itself ---------------------------------------------------------------

  private[actor] final def link(other: ActorRef[?]): Unit =
    require(other ne this, s"$this cannot be linked to itself: link it to another actor")
    if coldState.links.to(other).isEmpty then
      val made = new Signal.Link(this)
      coldState.links = coldState.links.entered(other, made)
      if !other.signal(made) then signal(new Signal.Exit(other, ExitReason.NoActor, List(made))): Unit

  private[actor] final def unlink(other: ActorRef[?]): Unit =
    val present = coldState.links.to(other)
    if present.nonEmpty then
      coldState.links = coldState.links.without(other, present)
      other.signal(new Signal.Unlink(this, present)): Unit

  private[actor] final def local[A](key: ActorLocal[A]): Option[A] =
    val here = cold
    if here == null then None else here.locals.get(key).asInstanceOf[Option[A]]

  // a set of actors has an order: the platform decides it
  override def hashCode: Int = system.engine.platform.hash(this)

  override def toString: String =
    val here = cold
    val name = if here == null then null else here.name
    if name == null then s"actor ${system.engine.platform.label(this)}" else s"actor \"$name\""
end Cell
