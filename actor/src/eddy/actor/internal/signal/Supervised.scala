package eddy.actor.internal.signal

import eddy.actor.{ActorRef, ExitReason}

/** The part of a supervisor that its child uses.
  *
  * @param by the supervisor
  * @param announces the actor says itself when it has started
  * @param started tells the supervisor that a life has come to its first wait
  * @param ended tells the supervisor, with the reason
  * @param start the start of a reacting actor, at first and after a restart
  */
private[actor] final class Supervised(
    val by: ActorRef[?],
    val announces: Boolean,
    val started: () => Unit,
    val ended: ExitReason => Unit,
    val start: AnyRef | Null
)
