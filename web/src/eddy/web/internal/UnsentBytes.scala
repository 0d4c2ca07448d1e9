package eddy.web.internal

import java.net.InetSocketAddress

import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.{
  Channel,
  ChannelDuplexHandler,
  ChannelHandlerContext,
  ChannelOption,
  ChannelOutboundBuffer,
  ChannelPromise
}

/** Counts the bytes that a connection keeps in memory for its client. The handler next to the socket, so that
  * it sees every protocol, and TLS as it goes out. On the I/O thread, but for the counts that the
  * [[UnsentBudget]] reads.
  *
  * {{{
  *   HTTP/1   answers that wait for their turn (queue) + what is with the socket
  *   HTTP/2   frames that wait for windows or the socket (hold), or what is with the socket, if that is more
  * }}}
  */
private[eddy] final class UnsentBytes(budget: UnsentBudget, channel: Channel)
    extends ChannelDuplexHandler
    with Taking:
  // handed to the socket since the start, as the socket's queue counts
  private var handed = 0L
  private var pending = 0L
  private var queued = 0L
  private var framed = 0L
  private var awaited = false

  // written by the I/O thread alone
  @volatile private var all = 0L
  @volatile private var touched = System.nanoTime
  @volatile private var doomed = false

  def bytes: Long = all
  def isDoomed: Boolean = doomed
  def waits: Boolean = pending > 0
  def taken: Long = handed - pending
  def peer: InetSocketAddress = PeerAddress.of(channel)

  /** The more bytes and the longer nothing of them was taken, the heavier. */
  def weight(now: Long): Double = all.toDouble * (now - touched + UnsentBytes.Second)

  /** A part of an answer waits for its turn, or its turn has come. */
  def queue(more: Long): Unit =
    queued += more
    settle()

  /** Frames wait to be written, or have been, or are lost. */
  def hold(more: Long): Unit =
    framed += more
    settle()

  override def write(context: ChannelHandlerContext, message: Object, promise: ChannelPromise): Unit =
    message match
      case bytes: ByteBuf => handed += bytes.readableBytes + UnsentBytes.EntryBytes
      case _ => ()
    context.write(message, promise): Unit

  override def flush(context: ChannelHandlerContext): Unit =
    context.flush(): Unit
    observe()

  override def channelWritabilityChanged(context: ChannelHandlerContext): Unit =
    observe()
    context.fireChannelWritabilityChanged(): Unit

  override def channelInactive(context: ChannelHandlerContext): Unit =
    context.fireChannelInactive(): Unit
    pending = 0
    queued = 0
    framed = 0
    settle()

  /** Looks at the bytes that the socket has left. */
  def observe(): Unit =
    val waiting = channel.unsafe.outboundBuffer
    pending = if waiting == null then 0 else UnsentBytes.left(waiting)
    settle()
    if pending > 0 && !awaited && waiting != null then await()

  /** The socket takes bytes later without a word to handlers: so a mark behind them, which takes none. */
  private def await(): Unit =
    awaited = true
    val mark = channel.newPromise
    mark.whenDone: () =>
      awaited = false
      // not from within: the socket's queue still counts the mark
      if channel.isActive then channel.eventLoop.execute(() => observe())
    handed += UnsentBytes.EntryBytes
    channel.unsafe.write(Unpooled.EMPTY_BUFFER, mark)
    channel.unsafe.flush()

  private def settle(): Unit =
    val now = if channel.isActive then queued + math.max(framed, pending) else 0L
    val before = all
    if now != before then
      if now < before || before == 0 then touched = System.nanoTime
      // the thread that dooms it must not count what is changed meanwhile twice, or not at all
      synchronized:
        all = now
        if doomed then budget.doomedChanged(now - before)
      budget.changed(this, before, now)

  /** Frees what it keeps, by a reset. Any thread. */
  private[internal] def doom(): Unit =
    synchronized:
      if !doomed then
        doomed = true
        budget.doomedChanged(all)
    // not from within: this may be called by a write
    channel.eventLoop.execute: () =>
      if channel.isActive then
        channel.config.setOption(ChannelOption.SO_LINGER, Integer.valueOf(0)): Unit
        // a close by the pipeline would wait for streams of HTTP/2, or for TLS
        channel.unsafe.close(channel.newPromise)
end UnsentBytes

private[eddy] object UnsentBytes:
  private final val Second = 1_000_000_000L

  /** What the socket's queue counts for each entry. */
  private final val EntryBytes = 96

  private def left(waiting: ChannelOutboundBuffer): Long =
    math.max(0, waiting.totalPendingWriteBytes - waiting.currentProgress)
end UnsentBytes
