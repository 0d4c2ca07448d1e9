package eddy.actor

import scala.annotation.implicitNotFound
import scala.concurrent.duration.FiniteDuration

/** The actor whose body runs on the present virtual thread: the permission to [[receive]] and [[exitWith]].
  */
@implicitNotFound(
  "receive works only inside an actor that has a thread, as exitWith does: write it within threadActor[Message] { … }, " +
    "Message being the type of what the actor takes; in actor { … } use react, and exit"
)
trait ThreadActor[M] private[actor] () extends Actor[M]:
  private[actor] def receive(
      reaction: PartialFunction[AnyRef, AnyRef],
      deadlineNanos: Long,
      timed: Boolean
  ): AnyRef
  private[actor] def exitWith(reason: ExitReason): Nothing

/** Starts actors with a virtual thread of their own: `threadActor[Msg] { … }`, and the other forms of
  * [[actor]].
  *
  * The body is ordinary code that may call [[receive]] wherever it likes, and the actor ends when it returns.
  * To others it is an actor like any: links, monitors, names, mailboxes and exits are the same. An exit or a
  * kill makes [[receive]] throw: code around it should catch `NonFatal`, which lets that pass. A body that
  * catches `Throwable` and receives again is ended again by each `receive`, and reported once. It keeps its
  * stack while it waits, where an `actor` keeps a closure, so use `actor` for the many and this for code that
  * reads better from top to bottom.
  */
val threadActor: ThreadActorStart = new ThreadActorStart

/** Waits for the first message that `reaction` is defined for, removes it from the mailbox, and returns the
  * reaction's result. Other messages stay, in order. Only the virtual thread waits.
  */
def receive[M, A](using actor: ThreadActor[M])(reaction: PartialFunction[M, A]): A =
  actor.receive(reaction.asInstanceOf[PartialFunction[AnyRef, AnyRef]], 0, timed = false).asInstanceOf[A]

/** As [[receive]]; after `timeout` without a matching message the result is that of `reaction` for
  * [[TIMEOUT]].
  */
def receiveWithin[M, A](using
    actor: ThreadActor[M]
)(timeout: FiniteDuration)(
    reaction: PartialFunction[M | TIMEOUT, A]
): A =
  val deadline = actor.cell.system.engine.nanoTime + timeout.toNanos
  actor.receive(
    reaction.asInstanceOf[PartialFunction[AnyRef, AnyRef]],
    deadline,
    timed = true
  ).asInstanceOf[A]

/** Ends the actor whose body calls it, with `reason`: actors linked to it end too, unless they trap exits or
  * the reason is `Normal`. For an actor without a thread there is [[exit]]. A body that returns ends the
  * actor with `Normal`, one that throws with `Failed`, which is reported.
  *
  * It throws, so `finally` is run, and code around it should catch `NonFatal`, which lets that pass.
  *
  * @throws IllegalArgumentException when another thread calls it
  */
def exitWith(reason: ExitReason)(using actor: ThreadActor[?]): Nothing = actor.exitWith(reason)
