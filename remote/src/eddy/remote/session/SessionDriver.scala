package eddy.remote.session

import eddy.remote.spi.*

import java.util.concurrent.atomic.AtomicBoolean
import scala.collection.mutable
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{Future, Promise}

/** The sessions of a node whose transport makes connections: introduces the ends of a connection to each
  * other, resumes a session on another connection, acknowledges frames, and detects silent connections. The
  * decisions are those of [[SessionState]].
  *
  * All methods but [[dial]], [[stop]] and those of sessions run on the I/O thread.
  *
  * @param secret of the cluster
  * @param window bytes of one session that wait for an acknowledgement at most
  */
private[eddy] final class SessionDriver(
    me: NodeIdentity,
    settings: TransportSettings,
    secret: ClusterSecret,
    events: TransportEvents,
    connector: Connector,
    io: IoThread,
    window: Long = SessionDriver.usualWindow
):
  import SessionDriver.*

  private val introduction = Introduction(me.name, me.cluster, me.incarnation, me.addresses.map(_.text))
  // all below: I/O thread only
  private val lines = mutable.HashMap.empty[Long, Line]
  private val handshakes = mutable.HashMap.empty[FrameConnection, Handshake]
  private val carriers = mutable.HashMap.empty[FrameConnection, Line]
  // whether the node wants to know the outcome, or only a session that is to be resumed
  private val dials = mutable.HashMap.empty[NodeAddress, Boolean]
  private val ended = new EndedIncarnations
  private var isStopping = false
  private var watch: AutoCloseable | Null = null

  def start(): Unit = io.execute(() => keepWatch())

  def dial(to: NodeAddress): Unit = io.execute(() => dial(to, isAsked = true))

  private def dial(to: NodeAddress, isAsked: Boolean): Unit =
    if isStopping && isAsked then events.unreachable(to, stoppedText)
    else if !isStopping then
      val known = dials.get(to)
      dials(to) = isAsked || known.contains(true)
      if known.isEmpty then connector.connect(to)

  // --- connections -----------------------------------------------------------------------------------------

  def accepted(connection: FrameConnection): Unit =
    if isStopping || handshakes.size >= maxHandshakes then connection.close()
    else begin(connection, Handshake.Accepting())

  def connected(to: NodeAddress, connection: FrameConnection): Unit =
    if isStopping then connection.close()
    else
      val hello = new Packet.Hello(Packet.version, Packet.version, introduction, ClusterSecret.nonce())
      begin(connection, Handshake.Dialing(to, hello))
      send(connection, hello)

  private def begin(connection: FrameConnection, handshake: Handshake): Unit =
    handshakes(connection) = handshake
    handshake.timer = io.after(settings.connectTimeout.toNanos): () =>
      if handshakes.contains(connection) then
        abandon(connection, s"it did not introduce itself within ${settings.connectTimeout}")

  /** A dial has failed.
    *
    * @param isFinal nobody listens there
    */
  def refused(to: NodeAddress, reason: String, isFinal: Boolean): Unit =
    val isAsked = dials.remove(to).contains(true)
    for line <- lines.values.toList if line.isDetached && line.identity.addresses.contains(to) do
      if isFinal then run(line, line.state.close(SessionEnd.Lost(reason)))
      else line.redial(to)
    if isAsked then events.unreachable(to, reason)

  /** The handshake on a connection has failed. */
  private def abandon(connection: FrameConnection, reason: String): Unit =
    val handshake = handshakes.remove(connection)
    connection.close()
    handshake.foreach: known =>
      known.stopTimer()
      known match
        case dialing: Handshake.Dialing => refused(dialing.to, reason, isFinal = false)
        case _ => ()

  def broken(connection: FrameConnection, reason: String): Unit =
    if handshakes.contains(connection) then abandon(connection, reason)
    else
      carriers.remove(connection).foreach: line =>
        if line.state.broken(connection) then
          line.detached(reason)
          line.answers(false)

  /** The connection takes more. */
  def writable(connection: FrameConnection): Unit = carriers.get(connection).foreach(pump)

  // --- what arrives ----------------------------------------------------------------------------------------

  /** See [[TransportEvents.together]]. */
  def together(body: Runnable): Unit = events.together(body)

  def frame(connection: FrameConnection, frame: Array[Byte]): Unit =
    carriers.getOrElse(connection, null) match
      case line: Line =>
        line.heard = io.nanoTime
        line.state.frame(connection) match
          case Arrived.New =>
            line.framesReceived += 1
            line.bytesReceived += frame.length
            line.noteUnacknowledged(frame.length)
            val session = line.session
            if session != null then events.received(session, frame)
          case Arrived.Ignored => ()
          case Arrived.Unexpected => violated(line, "a frame came before its number")
      case null =>
        if handshakes.contains(connection) then abandon(connection, "a frame came before the start")

  def control(connection: FrameConnection, bytes: Array[Byte]): Unit = Packet.read(bytes) match
    case Left(unreadable) =>
      carriers.get(connection) match
        case Some(line) => violated(line, unreadable)
        case None =>
          if handshakes.contains(connection) then
            send(connection, Packet.Refused("the other node does not speak this protocol"))
            abandon(connection, "it does not speak this protocol")
    case Right(packet) =>
      handshakes.get(connection) match
        case Some(handshake) => introduce(connection, handshake, packet)
        case None => carriers.get(connection).foreach(line => handle(line, connection, packet))

  private def introduce(connection: FrameConnection, handshake: Handshake, packet: Packet): Unit =
    (handshake, packet) match
      case (_: Handshake.Dialing, refusal: Packet.Refused) => abandon(connection, refusal.reason)
      case (accepting: Handshake.Accepting, hello: Packet.Hello) if !handshake.isDeciding =>
        refusal(hello.node, hello.oldest, hello.newest) match
          case Some(reason) => refuse(connection, reason)
          case None =>
            admit(connection, handshake, hello.node)(refuse(connection, _)):
              accept(connection, accepting, hello)
      case (dialing: Handshake.Dialing, welcome: Packet.Welcome) if !handshake.isDeciding =>
        val expected = secret.proof("acceptor", dialing.hello, welcome.copy(proof = Vector.empty))
        if !secret.accepts(expected, welcome.proof) then abandon(connection, wrongSecret)
        else
          refusal(welcome.node, welcome.version, welcome.version) match
            case Some(reason) => abandon(connection, reason)
            case None =>
              admit(connection, handshake, welcome.node)(abandon(connection, _)):
                welcomed(connection, dialing, welcome)
      case (accepted: Handshake.Accepted, start: Packet.Start) =>
        val unsigned = start.copy(proof = Vector.empty)
        val expected = secret.proof("dialer", accepted.hello, accepted.welcome, unsigned)
        if !secret.accepts(expected, start.proof) then
          send(connection, Packet.Refused(wrongSecret))
          abandon(connection, wrongSecret)
        else
          finish(connection, accepted)
          val line = lineOf(accepted.hello.node)
          val by = SessionStart(start.number, start.received, start.first, start.connection)
          run(line, line.state.started(connection, by))
      case _ => abandon(connection, "it broke the protocol of the handshake")

  private def refuse(connection: FrameConnection, reason: String): Unit =
    send(connection, Packet.Refused(reason))
    abandon(connection, reason)

  private def accept(connection: FrameConnection, handshake: Handshake.Accepting, hello: Packet.Hello): Unit =
    val at = lines.get(hello.node.incarnation).fold(SessionPosition(0, false, 0, 0))(_.state.position)
    val welcome = new Packet.Welcome(
      Packet.version,
      introduction,
      ClusterSecret.nonce(),
      Vector.empty,
      at.number,
      at.isOpen,
      at.received,
      at.connections
    )
    handshake.stopTimer()
    begin(connection, Handshake.Accepted(hello, welcome))
    send(connection, welcome.copy(proof = secret.proof("acceptor", hello, welcome)))

  /** Runs `accept`, now or soon, unless the incarnation is over, or another live node has its name: the one
    * that is known is asked whether it is.
    */
  private def admit(connection: FrameConnection, handshake: Handshake, node: Introduction)(
      refuse: String => Unit
  )(accept: => Unit): Unit =
    val holder =
      lines.values.find(line =>
        line.identity.name == node.name && line.identity.incarnation != node.incarnation
      )
    if ended.contains(node.incarnation) then
      refuse(s"this life of node ${node.name} is over: it said goodbye, or the node was started again")
    else
      holder.filter(_.state.connection != null) match
        case None => accept
        case Some(other) =>
          handshake.isDeciding = true
          other.probe: answers =>
            // or it was given up meanwhile
            if handshakes.get(connection).exists(_ eq handshake) then
              handshake.isDeciding = false
              if answers then refuse(s"another live node has the name \"${node.name}\"") else accept

  private def refusal(node: Introduction, oldest: Int, newest: Int): Option[String] =
    if oldest > Packet.version || newest < Packet.version then
      Some(s"it speaks versions $oldest to $newest of the protocol, node ${me.name} speaks ${Packet.version}")
    else if node.cluster != me.cluster then
      Some(s"node ${me.name} belongs to cluster \"${me.cluster}\", not to \"${node.cluster}\"")
    else if node.incarnation == me.incarnation then Some("it is this node itself")
    else if node.name == me.name then Some(s"both nodes have the name \"${me.name}\"")
    else None

  private def welcomed(
      connection: FrameConnection,
      dialing: Handshake.Dialing,
      welcome: Packet.Welcome
  ): Unit =
    finish(connection, dialing)
    val isAsked = dials.remove(dialing.to).contains(true)
    val line = lineOf(welcome.node)
    val unsigned = welcome.copy(proof = Vector.empty)
    line.prove = start => secret.proof("dialer", dialing.hello, unsigned, start)
    val theirs = SessionPosition(welcome.number, welcome.isOpen, welcome.received, welcome.connections)
    run(line, line.state.welcomed(connection, theirs))
    if isAsked then
      if line.state.isOpen then events.reached(dialing.to, line.identity)
      else events.unreachable(dialing.to, "the session was closed at once")

  private def finish(connection: FrameConnection, handshake: Handshake): Unit =
    handshake.stopTimer()
    handshakes.remove(connection): Unit

  private def handle(line: Line, connection: FrameConnection, packet: Packet): Unit =
    line.heard = io.nanoTime
    packet match
      case Packet.Begin(first) => run(line, line.state.begun(connection, first))
      case Packet.Received(frame) =>
        run(line, line.state.acknowledged(connection, frame))
        pump(line)
      case Packet.Ping => send(connection, Packet.Pong)
      case Packet.Pong => line.answers(true)
      case Packet.Farewell(kind, reason) =>
        run(line, line.state.farewell(connection, Farewells.endOf(kind, reason)))
      // the other node refuses what it had welcomed
      case Packet.Refused(reason) =>
        val connected = carriers.remove(connection)
        connection.close()
        connected.foreach: known =>
          val _ = known.state.broken(connection)
          run(known, known.state.close(SessionEnd.Lost(reason)))
      case other => violated(line, s"$other within a session")

  // --- sessions --------------------------------------------------------------------------------------------

  /** Of that incarnation. Earlier ones of its name have no session any more. */
  private def lineOf(node: Introduction): Line =
    lines.get(node.incarnation) match
      case Some(line) => line
      case None =>
        for line <- lines.values.toList if line.identity.name == node.name do
          lines.remove(line.identity.incarnation): Unit
          ended.add(line.identity.incarnation)
          run(line, line.state.close(SessionEnd.Restarted))
        val fresh =
          Line(NodeIdentity(node.name, node.cluster, node.incarnation, node.addresses.map(NodeAddress(_))))
        lines(node.incarnation) = fresh
        fresh

  private def run(line: Line, actions: List[SessionAction[FrameConnection]]): Unit =
    actions.foreach:
      case SessionAction.Opened(_) =>
        val session = Session(line)
        line.session = session
        line.beganAt()
        events.opened(session)
      case SessionAction.Closed(_, why) =>
        line.stopTimers()
        if why == SessionEnd.Stopped && !isStopping then
          ended.add(line.identity.incarnation)
          lines.remove(line.identity.incarnation): Unit
        val session = line.session
        line.session = null
        if session != null then events.closed(session, why)
        line.answers(false)
      case SessionAction.Start(to, start) =>
        attach(line, to)
        val unsigned =
          new Packet.Start(start.number, start.received, start.first, start.connection, Vector.empty)
        send(to, unsigned.copy(proof = line.prove(unsigned)))
      case SessionAction.Begin(to, first) =>
        attach(line, to)
        send(to, Packet.Begin(first))
      case SessionAction.Replay(to, frames) =>
        frames.foreach(to.sendFrame)
        to.flush()
      case SessionAction.Farewell(to, why) => send(to, Farewells.packetOf(why))
      case SessionAction.Drop(connection) =>
        carriers.remove(connection): Unit
        connection.close()
    if line.state.connection != null then pump(line)
  end run

  private def attach(line: Line, connection: FrameConnection): Unit =
    carriers(connection) = line
    line.attachedAgain()

  private def violated(line: Line, what: String): Unit =
    run(line, line.state.close(SessionEnd.Violated(s"the other node broke the protocol: $what")))

  /** Sends what there is, as far as the connection takes it. */
  private def pump(line: Line): Unit =
    val connection = line.state.connection
    val session = line.session
    if connection != null && session != null then
      var sent = false
      var hasMore = true
      while hasMore && connection.isWritable && line.state.retainedBytes < window do
        val frame = events.nextFrame(session)
        if frame == null then hasMore = false
        else
          line.state.send(frame)
          line.framesSent += 1
          line.bytesSent += frame.length
          connection.sendFrame(frame)
          sent = true
      if sent then connection.flush()

  private def send(connection: FrameConnection, packet: Packet): Unit =
    connection.sendControl(Packet.write(packet))
    connection.flush()

  private def keepWatch(): Unit =
    val now = io.nanoTime
    val silence = settings.silenceTimeout.toNanos
    for (connection, line) <- carriers.toList do
      if now - line.heard > silence then
        connection.close()
        broken(connection, s"nothing came for ${settings.silenceTimeout}")
      else if now - line.heard > silence / 4 then send(connection, Packet.Ping)
    watch = io.after(silence / 4)(() => keepWatch())

  /** See [[NodeTransport.stop]]. */
  def stop(timeout: FiniteDuration): Future[Unit] =
    val done = Promise[Unit]()
    io.execute: () =>
      isStopping = true
      for (to, isAsked) <- dials.toList if isAsked do events.unreachable(to, stoppedText)
      dials.clear()
      handshakes.keys.toList.foreach(abandon(_, stoppedText))
      val until = io.nanoTime + timeout.toNanos
      def attempt(): Unit =
        lines.values.foreach(pump)
        val isSent = lines.values.forall(line => line.session == null || line.isFlushed)
        if isSent || io.nanoTime - until >= 0 then
          lines.values.toList.foreach(line => run(line, line.state.close(SessionEnd.Stopped)))
          val timer = watch
          if timer != null then timer.close()
          done.trySuccess(()): Unit
        else io.after(flushCheck.toNanos)(() => attempt()): Unit
      attempt()
    done.future

  /** What this end has with one incarnation of another node. */
  private final class Line(val identity: NodeIdentity):
    val state: SessionState[FrameConnection] =
      SessionState(java.lang.Long.compareUnsigned(me.incarnation, identity.incarnation) < 0)
    var session: Session | Null = null
    var prove: Packet.Start => Vector[Byte] = _ => Vector.empty
    var heard: Long = io.nanoTime
    var framesSent, framesReceived, bytesSent, bytesReceived, resumptions = 0L
    private var unacknowledged = 0
    private var acknowledging: AutoCloseable | Null = null
    private var givingUp: AutoCloseable | Null = null
    private var redialing: AutoCloseable | Null = null
    private var pause = firstPause.toNanos
    // of those that ask whether the other node is alive
    private var probes = List.empty[Boolean => Unit]
    private var probing: AutoCloseable | Null = null

    def isDetached: Boolean = state.isOpen && state.connection == null

    /** Nothing waits here that the other node may lack. */
    def isFlushed: Boolean = state.connection == null || state.retainedBytes == 0

    def beganAt(): Unit =
      framesSent = 0
      framesReceived = 0
      bytesSent = 0
      bytesReceived = 0
      resumptions = -1
      unacknowledged = 0

    def attachedAgain(): Unit =
      heard = io.nanoTime
      resumptions += 1
      pause = firstPause.toNanos
      close(givingUp)
      givingUp = null
      close(redialing)
      redialing = null

    def detached(reason: String): Unit =
      close(givingUp)
      givingUp = io.after(settings.resumeTimeout.toNanos): () =>
        if isDetached then run(this, state.close(SessionEnd.Lost(reason)))
      identity.addresses.foreach(dial(_, isAsked = false))

    /** Asks the other node, over its connection, whether it is alive. */
    def probe(act: Boolean => Unit): Unit =
      val connection = state.connection
      if connection == null then act(false)
      else
        val isFirst = probes.isEmpty
        probes = act :: probes
        if isFirst then
          // within the time of the handshake that waits for it
          probing = io.after(settings.connectTimeout.toNanos / 2)(() => answers(false))
          send(connection, Packet.Ping)

    def answers(isAlive: Boolean): Unit =
      val waiting = probes
      probes = Nil
      close(probing)
      probing = null
      waiting.foreach(_(isAlive))

    def redial(to: NodeAddress): Unit =
      close(redialing)
      redialing = io.after(pause)(() => if isDetached then dial(to, isAsked = false))
      pause = math.min(pause * 2, longestPause.toNanos)

    def stopTimers(): Unit =
      List(acknowledging, givingUp, redialing).foreach(close)
      acknowledging = null
      givingUp = null
      redialing = null

    def noteUnacknowledged(length: Int): Unit =
      unacknowledged += length + 1
      if unacknowledged >= acknowledgedBytes then acknowledge()
      else if acknowledging == null then
        acknowledging = io.after(acknowledgeDelay.toNanos)(() => acknowledge())

    private def acknowledge(): Unit =
      close(acknowledging)
      acknowledging = null
      unacknowledged = 0
      val connection = state.connection
      if connection != null then send(connection, Packet.Received(state.received))

    private def close(timer: AutoCloseable | Null): Unit = if timer != null then timer.close()
  end Line

  private final class Session(line: Line) extends TransportSession:
    private val isWoken = new AtomicBoolean
    def peer: NodeIdentity = line.identity

    def stats: TransportStats =
      TransportStats(
        line.framesSent,
        line.framesReceived,
        line.bytesSent,
        line.bytesReceived,
        line.resumptions
      )

    def wake(): Unit =
      // a failed comparison costs as much as a successful one
      if !isWoken.get && isWoken.compareAndSet(false, true) then
        io.execute: () =>
          isWoken.set(false)
          if line.session eq this then pump(line)

    def execute(task: Runnable): Unit =
      io.execute(() => if line.session eq this then task.run())

    def close(why: SessionEnd): Unit =
      io.execute: () =>
        if line.session eq this then
          pump(line)
          run(line, line.state.close(why))

    // a table of sessions has the same order in each simulation of a seed
    override def hashCode: Int = line.identity.incarnation.hashCode
    override def toString: String = s"session with ${peer.name}"
  end Session
end SessionDriver

private[eddy] object SessionDriver:
  private val stoppedText = "this node was stopped"
  private val wrongSecret = "it does not know the secret of this cluster"
  private val maxHandshakes = 64

  private val usualWindow = 4L << 20
  private val acknowledgedBytes = 256 << 10
  private val acknowledgeDelay = 50.millis
  private val firstPause = 100.millis
  private val longestPause = 5.seconds
  private val flushCheck = 5.millis
end SessionDriver
