package eddy.actor

import eddy.actor.internal.{Cell, ReactCell}

import scala.annotation.implicitNotFound

/** The actor whose body or reaction is running: the permission to `react`, to ask for `self`, to [[link]] and so on.
  *
  * Given inside `actor { … }`. It must not leave the actor: hand out `self` instead.
  */
@implicitNotFound(
  "this works only inside an actor: write it within actor[${M}] { … }, or give the method a (using Actor[${M}]) clause"
)
trait Actor[M] private[actor] ():
  private[actor] def cell: Cell[M]

/** Starts an actor and returns at once; `body` runs soon, on a worker of the system's engine, and says how it begins.
  *
  * An actor is no thread: while it waits it is an object and a closure. Its reactions never run at the same time, and
  * each sees what the ones before it wrote. A reaction that throws ends this actor only; it is reported, and its
  * monitors and the actors linked to it are told ([[ExitReason.Failed]]). Reactions may block.
  */
def actor[M](body: Actor[M] ?=> Behavior[M])(using system: ActorSystem): ActorRef[M] =
  ReactCell.create(system, null, body(using _)).begin()

/** As [[actor]], with a name for reports and for people who look. Names need not be unique; see [[ActorSystem.register]]
  * for those that must.
  */
def actorNamed[M](name: String)(body: Actor[M] ?=> Behavior[M])(using system: ActorSystem): ActorRef[M] =
  ReactCell.create(system, name, body(using _)).begin()

/** As [[actor]], with a mailbox that keeps at most `capacity` messages, and what happens to more. */
def actorBounded[M](capacity: Int, overflow: Overflow[M])(body: Actor[M] ?=> Behavior[M])(using
    system: ActorSystem
): ActorRef[M] =
  ReactCell.create(system, null, body(using _), MailboxPolicy.Bounded(capacity, overflow)).begin()

/** The actor itself, to be sent to others. */
def self[M](using actor: Actor[M]): ActorRef[M] = actor.cell
