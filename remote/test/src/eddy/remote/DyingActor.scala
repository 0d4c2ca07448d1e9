package eddy.remote

import eddy.actor.*
import eddy.actor.spi.remote.{Arrival, RemoteAddress}

/** Stands for a local actor that terminates in the moment in which it is linked, before the call returns. */
final class DyingActor(protected val local: ActorSystem, reason: ExitReason) extends RemoteAddress[Counting]:
  protected def link(from: ActorRef[?], link: AnyRef): Boolean =
    Arrival.exit(from, this, reason, List(link), inTurn = false)
    true
  protected def put(message: Counting, sender: ActorRef[Nothing] | Null): DeadLetter.Reason | Null = null
  protected def lose(message: Any, reason: DeadLetter.Reason): Unit = ()
  protected def watch(monitor: Monitor): Boolean = true
  protected def unwatch(monitor: Monitor): Unit = ()
  protected def unlink(from: ActorRef[?], links: List[AnyRef]): Unit = ()
  protected def sendExit(
      from: ActorRef[?],
      reason: ExitReason,
      links: List[AnyRef],
      inTurn: Boolean
  ): Boolean =
    true
  protected def sendKill(): Boolean = true
  def isAlive: Boolean = true
