package eddy.remote.internal.node

import eddy.actor.spi.remote.Arrival
import eddy.actor.{ActorRef, ActorSystem, DeadLetter}
import eddy.remote.internal.address.NamedRef
import eddy.remote.internal.record.{Control, KnownNode}
import eddy.remote.spi.*
import eddy.remote.{NodeConfig, NodeUnreachableException, Pickler}

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
private[remote] final class NodeCore(config: NodeConfig, val system: ActorSystem, identity: NodeIdentity)
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
  private val dials = new ConcurrentHashMap[NodeAddress, Vector[Waiting]]()
  // nodes that could not be reached a moment ago
  private val pauses = new ConcurrentHashMap[Long, Pause]()
  private val listeners = new CopyOnWriteArrayList[Change => Unit]()
  private val isStopped = new AtomicBoolean
  private val ended = new EndedIncarnations

  private val redials = Redials(
    system.engine,
    (to, found, lost) =>
      dial(
        to,
        new Dial:
          def reached(node: OtherNode): Unit = found(node)
          def failed(reason: String): Unit = lost(reason)
      ),
    () => isStopped.get,
    context.log(_, _)
  )

  private val settings = TransportSettings(config.connectTimeout, config.silenceTimeout, config.resumeTimeout)

  def start(): Unit =
    addresses = config.transport.start(identity, settings, this).addresses
    // all nodes may have the same seeds, this one among them
    config.seeds.map(NodeAddress(_)).filterNot(addresses.contains(_)).foreach(redials.keep(_))

  def stop(timeout: FiniteDuration): Future[Unit] =
    isStopped.set(true)
    // a dial that begins from now on fails at once
    dials.keySet.forEach(to => outcome(to)(_.dial.failed(stoppedText)))
    others.values.forEach: node =>
      val session = node.session
      if session != null && !session.isBound then giveUp(node, session, stoppedText)
    sets.foreach(_.end())
    config.transport.stop(timeout)

  private def stoppedText = s"node ${config.name} was stopped"

  // --- other nodes -----------------------------------------------------------------------------------------

  def nodeOf(identity: NodeIdentity): OtherNode =
    others.computeIfAbsent(
      identity.incarnation,
      incarnation => OtherNode(context, identity, this, ended.contains(incarnation))
    ).nn

  /** The incarnation is over: its addresses are those of terminated actors from now on. */
  private def end(node: OtherNode): Unit =
    val incarnation = node.identity.incarnation
    ended.add(incarnation)
    node.finish()
    others.remove(incarnation, node): Unit
    pauses.remove(incarnation): Unit

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
    try Arrival.unslowed(listener(change))
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

  private def dial(to: NodeAddress, one: Dial, isAgain: Boolean = false): Unit =
    if isStopped.get then one.failed(stoppedText)
    else
      dials.compute(
        to,
        (_, known) =>
          if known == null then Vector(new Waiting(one, isFinal = true))
          else known :+ new Waiting(one, isFinal = isAgain)
      ): Unit
      // stopped meanwhile: the transport may know nothing of the dial
      if isStopped.get then outcome(to)(_.dial.failed(stoppedText)) else config.transport.dial(to)

  def refusesWhenFull: Boolean = context.refusesWhenFull

  def put(
      to: NamedRef[?],
      message: Any,
      protocol: Pickler[?],
      sender: ActorRef[Nothing] | Null
  ): DeadLetter.Reason | Null =
    byName(to.nodeName) match
      case Some(node) => node.put(to, message, protocol, sender)
      case None => DeadLetter.Reason.Unreachable

  def mayDial(to: OtherNode): Boolean =
    val pause = pauses.get(to.identity.incarnation)
    !isStopped.get && (pause == null || system.engine.nanoTime - pause.until >= 0)

  def dial(to: OtherNode, session: NodeSession): Unit =
    val _ = system.engine.after(config.connectTimeout): () =>
      giveUp(to, session, s"it did not answer within ${config.connectTimeout}")
    dialNext(to, session, to.identity.addresses.toList, "it has no address")

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
              if node.identity.incarnation != to.identity.incarnation then
                if node.identity.name == to.identity.name then end(to)
                dialNext(to, session, rest, s"node ${node.identity.name} answered at $address")
            def failed(reason: String): Unit = dialNext(to, session, rest, reason)
        )

  private def giveUp(to: OtherNode, session: NodeSession, reason: String): Unit =
    if to.abandon(session) then
      if !to.isOver then
        pauses.compute(
          to.identity.incarnation,
          (_, before) =>
            val length = if before == null then firstPause else (before.length * 2).min(longestPause)
            Pause(length, system.engine.nanoTime + length.toNanos)
        ): Unit
      session.close(reason)

  private def outcome(of: NodeAddress)(act: Waiting => Unit): Unit =
    val waiting = dials.remove(of)
    if waiting != null then waiting.foreach(act)

  // --- events of the transport -----------------------------------------------------------------------------

  def reached(to: NodeAddress, peer: NodeIdentity): Unit = outcome(to)(_.dial.reached(nodeOf(peer)))
  def unreachable(to: NodeAddress, reason: String): Unit = outcome(to): one =>
    if one.isFinal then one.dial.failed(reason) else dial(to, one.dial, isAgain = true)

  def opened(by: TransportSession): Unit =
    if ended.contains(by.peer.incarnation) then by.close(SessionEnd.Restarted) else open(by)

  private def open(by: TransportSession): Unit =
    val node = nodeOf(by.peer)
    pauses.remove(by.peer.incarnation): Unit
    // a node that was started again: its earlier incarnations are over
    for
      other <- others.values.nn.asScala
      if other.identity.name == by.peer.name && other.identity.incarnation != by.peer.incarnation
    do end(other)
    val session = node.accept(by)
    val running = Running(node, session, Incoming(context, session, by, node, nodeOf(_), meet(_)))
    node.since = Instant.ofEpochMilli(system.engine.platform.currentTimeMillis)
    sessions.put(by, running): Unit
    if config.connectAll then introduce(running)
    sets.foreach(_.opened(session))
    tell(Change.Opened(node))

  private def sets = List(context.groups, context.channels, context.patterns, context.singletons)

  /** Tells the node of the others, and them of it, so that all of a cluster find each other. */
  private def introduce(one: Running): Unit =
    def tell(to: Running, of: Iterable[Running]) =
      val known = of.map(_.node.identity).filter(_.addresses.nonEmpty).map: identity =>
        KnownNode(identity.name, identity.incarnation, identity.addresses.map(_.text))
      if known.nonEmpty then to.session.signal(NodeSession.noReceiver, Control.Known(known.toList))
    val others = sessions.values.nn.asScala.toList.filter(_ ne one)
    tell(one, others)
    others.foreach(tell(_, List(one)))

  /** Dials a node that another one knows, once, unless there is a session with it. */
  private def meet(identity: NodeIdentity): Unit =
    if config.connectAll && identity.incarnation != context.me.incarnation && identity.addresses.nonEmpty &&
      !ended.contains(identity.incarnation)
    then nodeOf(identity).reach(): Unit

  def closed(by: TransportSession, why: SessionEnd): Unit =
    val running = sessions.remove(by)
    if running != null then
      Arrival.unslowed(running.incoming.finish())
      // if this node stops, the other one lives on
      if why == SessionEnd.Restarted || why == SessionEnd.Stopped && !isStopped.get then end(running.node)
      running.node.leave(running.session)
      sets.foreach(_.closed(running.session))
      running.session.close(why.toString)
      tell(Change.Closed(running.node, why))
      val isLost = why match
        case _: (SessionEnd.Lost | SessionEnd.Violated) => true
        case SessionEnd.Stopped | SessionEnd.Restarted => false
      redials.closed(running.node, why, isSought = isLost && config.connectAll)

  def nextFrame(by: TransportSession): Array[Byte] | Null =
    val running = sessions.get(by)
    if running == null then null else running.session.next()

  override def together(body: Runnable): Unit = system.engine.scheduler.together(body.run())

  def received(by: TransportSession, frame: Array[Byte]): Unit =
    val running = sessions.get(by)
    // functions of the program that run here must not wait, either
    if running != null then Arrival.unslowed(running.incoming.receive(frame))
end NodeCore

private[remote] object NodeCore:
  private val firstPause = 100.millis
  private val longestPause = 5.seconds

  enum Change:
    case Opened(node: OtherNode)
    case Closed(node: OtherNode, why: SessionEnd)

  private final class Running(val node: OtherNode, val session: NodeSession, val incoming: Incoming)
  private final class Pause(val length: FiniteDuration, val until: Long)

  /** @param isFinal a failure counts, too: the dial did not begin before it was asked for, when the network
    *   may have been another one
    */
  private final class Waiting(val dial: Dial, val isFinal: Boolean)

  private trait Dial:
    def reached(node: OtherNode): Unit
    def failed(reason: String): Unit
end NodeCore
