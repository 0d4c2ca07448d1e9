package eddy.web.internal.http2

import eddy.web.Http2
import eddy.web.internal.{HttpConnection, ServerCore}

import java.util.List as JList

import io.netty.buffer.{ByteBuf, ByteBufUtil, Unpooled}
import io.netty.channel.ChannelHandlerContext
import io.netty.handler.codec.ByteToMessageDecoder
import io.netty.handler.codec.http2.Http2CodecUtil

/** Looks whether a connection without TLS begins as one of HTTP/2 does (prior knowledge, RFC 9113, section
  * 3.3). The deadline for the first bytes is HttpConnection's, which is in the pipeline already.
  */
private[eddy] final class Http2Preface(core: ServerCore, http2: Http2) extends ByteToMessageDecoder:
  override protected def decode(ctx: ChannelHandlerContext, in: ByteBuf, out: JList[Object]): Unit =
    val preface = Http2Preface.expected
    val length = math.min(in.readableBytes, preface.readableBytes)
    val fits = ByteBufUtil.equals(in, in.readerIndex, preface, preface.readerIndex, length)
    val http = ctx.pipeline.get(classOf[HttpConnection])
    if fits && length == preface.readableBytes && http != null && http.leave() then
      Http2Setup.install(core, http2, ctx.pipeline)
      ctx.pipeline.remove(this): Unit
    else if !fits || length == preface.readableBytes then ctx.pipeline.remove(this): Unit
end Http2Preface

private[eddy] object Http2Preface:
  private val expected: ByteBuf =
    Unpooled.unreleasableBuffer(Http2CodecUtil.connectionPrefaceBuf).asReadOnly()
