package eddy.remote.internal.address

import eddy.actor.spi.remote.RemoteAddress
import eddy.actor.{ActorRef, ActorSystem, DeadLetter, ExitReason, Monitor}
import eddy.remote.PickleReader
import eddy.remote.spi.NodeIdentity

/** One incarnation of a node, as the addresses of its actors use it. Any thread; nothing waits for the
  * network.
  */
private[remote] trait Outlet:
  def identity: NodeIdentity

  /** The system of this process. */
  def system: ActorSystem

  /** It will never be reached again. */
  def isOver: Boolean

  /** Why the message cannot be sent, if it cannot.
    *
    * @param protocol pickler of the message; null: none is known
    */
  def put(
      to: SendTarget[?],
      message: Any,
      protocol: PickleReader[?] | Null,
      sender: ActorRef[Nothing] | Null
  ): DeadLetter.Reason | Null

  /** See [[RemoteAddress.refusesWhenFull]]. */
  def refusesWhenFull: Boolean
  def lose(to: RemoteAddress[?], message: Any, reason: DeadLetter.Reason): Unit
  def watch(actor: RemoteActor, monitor: Monitor): Unit
  def unwatch(actor: RemoteActor, monitor: Monitor): Unit
  def link(to: FarAddress[?], from: ActorRef[?], link: AnyRef): Unit
  def unlink(to: FarAddress[?], from: ActorRef[?], links: List[AnyRef]): Unit
  def exit(
      to: FarAddress[?],
      from: ActorRef[?],
      reason: ExitReason,
      links: List[AnyRef],
      inTurn: Boolean
  ): Unit
  def kill(actor: RemoteActor): Unit

  /** The node must not forget the actor while it lives, although nothing may refer to it here. */
  def keep(actor: RemoteActor): Unit
end Outlet

/** An actor of another node, or an address for an answer there. There is one object for each number, as long
  * as an address refers to it.
  */
private[remote] final class RemoteActor(val node: Outlet, val number: Long):
  /** It has terminated. */
  @volatile var isGone = false

  def isOver: Boolean = isGone || node.isOver

  override def equals(that: Any): Boolean = that match
    case other: RemoteActor =>
      number == other.number && node.identity.incarnation == other.node.identity.incarnation
    case _ => false
  override def hashCode: Int = java.lang.Long.hashCode(node.identity.incarnation * 31 + number)
end RemoteActor
