package eddy.web.internal

import io.netty.buffer.Unpooled
import io.netty.channel.{ChannelHandlerContext, ChannelOption}
import io.netty.handler.codec.http.{HttpContent, HttpObject, HttpResponse}

/** Writes the responses of an HTTP/1 connection, one after another, and settles with each head what the
  * connection does then. On the I/O thread. Nothing is flushed here.
  *
  * @param ctx behind the encoder
  * @param encoding the encoder's own
  */
private[internal] final class HttpWriter(
    core: ServerCore,
    ctx: ChannelHandlerContext,
    encoder: ResponseEncoder,
    encoding: ChannelHandlerContext,
    end: ConnectionEnd
):
  /** @param isOnly no other request is under way
    * @param endsAtOnce the connection must end with this response
    */
  def begin(exchange: Exchange, head: HttpResponse, isOnly: Boolean, endsAtOnce: Boolean): Unit =
    encoder.toHead = exchange.isHead
    exchange.status = head.status.code
    exchange.answers()
    if endsAtOnce then exchange.closes = true
    end.decide(exchange, head, isOnly)

  /** A head, after [[begin]], a piece of a body, or a whole response. */
  def write(exchange: Exchange, output: Output): Unit =
    output.part match
      case content: HttpContent if !exchange.isHead => exchange.countOut(content.content.readableBytes)
      case _ => ()
    output.part match
      case plain: PlainAnswer
          if plain.isSmall && core.stampsDateOnly && !exchange.isHead && !exchange.isHttp10 =>
        // past the encoder, which would only look everything up again
        encoding.write(plain.encoded(encoding.alloc, exchange.closes), encoding.voidPromise()): Unit
      case part =>
        part match
          case head: HttpResponse =>
            core.stamp(head)
            end.announce(exchange, head)
          case _ => ()
        encode(part, output.written)

  private def encode(part: HttpObject, written: Written | Null): Unit =
    if written == null then ctx.write(part, ctx.voidPromise()): Unit
    else
      val sent = ctx.write(part)
      sent.whenDone(() => written.over(sent.isSuccess))

  /** Asks for a body that the client holds back. */
  def continue100(): Unit = ctx.write(Answers.continue100): Unit

  /** Accepts a WebSocket. */
  def accept(exchange: Exchange, handshake: WebSocketHandshake): Unit =
    val response = handshake.response
    response.headers.add(exchange.firstHeaders): Unit
    ctx.write(response): Unit

  /** Ends the connection in the middle of a response, so that the client sees that it is not whole. */
  def breakOff(exchange: Exchange): Unit =
    // Without chunks the end of the connection is the end of the body, so that only a reset shows the break.
    if exchange.isHttp10 then
      ctx.channel.config.setOption(ChannelOption.SO_LINGER, Integer.valueOf(0)): Unit
    ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).whenDone(() => ctx.close(): Unit)
end HttpWriter
