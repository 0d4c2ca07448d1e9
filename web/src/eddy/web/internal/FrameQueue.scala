package eddy.web.internal

import java.util.ArrayDeque

import io.netty.buffer.{ByteBuf, ByteBufHolder}
import io.netty.channel.{ChannelFuture, ChannelFutureListener, ChannelHandlerContext}

/** The frames of one WebSocket in their order. The transport gets no more of them than it takes soon, so that
  * a pong is behind little, however much waits for a slow client. On the I/O thread.
  *
  * {{{
  *   messages, close frame ---> waiting (bounded by an OutBudget) ---> transport (64 KiB and a frame)
  *   pings, pongs --------------------------------------------------------^
  * }}}
  */
private[internal] final class FrameQueue(ctx: ChannelHandlerContext, unsent: UnsentBytes):
  import FrameQueue.*

  // empty, or the transport takes no more: then channelWritabilityChanged follows
  private var waiting: ArrayDeque[Piece] | Null = null

  def isEmpty: Boolean = waiting == null

  /** Writes a frame behind all others.
    * @param done called when it is with the operating system, or lost
    */
  def add(frame: AnyRef, done: ChannelFutureListener | Null): Unit =
    // when the channel is closed, nothing follows that would hand on the pending frames
    if waiting == null && (ctx.channel.isWritable || !ctx.channel.isActive) then hand(frame, done)
    else
      val piece = Piece(frame, done, sizeOf(frame))
      var all = waiting
      if all == null then
        all = ArrayDeque[Piece]()
        waiting = all
      all.add(piece): Unit
      unsent.queue(piece.bytes)

  /** Writes a control frame ahead of those that wait. */
  def addFirst(frame: AnyRef): ChannelFuture = ctx.write(frame)

  /** Hands on the frames that the transport takes. */
  def proceed(): Unit = handWhile(ctx.channel.isWritable)

  /** The channel is closed: the waiting frames fail, which releases them. */
  def fail(): Unit = handWhile(true)

  private def handWhile(takes: => Boolean): Unit =
    val all = waiting
    if all != null then
      var bytes = 0L
      while !all.isEmpty && takes do
        val piece = all.poll().nn
        bytes += piece.bytes
        hand(piece.frame, piece.done)
      if all.isEmpty then waiting = null
      // once, as the budget of all connections is changed by it
      if bytes > 0 then unsent.queue(-bytes)

  private def hand(frame: AnyRef, done: ChannelFutureListener | Null): Unit =
    val written = ctx.write(frame)
    if done != null then written.addListener(done): Unit
end FrameQueue

private[internal] object FrameQueue:
  private final class Piece(val frame: AnyRef, val done: ChannelFutureListener | Null, val bytes: Long)

  /** A frame without its content, and its place here. */
  private final val FrameBytes = 96L

  private def sizeOf(frame: AnyRef): Long = FrameBytes + (frame match
    case buffer: ByteBuf => buffer.readableBytes
    case holder: ByteBufHolder => holder.content.readableBytes
    case _ => 0)
end FrameQueue
