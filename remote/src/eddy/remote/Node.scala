package eddy.remote

import eddy.actor.spi.remote.Notices
import eddy.actor.{Actor, ActorRef, ActorSystem}
import eddy.remote.internal.address.FarAddress
import eddy.remote.internal.node.{NodeCore, OtherNode}
import eddy.remote.spi.{NodeAddress, NodeIdentity, SessionEnd}

import java.security.SecureRandom
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future}

/** Makes the actors of a system known to other nodes of a cluster, and those of others to it. Any thread may
  * use it.
  *
  * An actor becomes reachable when its address is first sent to another node, or [[register]]ed. Sends, asks,
  * links and monitors are those of `eddy.actor`, wherever the actor runs.
  */
final class Node private (config: NodeConfig, core: NodeCore):
  def name: String = config.name

  /** 64 random bits: another start of the node has others. */
  def incarnation: Long = core.context.me.incarnation

  /** Where others can dial it. */
  def addresses: Vector[String] = core.addresses.map(_.text)

  /** The nodes with which a session is open; a moment's copy. */
  def peers: Set[PeerNode] = core.peers.map(PeerNode(_)).toSet

  /** The node of that name.
    *
    * @throws NoSuchElementException if none is known: [[connect]] to it, or name it in `NodeConfig.seeds`
    */
  def peer(name: String): PeerNode = core.byName(name) match
    case Some(node) => PeerNode(node)
    case None =>
      throw new NoSuchElementException(
        s"node ${config.name} knows no node \"$name\": connect to its address, or name that in seeds; " +
          s"connected are ${peers.map(_.name).toSeq.sorted.mkString(", ")}"
      )

  /** Dials an address, once. The future fails with a [[NodeUnreachableException]] if no node of this cluster
    * answers.
    */
  def connect(address: String): Future[PeerNode] =
    core.connect(NodeAddress(address)).map(PeerNode(_))(using ExecutionContext.parasitic)

  /** Makes an actor known under a name, which [[PeerNode.find]] finds. The name is free again when the actor
    * has terminated. Names of a node are its own: `ActorSystem.register` has others.
    *
    * @throws IllegalArgumentException when another live actor has the name
    */
  def register[M](name: String, ref: ActorRef[M])(using protocol: Pickler[M]): Unit =
    core.context.register(name, ref, protocol)

  /** Frees a name; false when no actor had it. */
  def unregister(name: String): Boolean = core.context.unregister(name)

  /** Actors and addresses for answers that other nodes may know. */
  def exported: Int = core.context.exports.size

  /** The counters of this node and of its sessions. */
  def stats: NodeStats =
    val all =
      for
        node <- core.peers.toVector.sortBy(_.identity.name)
        session <- Option(node.session)
        transport <- Option(session.transportStats)
      yield PeerStats(
        PeerNode(node),
        node.counters.sent.sum,
        node.counters.received.sum,
        node.counters.lostBy,
        session.unsentBytes,
        session.pendingQuestions,
        session.links.size,
        session.watched.size,
        transport
      )
    NodeStats(exported, all)

  /** Calls `listener` for each session that opens or closes, on the transport's thread: it should only pass
    * the event on. Closing what it returns ends that. Actors use [[watchNodes]].
    */
  def onEvent(listener: NodeEvent => Unit): AutoCloseable = core.listen:
    case NodeCore.Change.Opened(node) => listener(NodeEvent.Up(PeerNode(node)))
    case NodeCore.Change.Closed(node, why) => listener(NodeEvent.Down(PeerNode(node), Node.lossOf(why)))

  /** Says goodbye to all nodes, and sends what waits as far as `timeout` allows. Then links and monitors
    * report [[eddy.actor.ExitReason.NodeLost]], and questions to other nodes fail. Dials fail at once,
    * and messages that wait for them are lost.
    */
  def stop(timeout: FiniteDuration = 5.seconds): Future[Unit] = core.stop(timeout)

  override def toString: String = s"node $name"
end Node

object Node:
  /** Starts a node for the actors of a system.
    *
    * @throws java.io.IOException if its transport cannot accept connections
    */
  def start(config: NodeConfig)(using system: ActorSystem): Node =
    val identity = NodeIdentity(config.name, config.cluster, SecureRandom().nextLong(), Vector.empty)
    val core = NodeCore(config, system, identity)
    core.start()
    new Node(config, core)

  private def lossOf(why: SessionEnd): NodeLoss = why match
    case SessionEnd.Stopped => NodeLoss.Left
    case SessionEnd.Lost(reason) => NodeLoss.Lost(reason)
    case SessionEnd.Violated(reason) => NodeLoss.Violated(reason)
    case SessionEnd.Restarted => NodeLoss.Restarted
end Node

extension (ref: ActorRef[?])
  /** The node of the actor; None if it is an actor of this process. */
  def node: Option[PeerNode] = ref match
    case far: FarAddress[?] =>
      far.actor.node match
        case other: OtherNode => Some(PeerNode(other))
        case _ => None
    case _ => None

/** Sends `message(event)` to this actor for each session of `node` that opens or closes. A full mailbox does
  * not reject it. The transport's thread calls `message`, which should only make the message. A failure of it
  * is reported. The watch ends with this life of the actor, as `monitor` does.
  *
  * @return ends the watch
  */
def watchNodes[M](using actor: Actor[M])(node: Node)(message: NodeEvent => M): AutoCloseable =
  Notices.watch(actor, s"$node", message)(node.onEvent(_))
