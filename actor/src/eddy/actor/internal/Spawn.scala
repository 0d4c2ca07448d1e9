package eddy.actor.internal

import eddy.actor.internal.ProtocolCheck.checked
import eddy.actor.{Actor, ActorRef, ActorSystem, Behavior, Child, ChildOptions, MailboxPolicy}

/** What the inlined methods that start actors call. Public because it is inlined into users' code; not for them. */
object Spawn:
  /** Warns, while the caller is compiled, of cases of the protocol that `body` never receives; see [[ProtocolCheck]]. */
  inline def check[M](inline body: Actor[M] ?=> Behavior[M]): Unit =
    ${ checked[M]('{ (actor: Actor[M]) ?=> body(using actor) }) }

  def actor[M](name: String | Null, mailbox: MailboxPolicy[M])(body: Actor[M] ?=> Behavior[M])(using
      system: ActorSystem
  ): ActorRef[M] = ReactCell.create(system, name, body(using _), mailbox).begin()

  def linked[M](body: Actor[M] ?=> Behavior[M])(using parent: Actor[?]): ActorRef[M] =
    val child = ReactCell.create[M](parent.cell.system, null, body(using _))
    parent.cell.link(child)
    child.begin()

  def child[M](name: String, options: ChildOptions)(body: Actor[M] ?=> Behavior[M])(using
      system: ActorSystem
  ): Child[M] =
    new Child(ReactCell.create(system, Child.checked(name), body(using _)), name, options)
end Spawn
