package eddy.actor

import eddy.actor.internal.cell.Cell

import scala.annotation.implicitNotFound

/** The actor whose body or reaction is running: the permission to `react`, to ask for `self`, to [[link]] and
  * so on.
  *
  * Given inside `actor { … }`. It must not leave the actor: hand out `self` instead.
  */
@implicitNotFound(
  "this works only inside an actor, and one that takes the same messages: write it within actor[Message] { … }, or give " +
    "the method a (using Actor[Message]) clause; Message is the type of what the actor takes"
)
trait Actor[M] private[actor] ():
  /** The type of the messages it receives. */
  type Message = M
  private[actor] def cell: Cell[M]

/** The actor itself, to be sent to others. Its type is that of the innermost actor around, whatever is
  * expected: so the compiler names both types where they do not fit.
  */
def self[A <: Actor[?]](using
    @implicitNotFound(
      "self works only inside an actor: write it within actor[Message] { … }, or give the method a (using Actor[Message]) " +
        "clause; Message is the type of what the actor takes"
    ) actor: A
): ActorRef[MessageOf[A]] = actor.cell.asInstanceOf[ActorRef[MessageOf[A]]]

/** The type of an actor's messages. */
type MessageOf[A] = A match
  case Actor[m] => m
