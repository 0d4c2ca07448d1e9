package eddy.actor

import eddy.actor.internal.signal.{Envelope, Signal}
import eddy.actor.internal.system.SystemCore

import scala.util.control.NonFatal

extension [M](ref: ActorRef[M])
  /** This address, for messages of another type: each is sent as what `message` makes of it.
    *
    * {{{
    * enum Desk:
    *   case Order(item: String)
    *   case Paid(receipt: Receipt)
    * cashier ! Charge(3, self.contramap(Desk.Paid(_)))
    * }}}
    * The sending thread calls `message`, which should only make the message. If it throws, the sender
    * continues: the exception is reported to the engine of this actor, and the message is a dead letter
    * ([[DeadLetter.Reason.Unmapped]]; `trySend` returns `Dropped`).
    *
    * Links, monitors and exits are those of this actor. Two such addresses are equal if their actors are and
    * both have the same function object. A function literal may be another object each time: keep the address
    * in a value where you leave a group or take back a subscription with it.
    */
  def contramap[N](message: N => M): ActorRef[N] = new AdaptedRef[N, M](ref, message)

/** The address `to` for messages of type `N`; see [[contramap]]. */
private[actor] final class AdaptedRef[-N, M](to: ActorRef[M], message: N => M) extends ActorRef[N]:
  /** `sent` as the receiver takes it, with what it carries. Null when it was lost: the function threw. */
  private def adapted(sent: N): M | Null =
    if sent == null then throw Envelope.nullSent(to)
    try
      val made = message(Envelope.plain(sent).asInstanceOf[N])
      if made == null then throw Envelope.nullSent(to)
      sent match
        case envelope: Envelope => envelope.withMessage(made.asInstanceOf[AnyRef]).asInstanceOf[M]
        case _ => made
    catch
      case NonFatal(cause) =>
        val core = SystemCore.of(to)
        core.engine.report(cause, s"the function of contramap that makes a message to $to")
        core.deadLetter(sent, to.target, DeadLetter.Reason.Unmapped)
        null

  def !(sent: N): Unit =
    val made = adapted(sent)
    if made != null then to ! made

  def trySend(sent: N): Delivery =
    val made = adapted(sent)
    if made == null then Delivery.Dropped else to.trySend(made)

  private[eddy] def deliver(sent: N): DeadLetter.Reason | Null =
    val made = adapted(sent)
    if made == null then DeadLetter.Reason.Unmapped else to.deliver(made)

  override def exit(reason: ExitReason): Unit = to.exit(reason)

  /** Nobody else takes the messages of the actor: they are of its own type. */
  private[eddy] def signal(signal: Signal): Boolean = signal match
    case exit: Signal.Exit if exit.heir != null => to.signal(exit.withoutHeir(to))
    case other => to.signal(other)

  override private[eddy] def target: ActorRef[?] = to.target
  override private[eddy] def adapter: AnyRef = message
  private[eddy] def system: AnyRef = to.system
  override def mailboxStats: Option[MailboxStats] = to.mailboxStats
  def isAlive: Boolean = to.isAlive
  override private[eddy] def isOver: Boolean = to.isOver
  override private[eddy] def backlog(atMost: Int): Int = to.backlog(atMost)
  override private[eddy] def isOneActor: Boolean = to.isOneActor

  private def next: ActorRef[?] = to
  override def equals(other: Any): Boolean = other match
    case that: AdaptedRef[?, ?] => (that.adapter eq message) && that.next == to
    case _ => false
  // a set of addresses has an order, which is the same in each run of a simulation
  override def hashCode: Int = to.hashCode
  override def toString: String = to.toString
end AdaptedRef
