package eddy.chat

import eddy.actor.{ActorSystem, EventBus}
import eddy.chat.internal.{
  AddressJoins,
  ChannelNames,
  ChatStats,
  Connection,
  ConnectionEvent,
  ConnectionId,
  CountedWire,
  Intake,
  Lobby,
  Page,
  RoomActor,
  SocketWire,
  Streams,
  Wire,
  Wires
}
import eddy.push.{Channels, ChannelsConfig, Namespace}
import eddy.web.{Origins, Peer, Request, Routes, WebSocket, WebSocketOptions}

import java.util.concurrent.atomic.AtomicLong
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

import io.micrometer.core.instrument.binder.MeterBinder

/** A chat: rooms that people enter by a page, over a WebSocket or, where none gets through, over server-sent
  * events.
  *
  * Each room is a channel, with history and with who is there; nodes whose channels share a mediator share
  * their rooms. Each connection is an actor,
  * as is each room that somebody of this node is in. What goes over the wire stands in docs/chat.md. Mount
  * it with
  * `Routes ++ app.routes.under("/chat")`.
  */
final class ChatApp private (val config: ChatConfig, channels: Channels)(using system: ActorSystem):
  private val bus = new EventBus[ConnectionEvent]
  private val stats = new ChatStats
  private[chat] val lobby = Lobby.start(config, channels, bus, stats)
  private val ids = new AtomicLong
  private val joins = new AddressJoins(config)
  private val wires = new Wires(system.engine)
  private val streams = new Streams(config, connect)

  /** The page at `/`, the WebSocket at `/ws`, the event stream at `/events` with its POSTs at `/send`. */
  val routes: Routes = routesWith(identity)

  /** With other times for the WebSocket. */
  private[chat] def routesWith(times: WebSocketOptions => WebSocketOptions): Routes =
    val options = WebSocketOptions(
      origins =
        if config.allowedOrigins.isEmpty then Origins.SameHost else Origins.Only(config.allowedOrigins),
      maxMessageBytes = config.maxFrameBytes,
      maxBufferedBytes = config.maxBufferedBytes
    )
    Page.routes ++ (streams.routes ++ Routes.webSocket(
      "/ws",
      times(options)
    )(open)).running(RoomActor.handlers(lobby))

  /** Whether people can come in. */
  def isReady: Boolean = lobby.isAlive && !wires.isDraining

  /** Sends everybody elsewhere, each at some moment within that time: their connections are closed with a
    * code on which they come back by
    * themselves and resume, and so is whatever connects from now on. Done when nobody is connected any more.
    */
  def drain(within: FiniteDuration): Future[Unit] = wires.drain(within)

  /** Rooms, connections, messages, refusals, and why connections were closed, to be bound to a server's
    * registry.
    */
  val meters: MeterBinder = stats

  private def open(socket: WebSocket): Unit =
    val intake = connect(new SocketWire(socket), socket.request)
    socket.onText(intake.receive)
    socket.onBinary(_ => intake.receiveBinary())
    socket.onClose((_, _) => intake.closed())

  private def connect(to: Wire, request: Request): Intake =
    val wire = new CountedWire(to, stats)
    stats.connections.increment()
    val address = Connection.holder(Peer.of(request).address)
    val connection =
      Connection.start(ConnectionId(ids.incrementAndGet()), wire, lobby, config, stats, address, joins)
    wires.add(wire)
    new Intake(config, connection, stats, () => wires.remove(wire))
end ChatApp

object ChatApp:
  /** On channels of its own, with no other node. */
  def apply(config: ChatConfig = ChatConfig())(using ActorSystem): ChatApp =
    apply(config, Channels.start(channels(config)))

  /** @param channels must have the namespaces of [[channels]] */
  def apply(config: ChatConfig, channels: Channels)(using ActorSystem): ChatApp =
    new ChatApp(config, channels)

  /** What the chat needs of its channels; the same on all nodes. */
  def channels(config: ChatConfig): ChannelsConfig =
    val messages = Namespace(
      ChannelNames.Messages,
      history = config.historySize,
      historyTtl = config.historyTtl,
      idempotencyTtl = config.historyTtl,
      presence = true,
      joinLeave = true,
      bufferMessages = buffer
    )
    val signals = Namespace(ChannelNames.Signals, bufferMessages = buffer)
    // a character takes at most four bytes
    val most = math.max(ChannelsConfig().maxDataBytes, 4 * config.maxTextLength + 4096)
    ChannelsConfig(Seq(messages, signals), maxDataBytes = most)

  /** What may wait for a room's actor, which serves all connections of its room. */
  private val buffer = 10_000
end ChatApp
