package eddy.actor.internal.cell

import eddy.actor.internal.system.SystemCore
import eddy.actor.{Actor, Behavior, Delivery}

/** An actor of a system that keeps a list of its actors, or has a carrier. A class of its own, so that the
  * others do not even ask.
  */
private[eddy] final class InspectedCell[M](in: SystemCore, body: Actor[M] => Behavior[M])
    extends ReactCell[M](in, body):
  override protected def accept(message: M): Delivery =
    if post(stamped(message)) then Delivery.Accepted else Delivery.Terminated
