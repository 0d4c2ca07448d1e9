package eddy.remote.tcp.internal

import eddy.remote.session.Packet

import javax.net.ssl.SSLException

import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}

/** Frames and packets as bytes of a connection. {{{
  * connection := magic part*                     each way
  * part       := length:int bytes                a frame
  *             | 0x80000000 + length:int bytes   a packet
  * }}}
  * The length is checked before anything is held: a connection that breaks a bound is closed. Most of
  * a large part is copied once, from the buffer of the read. Small parts are copied in chunks first: each
  * access to a buffer of Netty costs more than a small part.
  *
  * @param start is called when the connection is open
  */
private[tcp] final class TcpFrames(connection: TcpConnection, start: TcpConnection => Unit)
    extends ChannelInboundHandlerAdapter:
  import TcpFrames.*

  private var isGreeted = false
  // the length before the part that comes next, as far as it has arrived
  private var head, headBytes = 0
  // the part, as far as it has arrived; null: its length is not complete
  private var part: Array[Byte] | Null = null
  private var partBytes = 0
  private val chunk = new Array[Byte](chunkBytes)

  override def channelActive(context: ChannelHandlerContext): Unit =
    context.write(Unpooled.copyInt(magic)): Unit
    start(connection)
    super.channelActive(context)

  override def channelRead(context: ChannelHandlerContext, message: Object): Unit = message match
    case in: ByteBuf =>
      try while in.isReadable && !connection.isOver do read(context, in)
      finally in.release(): Unit
    case other => super.channelRead(context, other)

  private def read(context: ChannelHandlerContext, in: ByteBuf): Unit =
    val filling = part
    if filling != null && filling.length - partBytes >= chunkBytes then
      val length = math.min(filling.length - partBytes, in.readableBytes)
      in.readBytes(filling, partBytes, length): Unit
      filled(filling, length)
    else
      val length = math.min(chunkBytes, in.readableBytes)
      in.readBytes(chunk, 0, length): Unit
      connection.driver.together(() => readChunk(context, length))

  private def readChunk(context: ChannelHandlerContext, until: Int): Unit =
    var at = 0
    while at < until && !connection.isOver do
      val filling = part
      if filling != null then
        val length = math.min(filling.length - partBytes, until - at)
        System.arraycopy(chunk, at, filling, partBytes, length)
        at += length
        filled(filling, length)
      else
        head = head << 8 | chunk(at) & 0xff
        at += 1
        headBytes += 1
        if headBytes == 4 then
          headBytes = 0
          if isGreeted then begin(context)
          else if head == magic then isGreeted = true
          else broken(context, "it does not speak this protocol")

  private def begin(context: ChannelHandlerContext): Unit =
    val length = head & ~controlBit
    if length > (if isControl then Packet.maxBytes else maxFrame) then
      broken(context, s"it sent a ${if isControl then "packet" else "frame"} of $length bytes")
    else
      val fresh = new Array[Byte](length)
      part = fresh
      partBytes = 0
      // it may have no byte
      filled(fresh, 0)

  private def isControl = (head & controlBit) != 0

  private def filled(bytes: Array[Byte], more: Int): Unit =
    partBytes += more
    if partBytes == bytes.length then
      part = null
      if isControl then connection.driver.control(connection, bytes)
      else connection.driver.frame(connection, bytes)

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
  private val chunkBytes = 8 << 10
end TcpFrames
