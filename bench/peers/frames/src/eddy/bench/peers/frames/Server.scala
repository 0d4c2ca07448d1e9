package eddy.bench.peers.frames

import java.net.InetSocketAddress
import scala.collection.mutable

import io.netty.buffer.ByteBuf
import io.netty.channel.{ChannelHandlerContext, SimpleChannelInboundHandler}

/** Sends back, or counts. */
private[frames] final class Server extends SimpleChannelInboundHandler[ByteBuf]:
  private val counts = mutable.LongMap.empty[Long]

  override def channelRead0(context: ChannelHandlerContext, frame: ByteBuf): Unit =
    val channel = context.channel.nn
    val kind = frame.readByte()
    val number = frame.readInt()
    kind match
      case Frame.Ball =>
        val payload = new Array[Byte](frame.readableBytes)
        frame.readBytes(payload): Unit
        Frame.write(channel, Frame.Ball, number, payload)
      case Frame.Data => counts(number) = counts.getOrElse(number, 0L) + frame.readableBytes
      case Frame.Mark =>
        Frame.write(
          channel,
          Frame.Acknowledged,
          number,
          counts.remove(number).getOrElse(0L) + frame.readableBytes
        )
      case other => throw IllegalStateException(s"kind $other")

  override def channelReadComplete(context: ChannelHandlerContext): Unit = context.flush(): Unit
end Server

private[frames] object Server:
  /** Its address. */
  def start(): String =
    val channel = Loop().listen(() => new Server)
    s"127.0.0.1:${channel.localAddress.asInstanceOf[InetSocketAddress].getPort}"
