package eddy.chat

import eddy.actor.{ActorSystem, EventBus}
import eddy.chat.internal.{
  ChatStats,
  Connection,
  ConnectionEvent,
  ConnectionId,
  Intake,
  Lobby,
  Page,
  SocketWire,
  Streams,
  Wire
}
import eddy.web.{Origins, Routes, WebSocket, WebSocketOptions}

import java.util.concurrent.atomic.AtomicLong

import io.micrometer.core.instrument.binder.MeterBinder

/** A chat: rooms that people enter by a page, over a WebSocket or, where none gets through, over server-sent events.
  *
  * Each connection and each room is an actor; an event bus maps rooms to connections, as in section III of the web-push
  * paper. What goes over the wire stands in docs/chat.md. Mount it with `Routes ++ app.routes.under("/chat")`.
  */
final class ChatApp private (val config: ChatConfig)(using ActorSystem):
  private val bus = new EventBus[ConnectionEvent]
  private val stats = new ChatStats
  private[chat] val lobby = Lobby.start(config, bus, stats)
  private val ids = new AtomicLong
  private val streams = new Streams(config, connect)

  /** The page at `/`, the WebSocket at `/ws`, the event stream at `/events` with its POSTs at `/send`. */
  val routes: Routes =
    val options = WebSocketOptions(
      origins =
        if config.allowedOrigins.isEmpty then Origins.SameHost else Origins.Only(config.allowedOrigins),
      maxMessageBytes = config.maxFrameBytes,
      maxBufferedBytes = config.maxBufferedBytes
    )
    Page.routes ++ streams.routes ++ Routes.webSocket("/ws", options)(open)

  /** Whether people can come in. */
  def isReady: Boolean = lobby.isAlive

  /** Rooms, connections, messages and refusals, to be bound to a server's registry. */
  val meters: MeterBinder = stats

  private def open(socket: WebSocket): Unit =
    val intake = connect(new SocketWire(socket))
    socket.onText(intake.receive)
    socket.onBinary(_ => intake.receiveBinary())
    socket.onClose((_, _) => intake.closed())

  private def connect(wire: Wire): Intake =
    stats.connections.increment()
    val connection = Connection.start(ConnectionId(ids.incrementAndGet()), wire, lobby, config, stats)
    new Intake(config, connection, stats)
end ChatApp

object ChatApp:
  def apply(config: ChatConfig = ChatConfig())(using ActorSystem): ChatApp = new ChatApp(config)
