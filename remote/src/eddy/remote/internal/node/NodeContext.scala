package eddy.remote.internal.node

import eddy.actor.spi.remote.{Arrival, RemoteAddress}
import eddy.actor.{ActorRef, ActorSystem, DeadLetter, ExitReason, Monitor, Overflow}
import eddy.remote.internal.address.*
import eddy.remote.internal.cluster.SharedSets
import eddy.remote.internal.record.{Candidate, Control}
import eddy.remote.spi.NodeIdentity
import eddy.remote.{NodeConfig, PickleReader, Pickler, Spawnable}

import java.lang.System.Logger.Level
import java.util.concurrent.ConcurrentHashMap

/** What the sessions of a node share: its actors that others know, and its names. Any thread. */
private[remote] final class NodeContext(
    val config: NodeConfig,
    val system: ActorSystem,
    val me: NodeIdentity
):
  val exports = new Exports

  /** Of the messages to all nodes. */
  val unsent: UnsentBudget = UnsentBudget(
    if config.maxUnsentTotal > 0 then config.maxUnsentTotal else Runtime.getRuntime.maxMemory / 8
  )
  private val names = new ConcurrentHashMap[String, NodeContext.Registered]()

  /** The members of groups, by number. */
  val groups: SharedSets[Long] =
    SharedSets(change =>
      Control.Members(change.name, change.typeIndex, change.receiver, change.added, change.removed)
    )

  /** The nodes that may run singletons. */
  val singletons: SharedSets[Candidate] =
    SharedSets(change =>
      Control.Candidates(change.name, change.typeIndex, change.receiver, change.added, change.removed)
    )

  /** The channels that buses have subscribers for. */
  val channels: SharedSets[String] = ofBuses(arePatterns = false)
  val patterns: SharedSets[String] = ofBuses(arePatterns = true)

  private def ofBuses(arePatterns: Boolean) = SharedSets[String](change =>
    Control.Channels(
      change.name,
      arePatterns,
      change.typeIndex,
      change.receiver,
      change.added,
      change.removed
    )
  )
  private val offered = config.offers.map(o => o.name -> o).toMap

  /** @throws IllegalArgumentException when another live actor has the name */
  def register(name: String, ref: ActorRef[?], protocol: Pickler[?]): Unit =
    val fresh = NodeContext.Registered(ref, protocol)
    val now = names.compute(
      name,
      (_, known) => if known == null || !known.ref.isAlive || known.ref == ref then fresh else known
    )
    if now ne fresh then
      throw IllegalArgumentException(
        s"the name \"$name\" is taken at node ${me.name} by ${now.nn.ref}: unregister it first, or use another name"
      )
    ref.addMonitor(new Monitor(ref, _ => names.remove(name, fresh): Unit))

  def unregister(name: String): Boolean = names.remove(name) != null

  def registered(name: String): NodeContext.Registered | Null =
    val known = names.get(name)
    if known == null || !known.ref.isAlive then null else known

  /** What [[NodeConfig.overflow]] says of `trySend`. */
  def refusesWhenFull: Boolean = config.overflow != Overflow.DropNewest

  def offer(name: String): Option[Spawnable[?, ?]] = offered.get(name)

  def offers: Iterable[String] = offered.keys

  def log(level: Level, text: String): Unit =
    system.engine.platform.log(NodeContext.logger, level, s"node ${me.name}: $text")

  /** Actors of this node whose addresses came home after they have terminated. */
  val home: Outlet = new Outlet:
    def identity: NodeIdentity = me
    def system: ActorSystem = NodeContext.this.system
    def isOver: Boolean = true
    def refusesWhenFull: Boolean = true
    def put(
        to: SendTarget[?],
        message: Any,
        protocol: PickleReader[?] | Null,
        sender: ActorRef[Nothing] | Null
    ): DeadLetter.Reason | Null = DeadLetter.Reason.Terminated
    def lose(to: RemoteAddress[?], message: Any, reason: DeadLetter.Reason): Unit =
      Arrival.lose(system, message, to, reason)
    def watch(actor: RemoteActor, monitor: Monitor): Unit = monitor.tell(ExitReason.NoActor)
    def unwatch(actor: RemoteActor, monitor: Monitor): Unit = ()
    def link(to: FarAddress[?], from: ActorRef[?], link: AnyRef): Unit = ()
    def unlink(to: FarAddress[?], from: ActorRef[?], links: List[AnyRef]): Unit = ()
    def exit(to: FarAddress[?], from: ActorRef[?], reason: ExitReason, links: List[AnyRef], inTurn: Boolean)
        : Unit = ()
    def kill(actor: RemoteActor): Unit = ()
    def keep(actor: RemoteActor): Unit = ()

  /** A name that no actor of this node has. */
  def missing(name: String): ActorRef[?] = new NamedRef[Nothing](homeNames, me.name, name, null)

  private val homeNames: NamedRef.Outlet = new NamedRef.Outlet:
    def system: ActorSystem = NodeContext.this.system
    def refusesWhenFull: Boolean = true
    def put(
        to: NamedRef[?],
        message: Any,
        protocol: Pickler[?],
        sender: ActorRef[Nothing] | Null
    ): DeadLetter.Reason | Null = DeadLetter.Reason.Terminated

  /** The local actor of that number, or an address of a terminated one. */
  def local(number: Long): ActorRef[?] =
    val known = exports.find(number)
    if known != null then known.ref
    else new FarRef[Nothing](new RemoteActor(home, number), null)
end NodeContext

private[remote] object NodeContext:
  private val logger = System.getLogger("eddy.remote").nn

  /** @param protocol of its messages, as it was registered */
  final class Registered(val ref: ActorRef[?], val protocol: Pickler[?])
