package eddy.actor.internal.cell

import eddy.actor.internal.mailbox.BoundedBox
import eddy.actor.internal.system.SystemCore
import eddy.actor.{Actor, Behavior, MailboxPolicy, ThreadActor}

private[eddy] final class BoundedCell[M](
    in: SystemCore,
    policy: MailboxPolicy.Bounded[M],
    body: Actor[M] => Behavior[M]
) extends ReactCell[M](in, body),
      BoundedMailbox[M]:
  protected val box: BoundedBox[M] =
    new BoundedBox[M](policy, this: @unchecked, in.engine.world, in.mailboxCounters)

private[eddy] final class BoundedThreadCell[M](
    in: SystemCore,
    policy: MailboxPolicy.Bounded[M],
    body: ThreadActor[M] => Unit
) extends ThreadCell[M](in, body),
      BoundedMailbox[M]:
  protected val box: BoundedBox[M] =
    new BoundedBox[M](policy, this: @unchecked, in.engine.world, in.mailboxCounters)
