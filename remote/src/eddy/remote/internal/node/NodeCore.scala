package eddy.remote.internal.node

import eddy.actor.ActorSystem
import eddy.remote.spi.*
import eddy.remote.{NodeConfig, NodeUnreachableException}

import java.lang.System.Logger.Level
import java.time.Instant
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{ConcurrentHashMap, CopyOnWriteArrayList}
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{Future, Promise}
import scala.jdk.CollectionConverters.*

/** A running node: the other nodes, and the sessions with them. The transport's events arrive here.
  *
  * @param identity without its addresses
  */
private[remote] final class NodeCore(config: NodeConfig, system: ActorSystem, identity: NodeIdentity)
    extends TransportEvents,
      OtherNode.Dialer:
  import NodeCore.*

  val context: NodeContext = NodeContext(config, system, identity)

  /** Where other nodes can dial this one. */
  @volatile var addresses: Vector[NodeAddress] = Vector.empty

  // by incarnation
  private val others = new ConcurrentHashMap[Long, OtherNode]()
  private val sessions = new ConcurrentHashMap[TransportSession, Running]()
  // dials whose outcome is not known
  private val dials = new ConcurrentHashMap[NodeAddress, Vector[Dial]]()
  // nodes that could not be reached a moment ago
  private val pauses = new ConcurrentHashMap[Long, Pause]()
  private val listeners = new CopyOnWriteArrayList[Change => Unit]()
  private val isStopped = new AtomicBoolean

  private val settings = TransportSettings(config.connectTimeout, config.silenceTimeout, config.resumeTimeout)

  def start(): Unit =
    addresses = config.transport.start(identity, settings, this).addresses
    config.seeds.foreach(seed => dialSeed(NodeAddress(seed), firstPause))

  def stop(timeout: FiniteDuration): Future[Unit] =
    isStopped.set(true)
    config.transport.stop(timeout)

  // --- other nodes -----------------------------------------------------------------------------------------

  def nodeOf(identity: NodeIdentity): OtherNode =
    others.computeIfAbsent(identity.incarnation, _ => OtherNode(context, identity, this)).nn

  /** Those with an open session. */
  def peers: Iterable[OtherNode] = sessions.values.nn.asScala.map(_.node)

  /** The last one of that name with a session, or else any that is known. */
  def byName(name: String): Option[OtherNode] =
    def named(all: Iterable[OtherNode]) = all.find(node => node.identity.name == name && !node.isOver)
    named(peers).orElse(named(others.values.nn.asScala))

  def listen(listener: Change => Unit): AutoCloseable =
    listeners.add(listener): Unit
    () => listeners.remove(listener): Unit

  private def tell(change: Change): Unit = listeners.forEach: listener =>
    try listener(change)
    catch case cause: Throwable => system.engine.report(cause, s"a listener of node ${config.name}")

  // --- dials -----------------------------------------------------------------------------------------------

  def connect(to: NodeAddress): Future[OtherNode] =
    val found = Promise[OtherNode]()
    dial(
      to,
      new Dial:
        def reached(node: OtherNode): Unit = found.trySuccess(node): Unit
        def failed(reason: String): Unit = found.tryFailure(NodeUnreachableException(to.text, reason)): Unit
    )
    found.future

  private def dial(to: NodeAddress, one: Dial): Unit =
    if isStopped.get then one.failed(s"node ${config.name} was stopped")
    else
      dials.compute(to, (_, known) => if known == null then Vector(one) else known :+ one): Unit
      config.transport.dial(to)

  /** Until it answers. */
  private def dialSeed(to: NodeAddress, pause: FiniteDuration): Unit = dial(
    to,
    new Dial:
      def reached(node: OtherNode): Unit = ()
      def failed(reason: String): Unit =
        if !isStopped.get then
          context.log(Level.DEBUG, s"seed $to: $reason")
          system.engine.after(pause)(() => dialSeed(to, (pause * 2).min(longestPause))): Unit
  )

  def mayDial(to: OtherNode): Boolean =
    val pause = pauses.get(to.identity.incarnation)
    !isStopped.get && (pause == null || System.nanoTime - pause.until >= 0)

  def dial(to: OtherNode, session: NodeSession): Unit =
    val _ = system.engine.after(config.connectTimeout): () =>
      giveUp(to, session, s"it did not answer within ${config.connectTimeout}")
    // not here: the caller holds the lock of the node
    system.engine.execute(() => dialNext(to, session, to.identity.addresses.toList, "it has no address"))

  private def dialNext(
      to: OtherNode,
      session: NodeSession,
      addresses: List[NodeAddress],
      last: String
  ): Unit =
    addresses match
      case _ if session.isBound || session.isOver => ()
      case Nil => giveUp(to, session, last)
      case address :: rest =>
        dial(
          address,
          new Dial:
            def reached(node: OtherNode): Unit =
              // another node, or another incarnation, has the address now
              if node ne to then
                if node.identity.name == to.identity.name then to.finish()
                dialNext(to, session, rest, s"node ${node.identity.name} answered at $address")
            def failed(reason: String): Unit = dialNext(to, session, rest, reason)
        )

  private def giveUp(to: OtherNode, session: NodeSession, reason: String): Unit =
    if to.abandon(session) then
      pauses.compute(
        to.identity.incarnation,
        (_, before) =>
          val length = if before == null then firstPause else (before.length * 2).min(longestPause)
          Pause(length, System.nanoTime + length.toNanos)
      ): Unit
      session.close(reason)

  private def outcome(of: NodeAddress)(act: Dial => Unit): Unit =
    val waiting = dials.remove(of)
    if waiting != null then waiting.foreach(act)

  // --- events of the transport -----------------------------------------------------------------------------

  def reached(to: NodeAddress, peer: NodeIdentity): Unit = outcome(to)(_.reached(nodeOf(peer)))
  def unreachable(to: NodeAddress, reason: String): Unit = outcome(to)(_.failed(reason))

  def opened(by: TransportSession): Unit =
    val node = nodeOf(by.peer)
    pauses.remove(by.peer.incarnation): Unit
    // a node that was started again: its earlier incarnations are over
    for
      other <- others.values.nn.asScala
      if other.identity.name == by.peer.name && other.identity.incarnation != by.peer.incarnation
    do
      other.finish()
      others.remove(other.identity.incarnation): Unit
      pauses.remove(other.identity.incarnation): Unit
    val session = node.accept(by)
    val running = Running(node, session, Incoming(context, session, node, nodeOf(_)))
    node.since = Instant.now
    sessions.put(by, running): Unit
    tell(Change.Opened(node))

  def closed(by: TransportSession, why: SessionEnd): Unit =
    val running = sessions.remove(by)
    if running != null then
      if why == SessionEnd.Stopped || why == SessionEnd.Restarted then running.node.finish()
      running.node.leave(running.session)
      running.session.close(why.toString)
      tell(Change.Closed(running.node, why))

  def nextFrame(by: TransportSession): Array[Byte] | Null =
    val running = sessions.get(by)
    if running == null then null else running.session.next()

  def received(by: TransportSession, frame: Array[Byte]): Unit =
    val running = sessions.get(by)
    if running != null then running.incoming.receive(frame)
end NodeCore

private[remote] object NodeCore:
  private val firstPause = 100.millis
  private val longestPause = 5.seconds

  enum Change:
    case Opened(node: OtherNode)
    case Closed(node: OtherNode, why: SessionEnd)

  private final class Running(val node: OtherNode, val session: NodeSession, val incoming: Incoming)
  private final class Pause(val length: FiniteDuration, val until: Long)

  private trait Dial:
    def reached(node: OtherNode): Unit
    def failed(reason: String): Unit
end NodeCore
