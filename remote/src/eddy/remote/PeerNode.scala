package eddy.remote

import eddy.actor.spi.remote.Notices
import eddy.actor.{Actor, ActorRef, ExitReason}
import eddy.remote.internal.address.FarAddress
import eddy.remote.internal.node.{NodeSession, OtherNode, SpawnTie}
import eddy.remote.internal.record.Control

import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.control.NonFatal

/** One incarnation of another node. Any thread may use it. */
final class PeerNode private[remote] (private[remote] val node: OtherNode):
  def name: String = node.identity.name

  /** A node that is started again has another one. */
  def incarnation: Long = node.identity.incarnation

  /** Where it can be dialed. */
  def addresses: Vector[String] = node.identity.addresses.map(_.text)

  /** A session with it is open at this moment. */
  def isConnected: Boolean = node.hasOpenSession

  /** The actor that is registered there under a name; see [[Node.register]]. The future fails with a
    * [[WrongProtocolException]] if the actor has messages of another type, and with a
    * [[NodeUnreachableException]] if the node does not answer.
    */
  def find[M](name: String)(using protocol: Pickler[M]): Future[Option[ActorRef[M]]] =
    val reply = Promise[Option[ActorRef[M]]]()
    request(reply, (session, number) => Control.Find(number, name, session.typeOf(protocol))): (_, control) =>
      control match
        case Control.Found(_, None) => reply.trySuccess(None)
        case Control.Found(_, Some(number)) =>
          reply.trySuccess(Some(node.address(number, protocol).asInstanceOf[ActorRef[M]]))
        case other => refused(name, reply, other)
    reply.future

  /** The address of whichever actor is registered there under a name when a message arrives; see
    * [[Node.register]]. It outlives the actor and the node: after a restart it leads to the next incarnation.
    * Nothing is asked in advance: a message is a dead letter, and a question is lost, if no actor has the
    * name then (`Terminated`), or if the actor has messages of another type (`Unreadable`, at its node). It
    * stands for a name, not for an actor, so it cannot be linked or monitored, and `exit` and `kill` have no
    * effect.
    */
  def named[M](name: String)(using protocol: Pickler[M]): ActorRef[M] = node.named(name, protocol)

  /** Starts an actor there. Addresses in the argument travel. The future fails with a
    * [[SpawnRefusedException]] if the node does not offer it, with a [[WrongProtocolException]] if the types
    * differ there, with a [[NodeUnreachableException]] if the node does not answer: then it may run or not;
    * and with the failure of the pickler if it cannot write the argument.
    */
  def spawn[A, M](what: Spawnable[A, M], argument: A): Future[ActorRef[M]] = spawn(what, argument, null)

  /** As [[spawn]], and links the actor with this one before it begins, as `actor.linked` does. If this actor
    * terminates meanwhile, the other one receives the exit, with the reason `NoActor`.
    */
  def spawnLinked[A, M](what: Spawnable[A, M], argument: A)(using actor: Actor[?]): Future[ActorRef[M]] =
    spawn(what, argument, SpawnTie.Linked(Notices.addressOf(actor)))

  /** As [[spawn]], and sends `down(reason)` to this actor when the new one has terminated, as
    * `actor.monitored` does: with the real reason, however soon that is. If the future fails, no notice
    * arrives.
    */
  def spawnMonitored[A, M, N](what: Spawnable[A, M], argument: A)(using
      actor: Actor[N]
  )(down: ExitReason => N): Future[ActorRef[M]] =
    // until the new actor has a number, the node stands for it
    val monitor = Notices.monitor(actor, node.address(0, null), down)
    spawn(what, argument, SpawnTie.Monitored(Notices.addressOf(actor), monitor))

  private def spawn[A, M](what: Spawnable[A, M], argument: A, tie: SpawnTie | Null): Future[ActorRef[M]] =
    val reply = Promise[ActorRef[M]]()
    val none = SpawnTie.Numbers(0, 0)
    var numbers = none
    if tie != null then
      reply.future.failed.foreach(_ => tie.failed())(using ExecutionContext.parasitic)
    def make(session: NodeSession, number: Long) =
      val bytes = session.pickled(argument, what.argument)
      if tie != null then numbers = tie.reserve(session)
      Control.Spawn(
        number,
        what.name,
        session.typeOf(what.protocol),
        session.typeOf(what.argument),
        bytes,
        numbers.link,
        numbers.monitor,
        if tie == null then 0 else session.address(tie.by, null).number
      )
    request(reply, make): (session, control) =>
      control match
        case Control.Spawned(_, number) =>
          val started = node.address(number, what.protocol)
          // first: a caller that has the address may rely on the tie
          started match
            case far: FarAddress[?] if tie != null => tie.started(session, numbers, far)
            case _ => ()
          reply.trySuccess(started.asInstanceOf[ActorRef[M]]): Unit
        case other => refused(what.name, reply, other): Unit
    reply.future
  end spawn

  private def request(reply: Promise[?], make: (NodeSession, Long) => Control)(
      act: (NodeSession, Control) => Any
  ): Unit =
    def unreachable(reason: String) = reply.tryFailure(NodeUnreachableException(this.name, reason)): Unit
    val session = node.reach()
    if session == null then unreachable("it does not answer")
    else
      try
        val number = session.nextRequest()
        session.request(number, make(session, number)):
          case Right(control) => act(session, control): Unit
          case Left(reason) => unreachable(reason)
      catch case NonFatal(cause) => reply.tryFailure(cause): Unit

  private def refused(name: String, reply: Promise[?], control: Control): Boolean = reply.tryFailure:
    control match
      case Control.Unfit(_, reason) => WrongProtocolException(this.name, name, reason)
      case Control.Refused(_, _, reason) => SpawnRefusedException(this.name, name, reason)
      case other => NodeUnreachableException(this.name, s"it replied $other")

  override def equals(that: Any): Boolean = that match
    case other: PeerNode => incarnation == other.incarnation
    case _ => false
  override def hashCode: Int = java.lang.Long.hashCode(incarnation)
  override def toString: String = s"node $name"
end PeerNode
