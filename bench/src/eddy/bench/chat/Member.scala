package eddy.bench.chat

import eddy.bench.{Arrival, Arrivals, BenchFailure}

import java.util.concurrent.CompletableFuture

import io.netty.buffer.Unpooled
import io.netty.channel.{ChannelHandlerContext, SimpleChannelInboundHandler}
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent
import io.netty.handler.codec.http.websocketx.{TextWebSocketFrame, WebSocketFrame}

/** One connection: joins its room, then counts and times what arrives. Runs on its channel's I/O thread. */
private[chat] final class Member(load: ChatLoad, index: Int, run: String, tally: Tally)
    extends SimpleChannelInboundHandler[WebSocketFrame]:
  private val arrivals = Arrivals(load.members(load.room(index)))
  private var leaving = false

  /** The limits of the server, once it has let this one in. */
  val joined = new CompletableFuture[Wire.Limits]

  override def userEventTriggered(context: ChannelHandlerContext, event: AnyRef): Unit =
    if event == ClientHandshakeStateEvent.HANDSHAKE_COMPLETE then
      val join = Wire.join(s"bench-$run-${load.room(index)}", s"b$run-$index")
      val _ = context.writeAndFlush(new TextWebSocketFrame(Unpooled.wrappedBuffer(join)))
    else if event == ClientHandshakeStateEvent.HANDSHAKE_TIMEOUT then
      fail(BenchFailure("the server did not answer the WebSocket handshake in time"))

  override def channelRead0(context: ChannelHandlerContext, frame: WebSocketFrame): Unit = frame match
    case text: TextWebSocketFrame => received(Wire.read(text.content.nioBuffer))
    case _ => ()

  private def received(message: Wire.Incoming): Unit = message.`type` match
    case "published" =>
      for m <- message.message; stamp <- Stamp.of(m.text) do
        arrivals.accept(load.seat(stamp.sender), stamp.number) match
          case Arrival.InOrder => tally.arrived(stamp, own = stamp.sender == index)
          case Arrival.OutOfOrder =>
            tally.arrived(stamp, own = stamp.sender == index)
            tally.outOfOrder.increment()
          case Arrival.Duplicate => tally.duplicated.increment()
    case "welcome" =>
      val _ = joined.complete(message.limits.getOrElse(Wire.Limits(Double.MaxValue)))
    case "refused" =>
      val why = s"${message.code.getOrElse("?")}: ${message.detail.getOrElse("")}"
      if joined.isDone then tally.refused.increment()
      else fail(BenchFailure(s"the server refused to let connection $index in: $why"))
    case _ => ()

  /** Of `sent` events in all, how many should have come here and have not. On the I/O thread. */
  def lost(sent: Long): Long =
    val room = load.room(index)
    (room until load.connections by load.rooms).map(s =>
      arrivals.lost(load.seat(s), load.saidBy(s, sent))
    ).sum

  /** From here on the end of the connection is no fault. On the I/O thread. */
  def leave(): Unit = leaving = true

  override def channelInactive(context: ChannelHandlerContext): Unit =
    if !leaving then
      if joined.isDone then tally.disconnected.increment()
      fail(BenchFailure(s"the server closed connection $index before it had joined a room"))

  override def exceptionCaught(context: ChannelHandlerContext, cause: Throwable): Unit =
    fail(BenchFailure(s"connection $index failed: $cause"))
    val _ = context.close()

  private def fail(failure: BenchFailure): Unit =
    val _ = joined.completeExceptionally(failure)
end Member
