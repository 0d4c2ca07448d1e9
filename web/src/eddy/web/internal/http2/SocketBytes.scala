package eddy.web.internal.http2

import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.socket.ChannelInputShutdownEvent
import io.netty.channel.{ChannelDuplexHandler, ChannelHandlerContext, ChannelPromise}
import io.netty.handler.codec.http2.{DefaultHttp2DataFrame, Http2DataFrame, Http2HeadersFrame}
import io.netty.util.ReferenceCountUtil

/** Makes a stream look like a connection of bytes to the handlers of a WebSocket: END_STREAM is the end of
  * one's side (RFC 8441, section 5).
  */
private[eddy] final class SocketBytes(frames: FramesOut) extends ChannelDuplexHandler:
  override def channelRead(context: ChannelHandlerContext, message: Object): Unit = message match
    case data: Http2DataFrame =>
      val ends = data.isEndStream
      context.fireChannelRead(data.content): Unit
      if ends then context.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE): Unit
    case trailers: Http2HeadersFrame if trailers.isEndStream =>
      context.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE): Unit
    case other => ReferenceCountUtil.release(other): Unit

  override def write(context: ChannelHandlerContext, message: Object, promise: ChannelPromise): Unit =
    message match
      case bytes: ByteBuf if bytes.isReadable =>
        val length = bytes.readableBytes
        frames.note(context.write(DefaultHttp2DataFrame(bytes), promise.unvoid), length): Unit
      case bytes: ByteBuf =>
        bytes.release(): Unit
        context.write(DefaultHttp2DataFrame(Unpooled.EMPTY_BUFFER), promise): Unit
      case other => context.write(other, promise): Unit
end SocketBytes
