package eddy.remote

import eddy.actor.ActorRef
import eddy.remote.internal.node.{NodeSession, OtherNode}
import eddy.remote.internal.record.Control

import scala.concurrent.{Future, Promise}

/** One incarnation of another node. Any thread may use it. */
final class PeerNode private[remote] (private[remote] val node: OtherNode):
  def name: String = node.identity.name

  /** A node that is started again has another one. */
  def incarnation: Long = node.identity.incarnation

  /** Where it can be dialed. */
  def addresses: Vector[String] = node.identity.addresses.map(_.text)

  /** A session with it is open at this moment. */
  def isConnected: Boolean =
    val session = node.session
    session != null && session.isBound && !session.isOver

  /** The actor that is registered there under a name; see [[Node.register]]. The future fails with a
    * [[WrongProtocolException]] if the actor has messages of another type, and with a
    * [[NodeUnreachableException]] if the node does not answer.
    */
  def find[M](name: String)(using protocol: Pickler[M]): Future[Option[ActorRef[M]]] =
    request[Option[ActorRef[M]]](
      name,
      (session, number) => Control.Find(number, name, session.typeOf(protocol))
    ):
      case Control.Found(_, number) => number.map(n => node.address(n, protocol).asInstanceOf[ActorRef[M]])

  /** Starts an actor there. The future fails with a [[SpawnRefusedException]] if the node does not offer it,
    * with a [[WrongProtocolException]] if the types differ there, and with a [[NodeUnreachableException]] if
    * the node does not answer: then it may run or not.
    */
  def spawn[A, M](what: Spawnable[A, M], argument: A): Future[ActorRef[M]] =
    def make(session: NodeSession, number: Long) =
      val bytes = what.argument.write(argument)
      Control.Spawn(number, what.name, session.typeOf(what.protocol), session.typeOf(what.argument), bytes)
    request[ActorRef[M]](what.name, make):
      case Control.Spawned(_, number) => node.address(number, what.protocol).asInstanceOf[ActorRef[M]]

  private def request[R](name: String, make: (NodeSession, Long) => Control)(
      result: PartialFunction[Control, R]
  ): Future[R] =
    val reply = Promise[R]()
    val session = node.reach()
    if session == null then reply.failure(NodeUnreachableException(this.name, "it does not answer")): Unit
    else
      session.request(make(session, _)):
        case Right(control) if result.isDefinedAt(control) => reply.trySuccess(result(control)): Unit
        case Right(Control.Unfit(_, reason)) =>
          reply.tryFailure(WrongProtocolException(this.name, name, reason)): Unit
        case Right(Control.Refused(_, _, reason)) =>
          reply.tryFailure(SpawnRefusedException(this.name, name, reason)): Unit
        case Right(other) =>
          reply.tryFailure(NodeUnreachableException(this.name, s"it replied $other")): Unit
        case Left(reason) => reply.tryFailure(NodeUnreachableException(this.name, reason)): Unit
    reply.future

  override def equals(that: Any): Boolean = that match
    case other: PeerNode => incarnation == other.incarnation
    case _ => false
  override def hashCode: Int = java.lang.Long.hashCode(incarnation)
  override def toString: String = s"node $name"
end PeerNode
