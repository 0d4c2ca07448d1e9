package eddy.actor.internal.cell

import eddy.actor.internal.signal.{Envelope, Signal}
import eddy.actor.internal.system.{Cohort, SystemCore}
import eddy.actor.{ActorRef, DeadLetter, Delivery}
import eddy.runtime.spi.Mailbox

/** The receiving side of an actor: puts messages and signals into its mailbox, and reports the outcome.
  *
  * All fields are confined to the thread that has claimed the mailbox; the claim hands them from one thread
  * to the next.
  */
private[eddy] abstract class Receiver[M](in: SystemCore) extends Mailbox(idle = false), ActorRef[M]:
  // a racing thread sees the first one or that of terminated actors: both have the same system
  private var cohort: Cohort[SystemCore] = in.cohorts.next()

  final def system: SystemCore = cohort.system

  private[actor] final def countStart(): Unit = cohort.started()
  private[actor] final def countEnd(): Unit = cohort = cohort.ended()

  // with the cohort, the mailbox's state and the subclass's behavior the only fields: every actor pays for
  // each
  private[actor] var extra: Extra | Null = null

  /** Schedules the actor; called by the thread that claimed its mailbox. */
  protected def wake(): Unit

  def !(message: M): Unit = deliver(message): Unit

  private[eddy] final def deliver(message: M): DeadLetter.Reason | Null =
    undelivered(message, trySend(message))

  /** The part of [[deliver]] after [[trySend]]: the reason why `message` is a dead letter, if it is one. */
  private[actor] final def undelivered(message: M, delivery: Delivery): DeadLetter.Reason | Null =
    if delivery == Delivery.Accepted then null
    else if delivery == Delivery.Dropped then dropReason // it is a dead letter already
    else
      val reason =
        if delivery == Delivery.Ended then DeadLetter.Reason.Ended else DeadLetter.Reason.Overflow
      system.deadLetter(message, this, reason)
      reason

  /** Why the mailbox drops messages, if its policy does. */
  protected def dropReason: DeadLetter.Reason = DeadLetter.Reason.Overflow

  final def trySend(message: M): Delivery =
    if message == null then throw Envelope.nullSent(this)
    deliverNow(message)

  private[eddy] def deliverNow(message: M): Delivery = deliverEvent(message.asInstanceOf[AnyRef])

  protected final def deliverEvent(event: AnyRef): Delivery =
    if send(event) then Delivery.Accepted else Delivery.Ended

  /** The envelope sent instead of `message` in a system that keeps a list of its actors, or has a carrier. */
  protected final def stamped(message: M): AnyRef =
    val carrier = system.carrier
    val along = if carrier == null then null else carrier.present
    val plain = message.asInstanceOf[AnyRef]
    val event = if along == null then plain else Envelope.carrying(plain, along)
    if !system.inspects then event
    else
      val world = system.engine.world
      world.beforeSend()
      if world.stampsMessages then Envelope.stamped(event, world.nanoTime) else event

  /** Sends a message that must not be refused, whatever the mailbox's policy. */
  private[actor] final def deliverAnyway(message: M): Unit =
    if deliverEvent(inTurn(stamped(message))) != Delivery.Accepted then
      system.deadLetter(message, this, DeadLetter.Reason.Ended)

  /** How `event`, which the system sends, waits for its turn behind the messages that came before it. */
  protected def inTurn(event: AnyRef): AnyRef = event

  override private[eddy] def backlog(atMost: Int): Int =
    val here = extra
    val kept = if here == null then 0 else here.keptCount(atMost)
    kept + pendingCount(atMost - kept)

  private[eddy] def signal(signal: Signal): Boolean =
    if system.inspects then system.engine.world.beforeSend()
    if signal.overtakes then accepted(offer(signal, new Signal.Urgent(signal))) else send(signal)

  private[actor] final def send(event: AnyRef): Boolean = accepted(offer(event))

  private def accepted(offer: Mailbox.Offer): Boolean = offer match
    case Mailbox.Offer.Queued => true
    case Mailbox.Offer.Closed => false
    case Mailbox.Offer.Claimed =>
      wake()
      true

  def isAlive: Boolean = !isClosed

  private[actor] final def more: Extra =
    val present = extra
    if present != null then present
    else
      val made = new Extra
      extra = made
      made
end Receiver
