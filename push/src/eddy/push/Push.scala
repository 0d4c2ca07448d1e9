package eddy.push

import eddy.push.internal.plain.{Events, Guard, Poll, RawSocket}
import eddy.push.internal.wire.{ProtocolSocket, PushCore}
import eddy.runtime.Timer
import eddy.state.LockPolicy
import eddy.web.{Origins, Routes, WebSocketOptions}

import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

import io.micrometer.core.instrument.binder.MeterBinder

/** How clients reach the channels of this node: routes for a server.
  *
  * {{{
  *   val channels = Channels.start(ChannelsConfig(namespaces = Seq(Namespace(clientsSubscribe = true))))
  *   val push = Push(channels, PushConfig(anonymous = true))
  *   val server = Server(port = 8080).start(push.routes)
  *   push.meters.bindTo(server.metrics.registry)
  * }}}
  *
  *   - `/connection/websocket`: the Centrifuge client protocol (JSON), as official client libraries speak it
  *   - `/events/<channel>`: server-sent events
  *   - `/socket/<channel>`: a WebSocket without a protocol
  *   - `/poll/<channel>`: long polling
  *
  * docs/push-protocol.md has the protocols, their codes and limits. Any thread may use it.
  */
final class Push private (core: PushCore, hooks: Seq[(String, AnyRef)], watch: Timer):
  val routes: Routes =
    val config = core.config
    val socket = WebSocketOptions(
      // the guard looks at them, and counts
      origins = Origins.Any,
      maxMessageBytes = config.limits.messageBytes,
      maxBufferedBytes = config.maxBufferedBytes,
      compression = config.compression
    )
    // the protocol has its own pings, which tell whether the client is alive
    val pinged = socket.copy(pingInterval = config.pingInterval * 4)
    val events = Events(core)
    val poll = Poll(core)
    val raw = RawSocket(core)
    val protocol = ProtocolSocket(core)
    Routes
      .webSocket(Guard.Protocol, pinged.copy(subprotocols = Seq("centrifuge-json")))(protocol.open)
      .webSocket("/socket/*channel", socket)(raw.open)
      .get("/events/*channel")(events.apply)
      .get("/poll/*channel")(poll.apply)
      .through(Guard(core))
      .running(hooks)
  end routes

  /** What clients do and are refused: to be bound to a server's registry, beside [[ChannelMeters]]. */
  val meters: MeterBinder = core.meters

  /** How many clients are connected, in whatever way. */
  def connections: Int = core.connections.size

  /** Turns new clients away with 503, and ends the connections with 3001, on which clients connect again,
    * elsewhere: each at some moment within that time. Call it before the server is stopped; connections left
    * then end with the server. Completes when all have been asked to leave.
    */
  def drain(within: FiniteDuration): Future[Unit] = core.connections.drain(core.system.engine, within)

  /** Looks at no deadlines any more; connections stay until their server stops, or the clients go. */
  def close(): Unit = watch.cancel(): Unit
end Push

object Push:
  def apply(channels: Channels, config: PushConfig = PushConfig()): Push =
    val node = channels.core.node
    val hooks = if node.config.locks == LockPolicy.Unprotected then Nil else node.config.hooks.named
    of(PushCore(channels.hub, config, node.system, channels.streams), hooks)

  /** @param hooks what `core` has run under locks, with names */
  private[push] def of(core: PushCore, hooks: Seq[(String, AnyRef)] = Nil): Push =
    new Push(core, hooks, core.connections.watch(core.system.engine))
