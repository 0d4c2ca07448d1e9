package eddy.actor.internal.inlined

import eddy.actor.internal.system.NameRegistry
import eddy.actor.{MailboxPolicy, Overflow}

/** The options of an actor of either kind before its start. Public because it is inlined into users' code;
  * not for them.
  */
final class SpawnOptions[-M] private (
    private[actor] val name: String | Null,
    private[actor] val mailbox: MailboxPolicy[M]
):
  private[actor] def named(text: String): SpawnOptions[M] =
    new SpawnOptions(NameRegistry.checked(text), mailbox)
  private[actor] def bounded[N <: M](capacity: Int, overflow: Overflow[N]): SpawnOptions[N] =
    new SpawnOptions(name, MailboxPolicy.Bounded(capacity, overflow))

object SpawnOptions:
  /** No name, and an unbounded mailbox. */
  val plain: SpawnOptions[Any] = new SpawnOptions(null, MailboxPolicy.Unbounded)
