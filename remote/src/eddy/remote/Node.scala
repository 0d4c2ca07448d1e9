package eddy.remote

import eddy.actor.spi.remote.Notices
import eddy.actor.{Actor, ActorRef, ActorSystem, Backoff, Behavior}
import eddy.remote.internal.address.FarAddress
import eddy.remote.internal.node.{NodeCore, OtherNode}
import eddy.remote.internal.singleton.SingletonKeeper
import eddy.remote.spi.{NodeAddress, NodeIdentity, SessionEnd}

import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.duration.{Duration, DurationInt, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future}

/** Makes the actors of a system known to other nodes of a cluster, and those of others to it. Any thread may
  * use it.
  *
  * An actor becomes reachable when its address is first sent to another node, or [[register]]ed. Sends, asks,
  * links and monitors are those of `eddy.actor`, wherever the actor runs.
  */
final class Node private (config: NodeConfig, core: NodeCore, untie: AutoCloseable):
  private val groups = new ConcurrentHashMap[String, NodeGroup[?]]()
  private val buses = new ConcurrentHashMap[String, NodeBus[?]]()
  private val singletons = ConcurrentHashMap.newKeySet[String]().nn

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

  /** The group of that name: its members are actors of all nodes that have it. The same object each time.
    *
    * @throws IllegalArgumentException if this node has it with messages of another type
    */
  def group[M](name: String)(using protocol: Pickler[M]): NodeGroup[M] =
    val one = groups.computeIfAbsent(name, _ => new NodeGroup[M](name, core.context)).nn
    require(one.has(protocol), s"group \"$name\" has messages of another type at node ${config.name}")
    one.asInstanceOf[NodeGroup[M]]

  /** The event bus of that name, for subscribers of all nodes that have it. The same object each time.
    *
    * @throws IllegalArgumentException if this node has it with events of another type
    */
  def bus[E](name: String)(using events: Pickler[E]): NodeBus[E] =
    val one = buses.computeIfAbsent(name, _ => new NodeBus[E](name, core.context)).nn
    require(one.has(events), s"bus \"$name\" has events of another type at node ${config.name}")
    one.asInstanceOf[NodeBus[E]]

  /** An actor of which only one of the nodes that call this runs one: the node that has been connected for
    * the longest time. When that node stops or is lost, the next one starts it, with the state that `make`
    * begins with. It is also started again when it terminates, after the delay of `backoff`.
    *
    * When the network splits, each part may run one until they see each other again; then that of the node
    * that came later receives an exit (`Shutdown`). With a `quorum` of more than half of the nodes, only one
    * part runs one. Even then an actor does not know at once that its node has been cut off: give what it
    * writes to a database the `term`, and have the database refuse writes with a smaller one. A term is
    * larger than all earlier ones that the starting node knows of, and at least the time in milliseconds
    * since 1970.
    *
    * @param quorum nodes, this one among them, that must be connected and have called this; 1: it need not be
    *   seen
    * @param backoff as of a supervisor's child
    * @param make the behavior, for a term
    * @throws IllegalArgumentException if `quorum` is less than 1, or this node has it already
    */
  def singleton[M](
      name: String,
      quorum: Int = 1,
      backoff: Backoff = Backoff(100.millis, 5.seconds)
  )(make: Long => Actor[M] ?=> Behavior[M])(using protocol: Pickler[M]): Singleton[M] =
    require(
      quorum >= 1,
      s"quorum = $quorum: must be at least 1; more than half of the nodes rule out two at a time"
    )
    val keeper = SingletonKeeper(name, core.context, protocol, quorum, backoff, config.connectTimeout, make)
    require(singletons.add(name), s"singleton \"$name\" exists already at node ${config.name}")
    Singleton(name, keeper.start(), () => keeper.term)

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
    * and messages that wait for them are lost. The shutdown of the actor system does the same, after
    * its actors have terminated.
    */
  def stop(timeout: FiniteDuration = 5.seconds): Future[Unit] =
    core.stop(timeout).andThen { case _ => untie.close() }(using ExecutionContext.parasitic)

  override def toString: String = s"node $name"
end Node

object Node:
  /** Starts a node for the actors of a system. It stops after them: see [[ActorSystem.onShutdown]].
    *
    * @throws java.io.IOException if its transport cannot accept connections
    * @throws IllegalStateException if the system was shut down
    */
  def start(config: NodeConfig)(using system: ActorSystem): Node =
    val identity = NodeIdentity(config.name, config.cluster, system.engine.platform.unguessable, Vector.empty)
    val core = NodeCore(config, system, identity)
    core.start()
    val untie =
      try system.onShutdown(s"node ${config.name}")(core.stop(_))
      catch
        case refusal: IllegalStateException =>
          val _ = core.stop(Duration.Zero)
          throw refusal
    new Node(config, core, untie)

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
