package eddy.web.internal.http2

import eddy.web.Http2
import eddy.web.internal.{
  Addresses,
  Admission,
  ConnectionLost,
  HeldBytes,
  LoopLoad,
  PeerAddress,
  ServerCore,
  ServerPhase,
  Swept,
  TakingPace,
  ToldPeer,
  UnsentBytes,
  WriteStall,
  reads,
  whenDone
}

import java.net.{InetAddress, InetSocketAddress}

import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}
import io.netty.handler.codec.http2.{
  DefaultHttp2GoAwayFrame,
  DefaultHttp2PingFrame,
  Http2Error,
  Http2Exception,
  Http2FrameCodec,
  Http2PingFrame,
  Http2SettingsFrame
}
import io.netty.util.ReferenceCountUtil

/** One HTTP/2 connection on its I/O thread: its streams, their deadlines and its own, floods, and its end. */
private[eddy] final class Http2Connection(core: ServerCore, http2: Http2, codec: Http2FrameCodec)
    extends ChannelInboundHandlerAdapter
    with Swept:
  private val timeouts = core.config.timeouts
  private val streams = java.util.LinkedHashSet[Http2Stream]()
  private val stall = WriteStall(timeouts.write)
  private var ctx: ChannelHandlerContext = scala.compiletime.uninitialized // set when added to the pipeline
  private var address: InetSocketAddress = scala.compiletime.uninitialized // as ctx
  private var loopLoad: LoopLoad = scala.compiletime.uninitialized // as ctx
  private var bytes: HeldBytes = scala.compiletime.uninitialized // as ctx
  private var unsentBytes: UnsentBytes = scala.compiletime.uninitialized // as ctx
  private var pace: TakingPace = scala.compiletime.uninitialized // as ctx
  private var idleSince = System.nanoTime
  private var hasServed = false
  private var heard = System.nanoTime
  private var pinged = 0L // when the unanswered ping was sent; 0 when none is out
  private var floodSince = System.nanoTime
  private var controlFrames = 0

  def remoteAddress: InetSocketAddress = address
  def told: ToldPeer | Null = PeerAddress.toldOf(ctx.channel)
  def localAddress: InetAddress | Null = PeerAddress.local(ctx.channel)
  def load: LoopLoad = loopLoad
  def held: HeldBytes = bytes
  def windowBytes: Int = http2.windowBytes
  def unsent: UnsentBytes = unsentBytes

  // The channel is active already: HTTP/2 begins after a handshake, or after its first bytes.
  override def handlerAdded(context: ChannelHandlerContext): Unit =
    ctx = context
    address = PeerAddress.of(context.channel)
    loopLoad = core.gate.loadOf(context.channel.eventLoop)
    unsentBytes = core.unsentOf(context.channel)
    pace = TakingPace(unsentBytes, timeouts.write, core.config.limits.minReadBytesPerSecond)
    bytes = HeldBytes(core.gate, loopLoad, core.gate.share)
    Admission.of(core, context.channel): admission =>
      val sweep = core.sweepOf(context.channel.eventLoop)
      sweep.add(this)
      admission match
        // not before: it is not to make room for itself
        case Admission.Welcome => sweep.becameIdle(this)
        case Admission.Refused(_) | Admission.Unheard => context.close(): Unit

  override def channelInactive(context: ChannelHandlerContext): Unit =
    core.sweepOf(context.channel.eventLoop).remove(this)
    Admission.over(core, context.channel)
    context.fireChannelInactive(): Unit

  def opened(stream: Http2Stream): Unit =
    hasServed = true
    streams.add(stream): Unit

  def closed(stream: Http2Stream): Unit =
    streams.remove(stream): Unit
    if streams.isEmpty then
      idleSince = System.nanoTime
      core.sweepOf(ctx.channel.eventLoop).becameIdle(this)

  /** What concerns no stream. */
  override def channelRead(context: ChannelHandlerContext, message: Object): Unit =
    message match
      case ping: Http2PingFrame if !ping.ack => controlFrame()
      case _: Http2SettingsFrame => controlFrame()
      case _ => ()
    ReferenceCountUtil.release(message): Unit

  override def channelReadComplete(context: ChannelHandlerContext): Unit =
    heard = System.nanoTime
    pinged = 0
    context.fireChannelReadComplete(): Unit

  /** Heads of answers wait for no window: a client that only asks, and takes no answers, is read no further.
    */
  override def channelWritabilityChanged(context: ChannelHandlerContext): Unit =
    context.channel.reads(context.channel.isWritable)
    context.fireChannelWritabilityChanged(): Unit

  private def controlFrame(): Unit =
    val now = System.nanoTime
    if now - floodSince > Http2Setup.FloodSeconds * 1_000_000_000L then
      floodSince = now
      controlFrames = 0
    controlFrames += 1
    if controlFrames == http2.maxControlFrames + 1 then
      ctx.writeAndFlush(DefaultHttp2GoAwayFrame(Http2Error.ENHANCE_YOUR_CALM)).whenDone(() => cut())

  override def exceptionCaught(context: ChannelHandlerContext, cause: Throwable): Unit =
    cause match
      case _: Http2Exception => () // the client's doing: the codec tells it by GOAWAY, and closes
      case ConnectionLost() => cut()
      case _ =>
        core.engine.report(cause, s"the HTTP/2 connection of $address")
        cut()

  /** Ends without waiting for anything. On the I/O thread. */
  def cut(): Unit =
    val channel = ctx.channel
    channel.unsafe.close(channel.newPromise)

  /** The server stops: takes no more requests (GOAWAY), and ends when those under way are done. On the I/O
    * thread.
    */
  def drain(): Unit =
    // The time for it is the one of the whole stop.
    codec.gracefulShutdownTimeoutMillis(-1)
    each(_.drain())
    ctx.close(): Unit

  /** The time for the stop is over: waiting requests are answered with that, and the others are cut off. On
    * the I/O thread.
    */
  def giveUp(): Unit =
    var anyWaits = false
    each(stream => anyWaits |= stream.giveUp())
    if !anyWaits then cut()

  /** Whether bytes of the client are taken now. */
  def isRead: Boolean = ctx.channel.config.isAutoRead

  def openStreams: Int = streams.size

  override def isBusy: Boolean = !streams.isEmpty
  override def isIdle: Boolean = streams.isEmpty
  override lazy val customer: String = Addresses.keyOf(address)
  override def closeIdle(): Unit = ctx.close(): Unit

  def sweep(now: Long): Unit =
    val limit = if hasServed then timeouts.keepAlive else timeouts.header
    unsentBytes.observe()
    if stall.isOver(now, ctx.channel) || pace.isTooSlow(now) then cut()
    else if streams.isEmpty then
      if now - idleSince >= limit.toNanos then ctx.close(): Unit
    else if isGone(now) then cut()
    else each(_.sweep(now))

  /** Asks a client that has said nothing for a while whether it is still there: it may have vanished while
    * events are sent to it.
    */
  private def isGone(now: Long): Boolean =
    if !isRead then
      heard = now
      pinged = 0
    else if pinged == 0 && now - heard >= core.config.eventKeepAlive.toNanos then
      pinged = now
      ctx.writeAndFlush(DefaultHttp2PingFrame(now)): Unit
    pinged != 0 && now - pinged >= timeouts.write.toNanos

  // A copy: a stream whose time is up removes itself.
  private def each(f: Http2Stream => Unit): Unit = streams.toArray(Array.empty[Http2Stream]).foreach(f)

  def isDraining: Boolean = core.phase == ServerPhase.Draining
end Http2Connection
