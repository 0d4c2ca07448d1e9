package eddy.bench.peers.netty

import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}
import io.netty.handler.codec.http.websocketx.{WebSocketFrame, WebSocketServerProtocolHandler}
import io.netty.handler.codec.http.{HttpObjectAggregator, HttpRequest}
import io.netty.util.ReferenceCountUtil

/** Sends the frames of a WebSocket back as they come. */
private[netty] final class Echo extends ChannelInboundHandlerAdapter:
  override def channelRead(context: ChannelHandlerContext, message: Any): Unit = message match
    case frame: WebSocketFrame => context.write(frame, context.voidPromise): Unit
    case other => val _ = ReferenceCountUtil.release(other)

  override def channelReadComplete(context: ChannelHandlerContext): Unit = context.flush(): Unit

  override def exceptionCaught(context: ChannelHandlerContext, cause: Throwable): Unit = context.close(): Unit

private[netty] object Echo:
  /** The request's connection becomes a WebSocket; `service` leaves it. */
  def takeOver(context: ChannelHandlerContext, service: HttpService, request: HttpRequest): Unit =
    val pipeline = context.pipeline
    pipeline.addLast(
      new HttpObjectAggregator(1024),
      new WebSocketServerProtocolHandler("/echo", null, false, 64 * 1024),
      new Echo
    )
    context.fireChannelRead(request)
    pipeline.remove(service): Unit
