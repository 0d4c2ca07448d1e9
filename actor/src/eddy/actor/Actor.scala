package eddy.actor

import eddy.actor.internal.{Cell, Spawn}

import scala.annotation.implicitNotFound

/** The actor whose body or reaction is running: the permission to `react`, to ask for `self`, to [[link]] and so on.
  *
  * Given inside `actor { … }`. It must not leave the actor: hand out `self` instead.
  */
@implicitNotFound(
  "this works only inside an actor: write it within actor[Message] { … }, or give the method a (using Actor[Message]) clause; " +
    "Message is the type of what the actor takes"
)
trait Actor[M] private[actor] ():
  private[actor] def cell: Cell[M]

/** Starts an actor and returns at once; `body` runs soon, on a worker of the system's engine, and says how it begins.
  *
  * An actor is no thread: while it waits it is an object and a closure. Its reactions never run at the same time, and
  * each sees what the ones before it wrote. A reaction that throws ends this actor only; it is reported, and its
  * monitors and the actors linked to it are told ([[ExitReason.Failed]]). Reactions may block.
  *
  * The compiler warns when `M` is an enum or a sealed trait, all reactions are written in `body`, and none of them could
  * ever take one of its cases: name the cases it does take, as in `actor[Msg.A | Msg.B]`, or react to the others.
  */
inline def actor[M](inline body: Actor[M] ?=> Behavior[M])(using ActorSystem): ActorRef[M] =
  Spawn.check[M](body)
  Spawn.actor[M](null, MailboxPolicy.Unbounded)(body)

/** As [[actor]], with a name for reports and for people who look. Names need not be unique; see [[ActorSystem.register]]
  * for those that must.
  */
inline def actorNamed[M](name: String)(inline body: Actor[M] ?=> Behavior[M])(using
    ActorSystem
): ActorRef[M] =
  Spawn.check[M](body)
  Spawn.actor[M](name, MailboxPolicy.Unbounded)(body)

/** As [[actor]], with a mailbox that keeps at most `capacity` messages, and what happens to more. */
inline def actorBounded[M](capacity: Int, overflow: Overflow[M])(inline body: Actor[M] ?=> Behavior[M])(using
    ActorSystem
): ActorRef[M] =
  Spawn.check[M](body)
  Spawn.actor[M](null, MailboxPolicy.Bounded(capacity, overflow))(body)

/** The actor itself, to be sent to others. */
def self[M](using actor: Actor[M]): ActorRef[M] = actor.cell
