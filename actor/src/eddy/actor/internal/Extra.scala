package eddy.actor.internal

import eddy.actor.{ActorLocal, ActorRef, Exit, ExitReason, Monitor}
import eddy.runtime.Timer

/** What only some actors need, so that the others do not pay for it. Belongs to whoever runs the actor. */
private[actor] final class Extra extends Kept:
  var name: String | Null = null

  /** The present behaviour, if its time is limited; identifies the wait that a timer belongs to. */
  var timed: Special.Timed | Null = null
  var timer: Timer | Null = null

  /** Loops and sequences that wait for `done`, the innermost first. */
  var pending: List[Special] = Nil

  var monitors: List[Monitor] = Nil
  var links: LinkSet = LinkSet.empty
  var trap: (Exit => Any) | Null = null
  var sender: ActorRef[Nothing] | Null = null
  var locals: Map[ActorLocal[?], Any] = Map.empty

  /** Actors that end with this life of the actor: the children of a supervisor. */
  var dependents: Set[Cell[?]] = Set.empty

  /** Of a supervised actor: hears of each end and decides; what a restart begins with. */
  var supervised: Supervised | Null = null
  var suspended = false

  /** Nothing is kept that a turn would have to look at. */
  def isQuiet: Boolean = first == null && timed == null && sender == null && !suspended
end Extra

/** @param by the supervisor
  * @param started tells the supervisor that a life has come to its first wait
  * @param ended tells the supervisor, with the reason
  * @param start what a reacting actor begins with, at first and after a restart
  */
private[actor] final class Supervised(
    val by: ActorRef[?],
    val started: () => Unit,
    val ended: ExitReason => Unit,
    val start: Special | Null
)
