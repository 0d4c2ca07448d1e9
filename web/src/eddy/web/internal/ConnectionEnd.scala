package eddy.web.internal

import io.netty.buffer.Unpooled
import io.netty.channel.ChannelHandlerContext
import io.netty.channel.socket.DuplexChannel
import io.netty.handler.codec.http.HttpHeaderNames.CONNECTION
import io.netty.handler.codec.http.{HttpResponse, HttpUtil}

/** How a connection comes to its end. On the I/O thread.
  *
  * After the last response the sending side is ended and the client's remaining bytes are read and dropped
  * for a while: closing at once would destroy, at the client, the answer that it has not read yet (RFC 9112,
  * section 9.6).
  */
private[eddy] final class ConnectionEnd:
  /** No further requests are taken: one has asked for the end, was malformed, or the server is stopping. */
  var closing: Boolean = false

  /** All responses are out; only the client's end is awaited. */
  var lingering: Boolean = false

  /** The client has ended its side. */
  var inputEnded: Boolean = false

  private var outputEnded = false

  /** Decides with a response's head whether the connection ends after it.
    * @param isOnly no other request is under way
    */
  def decide(exchange: Exchange, head: HttpResponse, isOnly: Boolean): Unit =
    val draining = exchange.core.phase == ServerPhase.Draining
    if !exchange.keepsAlive || !isDelimited(head) || draining || closing && isOnly then exchange.closes = true
    if exchange.closes then closing = true

  private def isDelimited(head: HttpResponse): Boolean = head match
    case _: PlainAnswer => true
    case _ =>
      val status = head.status.code
      HttpUtil.isContentLengthSet(head) || HttpUtil.isTransferEncodingChunked(head) ||
      status == 204 || status == 304

  /** Says in the head what was decided. */
  def announce(exchange: Exchange, head: HttpResponse): Unit =
    if exchange.closes then
      val upgrades = head.headers.containsValue(CONNECTION, "Upgrade", true)
      head.headers.set(CONNECTION, if upgrades then "Upgrade, close" else "close"): Unit
    else if exchange.isHttp10 then head.headers.set(CONNECTION, "keep-alive"): Unit

  /** The client has ended its side: written data is still sent. */
  def inputOver(ctx: ChannelHandlerContext): Unit =
    inputEnded = true
    ctx.channel.reads(false)
    if outputEnded then ctx.close(): Unit

  def linger(ctx: ChannelHandlerContext): Unit =
    closing = true
    lingering = true
    ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).whenDone(() => halfClose(ctx))

  private def halfClose(ctx: ChannelHandlerContext): Unit = ctx.channel match
    case duplex: DuplexChannel if !inputEnded =>
      outputEnded = true
      HalfClose(ctx.pipeline, duplex)
      duplex.reads(true)
    case other => other.close(): Unit
end ConnectionEnd
