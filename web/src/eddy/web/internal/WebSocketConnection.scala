package eddy.web.internal

import eddy.web.internal.MessageAssembler.Outcome

import io.netty.buffer.Unpooled
import io.netty.channel.socket.ChannelInputShutdownEvent
import io.netty.channel.{
  ChannelFutureListener,
  ChannelHandler,
  ChannelHandlerContext,
  ChannelInboundHandlerAdapter,
  ChannelPipeline
}
import io.netty.handler.codec.http.websocketx.{
  CloseWebSocketFrame,
  CorruptedWebSocketFrameException,
  PingWebSocketFrame,
  PongWebSocketFrame,
  WebSocket13FrameDecoder,
  WebSocket13FrameEncoder,
  WebSocketDecoderConfig,
  WebSocketFrame
}
import io.netty.util.ReferenceCountUtil

/** One WebSocket on its I/O thread: frames, pings, and both sides of the close handshake (RFC 6455, sections
  * 5 and 7).
  */
private[eddy] final class WebSocketConnection(
    exchange: Exchange,
    action: Action.Socket,
    handshake: WebSocketHandshake,
    val outbox: Outbox
) extends ChannelInboundHandlerAdapter
    with Swept:
  private val core = exchange.core
  private val options = action.options
  private[internal] def unsent: UnsentBudget = core.unsent
  private[internal] def sharesBytes: Boolean = core.sharesBytes
  private val isOfClient = exchange.handsOverClient()
  private val socket = NettyWebSocket(exchange, options, handshake, this)
  private val assembler = MessageAssembler(options.maxMessageBytes, handshake.deflates)
  private val stall = WriteStall(core.config.timeouts.write)
  private val pace =
    TakingPace(
      exchange.connection.taking,
      core.config.timeouts.write,
      core.config.limits.minReadBytesPerSecond
    )
  // set when added to the pipeline
  private var ctx: ChannelHandlerContext = scala.compiletime.uninitialized
  private var frames: FrameQueue = scala.compiletime.uninitialized
  private val proceed: () => Unit = () =>
    frames.proceed()
    outbox.dirty()

  private var heard = System.nanoTime
  private var lastMessage = System.nanoTime
  private var pinged = 0L // when the unanswered ping was sent; 0 when none is out
  private var unheardPing = System.nanoTime // when a ping was last sent
  private var pingWaits = false // it is not with the operating system yet
  private var closeSent = 0L // when our close frame was sent; 0 when it was not
  private var closeMoved = 0L // when the client last read some bytes ahead of it, or else closeSent
  private var heardLast = 0L // when the client's close frame or its offence came; 0 while it may still speak
  private var lastAct: Runnable | Null = null // the pending reaction to it
  private var finished = false // nothing more is said or heard, only the end of the connection is awaited
  private var finishedNanos = 0L
  private var paused = false
  private var pongsOut = 0
  private var owedPong: PongWebSocketFrame | Null = null

  /** Takes the place of the handlers of HTTP, the decoder last: its removal hands on the frames that it has
    * read together with the handshake.
    */
  def replace(pipeline: ChannelPipeline, http: Seq[ChannelHandler]): Unit =
    install(pipeline)
    TransportChoice.keepLittleUnsent(ctx.channel)
    core.sweepOf(ctx.channel.eventLoop).add(this)
    core.metrics.webSockets.increment()
    socket.begin(action)
    http.foreach(handler => pipeline.remove(handler): Unit)
    outbox.dirty()
    outbox.flush()

  private def install(pipeline: ChannelPipeline): Unit =
    val config = WebSocketDecoderConfig
      .newBuilder()
      .expectMaskedFrames(true)
      .allowExtensions(handshake.deflates)
      .maxFramePayloadLength(options.maxMessageBytes)
      .closeOnProtocolViolation(false)
      .withUTF8Validator(false)
      .build()
    pipeline
      .addLast("frame-decoder", WebSocket13FrameDecoder(config))
      .addLast("frame-encoder", WebSocket13FrameEncoder(false))
      .addLast("websocket", this): Unit

  override def handlerAdded(context: ChannelHandlerContext): Unit =
    ctx = context
    frames = FrameQueue(context, exchange.connection.unsent)

  // -------------------------------------------------------------------------------------------- from the
  // client

  override def channelRead(context: ChannelHandlerContext, message: Object): Unit =
    try
      message match
        case frame: WebSocketFrame if heardLast == 0 => received(frame)
        case _ => ()
    finally ReferenceCountUtil.release(message): Unit

  private def received(frame: WebSocketFrame): Unit = frame match
    case close: CloseWebSocketFrame => closedByPeer(close)
    case _: (PingWebSocketFrame | PongWebSocketFrame) if frame.rsv != 0 =>
      fail(1002, "a control frame has RSV bits")
    case ping: PingWebSocketFrame => pong(PongWebSocketFrame(ping.content.retain()))
    case _: PongWebSocketFrame => ()
    case data =>
      lastMessage = System.nanoTime
      assembler.add(data) match
        case message: Message =>
          core.metrics.messagesIn.increment()
          if closeSent == 0 && !socket.receive(message) then pause()
          count()
        case Outcome.More => ()
        case Outcome.Protocol => fail(1002, "RSV bits without an extension for them")
        case Outcome.TooLarge => fail(1009, s"messages may have ${options.maxMessageBytes} bytes")
        case Outcome.NotUtf8 => fail(1007, "text must be UTF-8")

  /** While many pongs wait for the client, only its latest ping is answered (RFC 6455, section 5.5.3): so it
    * can be read on.
    */
  private def pong(frame: PongWebSocketFrame): Unit =
    if pongsOut < WebSocketConnection.MaxPongs then
      pongsOut += 1
      frames.addFirst(frame).whenDone: () =>
        pongsOut -= 1
        val latest = owedPong
        owedPong = null
        if latest != null then
          if ctx.channel.isActive then
            pong(latest)
            outbox.flush()
          else latest.release(): Unit
      outbox.dirty()
    else
      val older = owedPong
      owedPong = frame
      if older != null then older.release(): Unit

  private def closedByPeer(frame: CloseWebSocketFrame): Unit =
    val code = frame.statusCode
    val reason = frame.reasonText
    if frame.rsv != 0 then fail(1002, "a control frame has RSV bits")
    else if code >= 0 && !NettyWebSocket.mayBeSent(code) then fail(1002, s"close code $code")
    else
      afterMessages: () =>
        if closeSent == 0 then
          write(if code < 0 then CloseWebSocketFrame() else CloseWebSocketFrame(code, ""))
        socket.closed(if code < 0 then 1005 else code, reason)
        finish()

  override def channelReadComplete(context: ChannelHandlerContext): Unit =
    heard = System.nanoTime
    pinged = 0
    outbox.flush()

  override def channelWritabilityChanged(context: ChannelHandlerContext): Unit =
    // One that takes nothing is still heard: its messages are bounded where they wait, and pongs here.
    updateReading()
    // not from within: this may be called by a write
    if !frames.isEmpty && context.channel.isWritable then outbox.post(proceed)
    context.fireChannelWritabilityChanged(): Unit

  /** Counts messages that wait for the handlers, and those that the transport may hold while nothing is read.
    */
  private def count(): Unit =
    val ahead = exchange.connection match
      case source: BodySource if paused => source.ahead
      case _ => 0
    exchange.leavesUnread(math.min(socket.waitingBytes + ahead, Int.MaxValue).toInt)

  private def pause(): Unit =
    paused = true
    updateReading()

  /** The handlers have caught up. Any thread. */
  def resume(): Unit = outbox.post: () =>
    // its end has returned the count: nothing may be counted after it
    if ctx.channel.isActive then
      paused = false
      heard = System.nanoTime
      updateReading()
      count()

  private def updateReading(): Unit =
    ctx.channel.reads(heardLast != 0 || !paused)

  override def userEventTriggered(context: ChannelHandlerContext, event: Object): Unit = event match
    // one that has closed in order still gets its answers, and our close frame
    case _: ChannelInputShutdownEvent => if lastAct == null then context.close(): Unit
    case other => context.fireUserEventTriggered(other): Unit

  override def channelInactive(context: ChannelHandlerContext): Unit =
    exchange.connection.released()
    exchange.leavesUnread(0)
    keptUnsent(0)
    frames.fail()
    actLast()
    core.sweepOf(context.channel.eventLoop).remove(this)
    core.metrics.webSockets.decrement()
    if isOfClient then core.clients.leave(exchange.remoteAddress)
    socket.closed(1006, "the connection broke")

  override def exceptionCaught(context: ChannelHandlerContext, cause: Throwable): Unit = cause match
    case corrupt: CorruptedWebSocketFrameException =>
      fail(corrupt.closeStatus.code, String.valueOf(corrupt.getMessage))
    case ConnectionLost() => context.close(): Unit
    case other =>
      core.engine.report(other, s"the WebSocket ${exchange.label} (request ${exchange.id})")
      context.close(): Unit

  // -------------------------------------------------------------------------------------------- to the
  // client

  def write(message: OutMessage): Unit =
    if finished || closeSent != 0 || !ctx.channel.isActive then message.drop()
    else
      lastMessage = System.nanoTime
      core.metrics.messagesOut.increment(message.messages)
      frames.add(message.frame, message)
      outbox.dirty()

  // what the application keeps for the client
  private var unsentByOwner = 0L

  /** The application keeps so much for the client. Any thread. */
  def keepsUnsent(bytes: Long): Unit = outbox.post: () =>
    if ctx.channel.isActive then keptUnsent(bytes)

  private def keptUnsent(bytes: Long): Unit =
    exchange.connection.unsent.queue(bytes - unsentByOwner)
    unsentByOwner = bytes

  /** Calls once what was posted before is written. Any thread. */
  def whenWritten(done: Runnable): Unit = outbox.post: () =>
    if !finished && closeSent == 0 && ctx.channel.isActive then
      val told: ChannelFutureListener = written => if written.isSuccess then done.run()
      frames.add(Unpooled.EMPTY_BUFFER, told)
      outbox.dirty()

  /** Begins the close handshake. Any thread. */
  def close(code: Int, reason: String): Unit = outbox.post(() => startClose(code, reason))

  private def startClose(code: Int, reason: String): Unit =
    if !finished && closeSent == 0 then
      closeSent = System.nanoTime
      closeMoved = closeSent
      write(CloseWebSocketFrame(code, reason))
      paused = false // the peer's close frame must be read
      updateReading()

  /** The client broke the rules: says so, and ends without waiting for its close frame. */
  private def fail(code: Int, reason: String): Unit =
    afterMessages: () =>
      if closeSent == 0 then write(CloseWebSocketFrame(code, NettyWebSocket.fitting(reason)))
      socket.closed(code, reason)
      finish()

  /** The last event of the client: `last` is done when the handlers have had the messages before it, so that
    * their answers still go out, or when the time for closing is over.
    */
  private def afterMessages(last: Runnable): Unit =
    if heardLast == 0 then
      heardLast = System.nanoTime
      lastAct = last
      updateReading()
      socket.afterQueued(() => outbox.post(() => actLast()))

  private def actLast(): Unit =
    val act = lastAct
    lastAct = null
    if act != null && !finished then act.run()

  /** As [[fail]]. Any thread. */
  def failLater(code: Int, reason: String): Unit = outbox.post(() => fail(code, reason))

  /** Ends our side and waits for the end of theirs: a client that still sends, which it may not, would
    * otherwise lose our last frame to a reset.
    */
  private def finish(): Unit =
    finished = true
    finishedNanos = System.nanoTime
    updateReading()
    frames.add(
      Unpooled.EMPTY_BUFFER,
      _ => if ctx.channel.isActive then exchange.connection.endOutput(ctx.pipeline)
    )
    ctx.flush(): Unit

  private def write(frame: WebSocketFrame): Unit =
    frames.add(frame, null)
    outbox.dirty()

  // -------------------------------------------------------------------------------------------- time

  /** The server stops. After earlier messages, maybe a close with its own reason. */
  def drain(): Unit = outbox.post: () =>
    socket.closing(1001, "the server stops")
    startClose(1001, "the server stops")

  /** The time for the stop is over: sent messages still go out, and received ones are dropped. */
  def giveUp(): Unit = outbox.post: () =>
    if !finished then
      if heardLast == 0 then heardLast = System.nanoTime
      lastAct = null
      finish()

  def sweep(now: Long): Unit =
    exchange.connection.unsent.observe()
    if ctx.channel.isActive then count()
    def over(since: Long, limit: scala.concurrent.duration.Duration) =
      limit.isFinite && now - since >= limit.toNanos
    if lastAct != null then
      if over(heardLast, options.closeTimeout) then actLast()
    else if finished then
      if over(finishedNanos, core.config.timeouts.linger) then ctx.close(): Unit
    else if closeSent != 0 then
      // a client that reads the bytes ahead of it has not seen it yet; but not byte by byte
      if stall.moves(now, ctx.channel) then closeMoved = now
      val most = core.config.timeouts.write.max(options.closeTimeout)
      if over(closeMoved, options.closeTimeout) || over(closeSent, most) then ctx.close(): Unit
    else if stall.isOver(now, ctx.channel) || pace.isTooSlow(now) then ctx.close(): Unit
    else if over(lastMessage, options.idleTimeout) then
      socket.closing(1000, "idle")
      startClose(1000, "idle")
    else if !ctx.channel.config.isAutoRead then
      // we are the ones who do not listen; but the system notices when a client is gone that does not
      // acknowledge what it is sent
      heard = now
      if !pingWaits && over(unheardPing, options.pingInterval) then ping(now)
    else if pinged != 0 then
      if over(pinged, options.pongTimeout) then ctx.close(): Unit
    else if over(heard, options.pingInterval) then
      pinged = now
      ping(now)
    end if
    outbox.flush()
  end sweep

  private def ping(now: Long): Unit =
    unheardPing = now
    pingWaits = true
    frames.addFirst(PingWebSocketFrame()).whenDone(() => pingWaits = false)
    outbox.dirty()
end WebSocketConnection

private[eddy] object WebSocketConnection:
  /** So many pongs may wait for the client. */
  private final val MaxPongs = 64
