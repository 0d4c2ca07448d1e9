package eddy.remote.internal.address

import eddy.actor.spi.remote.{Arrival, RemoteAddress}
import eddy.actor.{ActorRef, ActorSystem, DeadLetter, ExitReason, Monitor}
import eddy.remote.Pickler

/** The address of whichever actor has a name at a node when a message arrives there, whichever incarnation
  * the node has then. It stands for no actor: it does not end.
  *
  * @param protocol null: at this node, where nobody has the name
  */
private[remote] final class NamedRef[M](
    at: NamedRef.Outlet,
    private[remote] val nodeName: String,
    private[remote] val name: String,
    protocol: Pickler[M] | Null
) extends RemoteAddress[M],
      SendTarget[M]:
  protected def local: ActorSystem = at.system
  private def outlet: NamedRef.Outlet = at

  protected def put(message: M, sender: ActorRef[Nothing] | Null): DeadLetter.Reason | Null =
    val pickler = protocol
    if pickler == null then DeadLetter.Reason.Terminated else at.put(this, message, pickler, sender)
  override protected def refusesWhenFull: Boolean = at.refusesWhenFull
  protected def lose(message: Any, reason: DeadLetter.Reason): Unit =
    Arrival.lose(at.system, message, this, reason)

  // it has no end to wait for, and takes no signal
  protected def watch(monitor: Monitor): Boolean = true
  protected def unwatch(monitor: Monitor): Unit = ()
  protected def link(from: ActorRef[?], link: AnyRef): Boolean = false
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
  override private[eddy] def isOneActor: Boolean = false

  override def equals(that: Any): Boolean = that match
    case other: NamedRef[?] => (other.outlet eq at) && other.nodeName == nodeName && other.name == name
    case _ => false
  override def hashCode: Int = nodeName.hashCode * 31 + name.hashCode
  override def toString: String = s"\"$name\" at $nodeName"
end NamedRef

private[remote] object NamedRef:
  /** Finds nodes by their names. */
  trait Outlet:
    /** The system of this process. */
    def system: ActorSystem

    /** See [[RemoteAddress.refusesWhenFull]]. */
    def refusesWhenFull: Boolean

    /** Why the message cannot be sent, if it cannot. */
    def put(
        to: NamedRef[?],
        message: Any,
        protocol: Pickler[?],
        sender: ActorRef[Nothing] | Null
    ): DeadLetter.Reason | Null
