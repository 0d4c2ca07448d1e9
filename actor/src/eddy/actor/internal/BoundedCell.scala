package eddy.actor.internal

import eddy.actor.{
  Actor,
  ActorSystem,
  Behavior,
  DeadLetter,
  Delivery,
  ExitReason,
  MailboxPolicy,
  MailboxStats
}
import eddy.runtime.internal.Mailbox

/** An actor whose messages wait in a [[BoundedBox]]; what the system sends goes past it, as always. */
private[eddy] final class BoundedCell[M](
    in: ActorSystem,
    policy: MailboxPolicy.Bounded[M],
    body: Actor[M] => Behavior[M]
) extends ReactCell[M](in, body):
  private val box =
    new BoundedBox[M](
      policy,
      in.engine.world,
      message => in.deadLetter(message, this, DeadLetter.Reason.Overflow)
    )

  override private[eddy] def deliverNow(message: M): Delivery =
    val (delivery, wakeOwner) = box.put(stamped(message).asInstanceOf[M])
    if wakeOwner then signal(Signal.Look): Unit
    delivery

  override protected def refill(): Boolean =
    val message = box.poll()
    if message != null then more.append(new BoundedCell.Boxed(message))
    message != null

  override protected def consumed(node: Mailbox.Node): Unit = node match
    case _: BoundedCell.Boxed => box.consumed()
    case _ => ()

  override protected def end(reason: ExitReason, done: AnyRef | Null): Unit =
    val left = box.close()
    // before anybody is told of the end
    left.foreach(message => system.deadLetter(message, this, DeadLetter.Reason.Ended))
    super.end(reason, done)

  override protected def oldest: AnyRef | Null =
    val kept = super.oldest
    // a signal may only say that there is something in the box
    if kept == null || kept.isInstanceOf[Signal] then box.oldest else kept

  override private[eddy] def backlog(atMost: Int): Int = math.min(box.stats.waiting, atMost)

  override def mailboxStats: Option[MailboxStats] = Some(box.stats)
end BoundedCell

private object BoundedCell:
  /** A message that holds a place in the box; one that the system made of a trapped exit does not. */
  final class Boxed(message: AnyRef) extends Mailbox.Node(message)
