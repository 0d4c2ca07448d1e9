package eddy.bench.service

import eddy.actor.*
import eddy.runtime.Engine

/** Actors that pass messages in pairs for as long as the server runs, and so keep all its workers busy; none
  * blocks.
  */
private object BusyActors:
  private final case class Ball(from: ActorRef[Ball])

  def start(count: Int)(using Engine): Unit =
    given ActorSystem = new ActorSystem(summon[Engine])
    for _ <- 1 to count / 2 do actor[Ball](returning) ! Ball(actor[Ball](returning))

  private def returning(using Actor[Ball]): Behavior[Ball] = react:
    case Ball(from) =>
      from ! Ball(self)
      returning
end BusyActors
