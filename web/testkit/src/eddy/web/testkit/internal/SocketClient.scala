package eddy.web.testkit.internal

import java.net.URI
import scala.collection.mutable

import io.netty.channel.embedded.EmbeddedChannel
import io.netty.channel.{ChannelHandlerContext, SimpleChannelInboundHandler}
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent
import io.netty.handler.codec.http.websocketx.{
  CloseWebSocketFrame,
  TextWebSocketFrame,
  WebSocketClientProtocolConfig,
  WebSocketClientProtocolHandler,
  WebSocketFrame,
  WebSocketVersion
}
import io.netty.handler.codec.http.{DefaultHttpHeaders, HttpClientCodec, HttpObjectAggregator}

/** A client's side of a WebSocket in a simulation: confined to the holder of its baton. */
private[testkit] final class SocketClient(val path: String, headers: Seq[(String, String)]):
  import SocketClient.Event

  private val heard = mutable.Queue.empty[Event]
  private val unsent = mutable.Queue.empty[WebSocketFrame]
  private var open = false
  private var over = false
  private var told: () => Unit = () => ()

  private val config =
    val extra = DefaultHttpHeaders()
    headers.foreach((name, value) => extra.add(name, value): Unit)
    WebSocketClientProtocolConfig.newBuilder
      .webSocketUri(URI(s"ws://service$path")).customHeaders(extra).version(WebSocketVersion.V13)
      .handleCloseFrames(false).maxFramePayloadLength(Int.MaxValue).build

  private object Frames extends SimpleChannelInboundHandler[WebSocketFrame]:
    override def channelRead0(context: ChannelHandlerContext, frame: WebSocketFrame): Unit = frame match
      case text: TextWebSocketFrame => arrived(Event.Text(text.text))
      case close: CloseWebSocketFrame =>
        end(close.statusCode, close.reasonText)
        context.writeAndFlush(close.retain()): Unit
      case _ => ()

    override def userEventTriggered(context: ChannelHandlerContext, event: Object): Unit =
      if event == ClientHandshakeStateEvent.HANDSHAKE_COMPLETE then
        open = true
        unsent.removeAll().foreach(frame => context.writeAndFlush(frame): Unit)
      context.fireUserEventTriggered(event): Unit

    override def channelInactive(context: ChannelHandlerContext): Unit = end(1006, "")
    override def exceptionCaught(context: ChannelHandlerContext, cause: Throwable): Unit =
      end(1006, String.valueOf(cause.getMessage))
      context.close(): Unit

  val channel: EmbeddedChannel =
    EmbeddedChannel(
      HttpClientCodec(),
      HttpObjectAggregator(64 * 1024),
      WebSocketClientProtocolHandler(config),
      Frames
    )

  def send(frame: WebSocketFrame): Unit =
    if open then channel.writeOutbound(frame): Unit else unsent.enqueue(frame): Unit

  /** The next that came, or none. */
  def poll(): Option[Event] = heard.removeHeadOption()

  /** Sets `callback` for the next event. */
  def whenHeard(callback: () => Unit): Unit = told = callback

  private def end(code: Int, reason: String): Unit =
    if !over then
      over = true
      arrived(Event.Closed(code, reason))

  private def arrived(event: Event): Unit =
    heard.enqueue(event)
    told()
end SocketClient

private[testkit] object SocketClient:
  enum Event derives CanEqual:
    case Text(text: String)
    case Closed(code: Int, reason: String)

    override def toString: String = this match
      case Text(text) => s"\"${text.take(200)}\""
      case Closed(code, reason) => s"the end with $code${if reason.isEmpty then "" else s" ($reason)"}"
