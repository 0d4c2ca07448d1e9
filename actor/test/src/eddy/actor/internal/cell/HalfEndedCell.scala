package eddy.actor.internal.cell

import eddy.actor.internal.mailbox.MessageSource
import eddy.actor.internal.system.SystemCore
import eddy.actor.{Actor, Behavior, Delivery, ExitReason, MailboxPolicy}

import java.util.concurrent.CountDownLatch

/** A bounded actor that pauses in its end: its bounded mailbox takes nothing any more, and it is alive until
  * `gate` opens.
  */
private[eddy] final class HalfEndedCell[M](
    in: SystemCore,
    policy: MailboxPolicy.Bounded[M],
    there: CountDownLatch,
    gate: CountDownLatch,
    body: Actor[M] => Behavior[M]
) extends ReactCell[M](in, body):
  private val bounded = new BoundedSource[M](this: @unchecked, policy)
  override private[actor] def source: MessageSource = bounded
  override protected def accept(message: M): Delivery = bounded.put(stamped(message))

  override private[cell] def end(reason: ExitReason, done: AnyRef | Null): Unit =
    bounded.close().foreach(coldState.append(_))
    there.countDown()
    gate.await()
    super.end(reason, done)
