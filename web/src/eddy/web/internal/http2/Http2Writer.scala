package eddy.web.internal.http2

import eddy.web.internal.{Outbox, Output, Tokens, WebSocketHandshake, whenDone}

import scala.jdk.CollectionConverters.given

import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.{ChannelFuture, ChannelHandlerContext}
import io.netty.handler.codec.http.{HttpContent, HttpHeaders, HttpResponse, LastHttpContent}
import io.netty.handler.codec.http2.{
  DefaultHttp2DataFrame,
  DefaultHttp2Headers,
  DefaultHttp2HeadersFrame,
  DefaultHttp2ResetFrame,
  Http2Error,
  Http2Headers
}
import io.netty.util.ReferenceCountUtil

/** Writes a response to a stream, and knows whether the client takes it. On the I/O thread. */
private[eddy] final class Http2Writer(ctx: ChannelHandlerContext, box: Outbox, frames: FramesOut):
  /** The client has ended its side of the stream. */
  var requestIsWhole: Boolean = false

  /** Asks for the body that a client announced (RFC 9110, section 10.1.1). */
  def continue100(): Unit =
    ctx.write(DefaultHttp2HeadersFrame(new DefaultHttp2Headers(false).status("100"), false)): Unit
    box.dirty()

  /** Accepts a WebSocket (RFC 8441, section 5): its bytes follow. */
  def open(handshake: WebSocketHandshake, more: HttpHeaders): Unit =
    val headers = new DefaultHttp2Headers(false)
    headers.status("200"): Unit
    more.iteratorCharSequence.asScala.foreach(f =>
      headers.add(Tokens.lower(f.getKey.toString), f.getValue): Unit
    )
    handshake.agreed.foreach((name, value) => headers.add(Tokens.lower(name), value): Unit)
    ctx.write(DefaultHttp2HeadersFrame(headers, false)): Unit
    box.dirty()

  /** @param cutsRequest whether the client is asked, after the response, to send no more of its request (RFC
    * 9113,
    *   section 8.1)
    */
  def write(output: Output, toHead: Boolean, cutsRequest: Boolean): Unit =
    val part = output.part
    val isLast = part.isInstanceOf[LastHttpContent]
    val body = part match
      case content: HttpContent if !toHead => content.content
      case _ => Unpooled.EMPTY_BUFFER
    val trailers = part match
      case content: LastHttpContent if !toHead && !content.trailingHeaders.isEmpty => content.trailingHeaders
      case _ => null
    // whether the body's last frame is the last of all
    val ends = isLast && trailers == null
    var last: ChannelFuture | Null = null
    part match
      case head: HttpResponse =>
        last = frames.note(
          ctx.write(DefaultHttp2HeadersFrame(Http2Writer.headers(head), ends && !body.isReadable)),
          0
        )
      case _ => ()
    if body.isReadable then last = pieces(body, ends)
    else if ends && last == null then last = frames.note(ctx.write(DefaultHttp2DataFrame(true)), 0)
    if trailers != null then
      last = frames.note(ctx.write(DefaultHttp2HeadersFrame(Http2Writer.fields(trailers), true)), 0)
    ReferenceCountUtil.release(part): Unit
    val written = output.written
    val done = last
    if done == null then
      if written != null then written.over(sent = true)
    else
      if written != null then done.whenDone(() => written.over(done.isSuccess))
      if cutsRequest then done.whenDone(() => endRequest())
    box.dirty()
  end write

  /** By frames of the size that every client takes, so that each that goes out shows progress. */
  private def pieces(body: ByteBuf, isLast: Boolean): ChannelFuture =
    while body.readableBytes > Http2Writer.FrameBytes do
      frames.note(
        ctx.write(DefaultHttp2DataFrame(body.readRetainedSlice(Http2Writer.FrameBytes))),
        Http2Writer.FrameBytes
      ): Unit
    val rest = body.readableBytes
    frames.note(ctx.write(DefaultHttp2DataFrame(body.readRetainedSlice(rest), isLast)), rest)

  private def endRequest(): Unit =
    if !requestIsWhole && ctx.channel.isActive then
      ctx.writeAndFlush(DefaultHttp2ResetFrame(Http2Error.NO_ERROR)): Unit
end Http2Writer

private[eddy] object Http2Writer:
  private val FrameBytes = 16 * 1024

  /** What belongs to an HTTP/1 connection only (RFC 9113, section 8.2.2). */
  private val ofConnections = Set("connection", "keep-alive", "transfer-encoding", "upgrade")

  private def headers(head: HttpResponse): Http2Headers =
    val out = fields(head.headers)
    out.status(head.status.codeAsText): Unit
    out

  /** Checked when they were set. */
  private def fields(of: HttpHeaders): Http2Headers =
    val out = new DefaultHttp2Headers(false)
    of.iteratorCharSequence.asScala.foreach: field =>
      val name = Tokens.lower(field.getKey.toString)
      if !ofConnections(name) then out.add(name, field.getValue): Unit
    out
end Http2Writer
