package eddy.web.internal.tls

import eddy.web.internal.{Problem, ServerCore, whenDone}

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.List as JList

import io.netty.buffer.{ByteBuf, ByteBufAllocator, Unpooled}
import io.netty.channel.ChannelHandlerContext
import io.netty.channel.socket.DuplexChannel
import io.netty.handler.codec.ByteToMessageDecoder
import io.netty.handler.ssl.{SniHandler, SslContext, SslHandler}
import io.netty.util.Mapping

/** The first handler of a TLS port: tells TLS from plain HTTP and from noise by the first byte. */
private[eddy] final class TlsFront(core: ServerCore, contexts: TlsContexts, handshake: TlsHandshake)
    extends ByteToMessageDecoder:
  private var over = false

  override protected def decode(ctx: ChannelHandlerContext, in: ByteBuf, out: JList[Object]): Unit =
    if over then in.skipBytes(in.readableBytes): Unit
    else
      val first = in.getByte(in.readerIndex)
      if first == TlsFront.Handshake then
        ctx.pipeline.addAfter(ctx.name, "sni", TlsFront.Sni(core, contexts)): Unit
        ctx.pipeline.addAfter(ctx.name, "one-handshake", NoRenegotiation()): Unit
        ctx.pipeline.remove(this): Unit
      else
        over = true
        in.skipBytes(in.readableBytes): Unit
        if first >= 'A' && first <= 'Z' then
          handshake.count("plain-http")
          sayHttps(ctx)
        else handshake.failed(ctx, "not-tls")

  /** Answers, and ends the sending side only: closing at once would destroy the answer on its way. */
  private def sayHttps(ctx: ChannelHandlerContext): Unit =
    val body =
      Problem(
        400,
        "This port speaks HTTPS only: use https:// in the address.",
        core.ids.text(core.ids.next())
      ).toJson
    val head = s"HTTP/1.1 400 Bad Request\r\nContent-Type: ${Problem.MediaType}\r\n" +
      s"Content-Length: ${body.length}\r\nConnection: close\r\n\r\n"
    ctx.writeAndFlush(Unpooled.wrappedBuffer(head.getBytes(US_ASCII), body)).whenDone: () =>
      ctx.channel match
        case duplex: DuplexChannel => duplex.shutdownOutput(): Unit
        case other => other.close(): Unit
end TlsFront

private[eddy] object TlsFront:
  /** The content type of the record that every handshake begins with (RFC 8446, section 5.1). */
  private val Handshake: Byte = 22

  /** More than the largest hello of a client that offers keys for several groups. */
  private val MaxClientHello = 64 * 1024

  /** Chooses the certificate by the name in the client's hello. */
  private final class Sni(core: ServerCore, contexts: TlsContexts)
      extends SniHandler(choose(contexts), MaxClientHello, 0L):
    // A handshake takes too long for a thread that moves bytes.
    override protected def newSslHandler(context: SslContext, allocator: ByteBufAllocator): SslHandler =
      val handler = context.newHandler(allocator, task => core.engine.execute(task))
      // The time that is left is looked after by TlsHandshake.
      handler.setHandshakeTimeoutMillis(0)
      handler

  private def choose(contexts: TlsContexts): Mapping[String, SslContext] = host => contexts.select(host)
end TlsFront
