package eddy.web.internal.tls

import io.netty.buffer.ByteBuf
import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}
import io.netty.handler.ssl.SslHandler
import io.netty.util.ReferenceCountUtil

/** In front of TLS: cuts a connection whose client begins a second handshake. TLS 1.2 permits one at any
  * time, which costs the server much more than the client, and HTTP/2 forbids it (RFC 9113, section 9.2.1).
  * It looks at the types of the records, which are in clear. TLS 1.3 has no such handshakes. On the I/O
  * thread.
  *
  * {{{
  *   type (1 byte) | version (2) | length (2) | as many bytes
  * }}}
  */
private[tls] final class NoRenegotiation extends ChannelInboundHandlerAdapter:
  import NoRenegotiation.*
  private var header = 0 // bytes of a record's header that have come
  private var length = 0
  private var left = 0 // bytes of the record that are still to come
  private var isOver = false // the handshake
  private var keysChanged = false
  private var finished = 0 // records of the handshake behind the change of keys: the client's last one

  override def channelRead(ctx: ChannelHandlerContext, message: Object): Unit = message match
    case bytes: ByteBuf if ofTls12(ctx) && begins(bytes) =>
      ReferenceCountUtil.release(message): Unit
      ctx.close(): Unit
    case other => ctx.fireChannelRead(other): Unit

  /** Whether what comes is to be looked at: not with TLS 1.3. */
  private def ofTls12(ctx: ChannelHandlerContext): Boolean =
    if !isOver then
      val tls = ctx.pipeline.get(classOf[SslHandler])
      if tls != null && tls.handshakeFuture.isSuccess then
        isOver = true
        if tls.engine.getSession.getProtocol != "TLSv1.2" then ctx.pipeline.remove(this): Unit
    !ctx.isRemoved

  /** Whether another handshake begins in these bytes. */
  private def begins(bytes: ByteBuf): Boolean =
    var found = false
    var at = bytes.readerIndex
    while !found && at < bytes.writerIndex do
      if left > 0 then
        val some = math.min(left, bytes.writerIndex - at)
        left -= some
        at += some
      else
        val byte = bytes.getByte(at) & 0xff
        at += 1
        header += 1
        if header == 1 then found = isSecond(byte)
        else if header == 4 then length = byte << 8
        else if header == HeaderBytes then
          left = length | byte
          header = 0
    found

  private def isSecond(kind: Int): Boolean =
    if kind == ChangeOfKeys then keysChanged = true
    else if kind == Handshake && keysChanged then finished += 1
    // With TLS 1.3 a second hello may come behind the change, before the handshake is over.
    kind == Handshake && (isOver || finished > MostBehindChange)
end NoRenegotiation

private[tls] object NoRenegotiation:
  private final val ChangeOfKeys = 20
  private final val Handshake = 22
  private final val HeaderBytes = 5

  /** A hello in pieces: a second handshake has more, and is seen when the first is over. */
  private final val MostBehindChange = 8
