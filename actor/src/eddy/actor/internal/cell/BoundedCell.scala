package eddy.actor.internal.cell

import eddy.actor.internal.mailbox.{MailboxView, MessageSource}
import eddy.actor.internal.system.SystemCore
import eddy.actor.{Actor, Behavior, Delivery, MailboxPolicy, ThreadActor}

/** A reacting actor with a bounded mailbox. */
private[eddy] final class BoundedCell[M](
    in: SystemCore,
    policy: MailboxPolicy.Bounded[M],
    body: Actor[M] => Behavior[M]
) extends ReactCell[M](in, body):
  private val bounded = new BoundedSource[M](this: @unchecked, policy)
  override private[actor] def source: MessageSource = bounded
  override private[actor] def view: MailboxView = bounded
  override protected def accept(message: M): Delivery = bounded.put(stamped(message))

/** An actor with a thread and a bounded mailbox. */
private[eddy] final class BoundedThreadCell[M](
    in: SystemCore,
    policy: MailboxPolicy.Bounded[M],
    body: ThreadActor[M] => Unit
) extends ThreadCell[M](in, body):
  private val bounded = new BoundedSource[M](this: @unchecked, policy)
  override private[actor] def source: MessageSource = bounded
  override private[actor] def view: MailboxView = bounded
  override protected def accept(message: M): Delivery = bounded.put(stamped(message))
