package eddy.actor

import eddy.actor.internal.Cell

import scala.annotation.implicitNotFound

/** The actor whose body or reaction is running: the permission to `react`, to ask for `self`, to [[link]] and so on.
  *
  * Given inside `actor { … }`. It must not leave the actor: hand out `self` instead.
  */
@implicitNotFound(
  "this works only inside an actor, and one that takes the same messages: write it within actor[Message] { … }, or give " +
    "the method a (using Actor[Message]) clause; Message is the type of what the actor takes"
)
trait Actor[M] private[actor] ():
  /** What it is sent. */
  type Message = M
  private[actor] def cell: Cell[M]

/** Starts actors: `actor[Msg] { … }`.
  *
  * {{{
  * actor[Msg] { … }                                                     // no more than an actor
  * actor.named[Msg]("stock") { … }                                      // with a name for people who look
  * actor.bounded[Msg](100, Overflow.Refuse).named("stock").linked { … } // to the actor that starts it
  * val (child, watch) = actor.monitored[Msg](Down(_)) { … }             // watched by the actor that starts it
  * }}}
  * The body runs soon, on a worker of the system's engine, and says how the actor begins; who starts it goes on at once.
  * An actor is no thread: while it waits it is an object and a closure. Its reactions never run at the same time, and each
  * sees what the ones before it wrote. A reaction that throws ends this actor only; it is reported, and its monitors and
  * the actors linked to it are told ([[ExitReason.Failed]]). Reactions may block.
  *
  * The compiler warns when `M` is an enum or a sealed trait, all reactions are written in the body, and none of them could
  * ever take one of its cases: name the cases it does take, as in `actor[Msg.A | Msg.B]`, or react to the others.
  *
  * See [[threadActor]] for actors that may `receive`, and [[Child]] for those that a supervisor starts.
  */
val actor: ActorStart = new ActorStart

/** The actor itself, to be sent to others. Its type is that of the innermost actor around, whatever is
  * expected: so the compiler names both types where they do not fit.
  */
def self[A <: Actor[?]](using
    @implicitNotFound(
      "self works only inside an actor: write it within actor[Message] { … }, or give the method a (using Actor[Message]) " +
        "clause; Message is the type of what the actor takes"
    ) actor: A
): ActorRef[MessageOf[A]] = actor.cell.asInstanceOf[ActorRef[MessageOf[A]]]

/** What an actor is sent. */
type MessageOf[A] = A match
  case Actor[m] => m
