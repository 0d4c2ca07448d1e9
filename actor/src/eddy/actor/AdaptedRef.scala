package eddy.actor

import eddy.actor.internal.signal.{Envelope, Signal}

extension [M](ref: ActorRef[M])
  /** This address, for messages of another type: each is sent as what `message` makes of it.
    *
    * {{{
    * enum Desk:
    *   case Order(item: String)
    *   case Paid(receipt: Receipt)
    * cashier ! Charge(3, self.contramap(Desk.Paid(_)))
    * }}}
    * The sending thread calls `message`, which should only make the message: if it throws, `!` throws. Links,
    * monitors and exits are those of this actor.
    */
  def contramap[N](message: N => M): ActorRef[N] = new AdaptedRef[N, M](ref, message)

/** The address `to` for messages of type `N`; see [[contramap]]. */
private[actor] final class AdaptedRef[-N, M](to: ActorRef[M], message: N => M) extends ActorRef[N]:
  /** `sent` as the receiver takes it, with what it carries. */
  private[actor] def adapted(sent: N): M =
    if sent == null then throw Envelope.nullSent(to)
    sent match
      case envelope: Envelope =>
        val made = message(envelope.message.asInstanceOf[N])
        if made == null then throw Envelope.nullSent(to)
        envelope.withMessage(made.asInstanceOf[AnyRef]).asInstanceOf[M]
      case plain => message(plain)

  def !(sent: N): Unit = to ! adapted(sent)
  def trySend(sent: N): Delivery = to.trySend(adapted(sent))
  private[eddy] def deliver(sent: N): DeadLetter.Reason | Null = to.deliver(adapted(sent))

  private[actor] def next: ActorRef[M] = to
  override private[eddy] def target: ActorRef[?] = to.target
  private[eddy] def system: AnyRef = to.system
  private[eddy] def signal(signal: Signal): Boolean = to.signal(signal)
  override def mailboxStats: Option[MailboxStats] = to.mailboxStats
  def isAlive: Boolean = to.isAlive
  override private[eddy] def isOver: Boolean = to.isOver
  override private[eddy] def backlog(atMost: Int): Int = to.backlog(atMost)
  override private[eddy] def isOneActor: Boolean = to.isOneActor
  override def toString: String = to.toString
end AdaptedRef
