package eddy.remote.tcp.internal

import eddy.remote.session.Packet

import java.util.List as JavaList
import javax.net.ssl.SSLException

import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.ChannelHandlerContext
import io.netty.handler.codec.ByteToMessageDecoder

/** Frames and packets as bytes of a connection. {{{
  * connection := magic part*                     each way
  * part       := length:int bytes                a frame
  *             | 0x80000000 + length:int bytes   a packet
  * }}}
  * The length is checked before anything is held: a connection that breaks a bound is closed.
  *
  * @param begin is called when the connection is open
  */
private[tcp] final class TcpFrames(connection: TcpConnection, begin: TcpConnection => Unit)
    extends ByteToMessageDecoder:
  import TcpFrames.*

  private var isGreeted = false

  override def channelActive(context: ChannelHandlerContext): Unit =
    context.write(Unpooled.copyInt(magic)): Unit
    begin(connection)
    super.channelActive(context)

  def decode(context: ChannelHandlerContext, in: ByteBuf, out: JavaList[Object]): Unit =
    if connection.isOver then in.skipBytes(in.readableBytes): Unit
    else if !isGreeted then
      if in.readableBytes >= 4 then
        if in.readInt() == magic then isGreeted = true else broken(context, "it does not speak this protocol")
    else if in.readableBytes >= 4 then
      val head = in.getInt(in.readerIndex)
      val isControl = (head & controlBit) != 0
      val length = head & ~controlBit
      if length > (if isControl then Packet.maxBytes else maxFrame) then
        broken(context, s"it sent a ${if isControl then "packet" else "frame"} of $length bytes")
      else if in.readableBytes >= 4 + length then
        in.skipBytes(4): Unit
        val bytes = new Array[Byte](length)
        in.readBytes(bytes): Unit
        if isControl then connection.driver.control(connection, bytes)
        else connection.driver.frame(connection, bytes)
  end decode

  override def channelWritabilityChanged(context: ChannelHandlerContext): Unit =
    if context.channel.nn.isWritable && !connection.isOver then connection.driver.writable(connection)

  override def channelInactive(context: ChannelHandlerContext): Unit =
    super.channelInactive(context)
    broken(context, "the other node closed the connection")

  override def exceptionCaught(context: ChannelHandlerContext, cause: Throwable): Unit =
    val ofTls = Iterator.iterate(cause)(_.getCause).takeWhile(_ != null).take(4).collectFirst:
      case failure: SSLException => failure
    broken(
      context,
      ofTls match
        case Some(failure) =>
          s"TLS failed: ${failure.getMessage}; both nodes need TLS, and certificates of an issuer that the other trusts"
        case None => cause.toString
    )

  private def broken(context: ChannelHandlerContext, reason: String): Unit =
    if !connection.isOver then
      connection.isOver = true
      connection.driver.broken(connection, reason)
    context.close(): Unit
end TcpFrames

private[tcp] object TcpFrames:
  val controlBit: Int = 1 << 31

  /** "EDN1" */
  private val magic = 0x45444e31

  // a record at most
  private val maxFrame = 65_552
end TcpFrames
