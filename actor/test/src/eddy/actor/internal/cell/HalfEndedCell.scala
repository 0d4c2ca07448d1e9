package eddy.actor.internal.cell

import eddy.actor.internal.mailbox.BoundedBox
import eddy.actor.internal.system.SystemCore
import eddy.actor.{Actor, Behavior, ExitReason, MailboxPolicy}

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
) extends ReactCell[M](in, body),
      BoundedMailbox[M]:
  protected val box: BoundedBox[M] =
    new BoundedBox[M](policy, this: @unchecked, in.engine.world, in.mailboxCounters)

  override protected def end(reason: ExitReason, done: AnyRef | Null): Unit =
    box.close().foreach(more.append(_))
    there.countDown()
    gate.await()
    super.end(reason, done)
