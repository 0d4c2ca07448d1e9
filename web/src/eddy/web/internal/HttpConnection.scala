package eddy.web.internal

import java.net.InetSocketAddress

import io.netty.buffer.Unpooled
import io.netty.channel.socket.ChannelInputShutdownEvent
import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter, ChannelOption}
import io.netty.handler.codec.http.{HttpContent, HttpRequest, HttpResponse, LastHttpContent}
import io.netty.util.ReferenceCountUtil

/** One HTTP/1 connection on its I/O thread: takes requests in, keeps responses in order, and ends in an orderly way.
  *
  * {{{
  *   bytes -> RequestDecoder -> HttpConnection -> unit of the request: callback
  *   bytes <- ResponseEncoder <- HttpConnection <- Outbox <- response, from any thread
  * }}}
  */
private[eddy] final class HttpConnection(val core: ServerCore)
    extends ChannelInboundHandlerAdapter
    with DecoderGate
    with Swept:
  private val config = core.config
  private val queue = ExchangeQueue(write, begin)
  private val decoder = RequestDecoder(config.limits, this)
  private val encoder = ResponseEncoder()
  private val intake = RequestIntake(core, this)
  private val deadlines = HttpDeadlines(config.timeouts, config.eventKeepAlive)

  // Set once in channelActive, before anything else is called.
  private var ctx: ChannelHandlerContext = scala.compiletime.uninitialized
  private var box: Outbox = scala.compiletime.uninitialized
  private var address: InetSocketAddress = scala.compiletime.uninitialized

  private val end = ConnectionEnd()
  private var upgraded = false

  def outbox: Outbox = box
  def remoteAddress: InetSocketAddress = address

  // -------------------------------------------------------------------------------------------- connection events

  override def handlerAdded(context: ChannelHandlerContext): Unit =
    ctx = context
    box = Outbox(context.channel, failure => context.pipeline.fireExceptionCaught(failure): Unit)
    context.pipeline.addBefore(context.name, "decoder", decoder): Unit
    context.pipeline.addBefore(context.name, "encoder", encoder): Unit

  override def channelActive(context: ChannelHandlerContext): Unit =
    address = context.channel.remoteAddress match
      case a: InetSocketAddress => a
      case _ => HttpConnection.unknownAddress
    core.sweepOf(context.channel.eventLoop).add(this)
    core.metrics.connections.increment()
    val open = core.openConnections.incrementAndGet()
    core.connections.add(context.channel): Unit
    if core.phase == ServerPhase.Draining then context.close(): Unit
    else if open > config.limits.maxConnections then refuseConnection(open)

  private def refuseConnection(open: Int): Unit =
    if open > config.limits.maxConnections + HttpConnection.PoliteRefusals then ctx.close(): Unit
    else
      refuse(Refusal(503, "Too many connections are open; try again soon.", Seq("Retry-After" -> "1")))
      box.flush()

  override def channelInactive(context: ChannelHandlerContext): Unit =
    if !upgraded then
      released()
      queue.clear().foreach(_.lost())

  /** Gives up what the server keeps for an open connection. */
  def released(): Unit =
    core.sweepOf(ctx.channel.eventLoop).remove(this)
    core.metrics.connections.decrement()
    core.openConnections.decrementAndGet(): Unit

  override def channelRead(context: ChannelHandlerContext, message: Object): Unit =
    try
      if !end.closing then
        message match
          case refusal: Refusal => refuse(refusal)
          case request: HttpRequest =>
            val exchange = intake.head(request)
            queue.add(exchange)
            deadlines.bodyBegun()
            if exchange.closes then stopReading()
            else if !exchange.keepsAlive then end.closing = true // only its own body is still read
            advance()
          case _ => ()
      message match
        case content: HttpContent if intake.receiving != null =>
          val refusal = intake.content(content)
          if refusal != null then stopReading()
          if intake.receiving == null then deadlines.bodyEnded()
          advance()
        case _ => ()
    finally ReferenceCountUtil.release(message): Unit

  private def advance(): Unit =
    val awaited = queue.front
    if awaited != null && intake.owesContinue && (awaited eq intake.receiving) then
      intake.owesContinue = false
      ctx.write(Answers.continue100): Unit
      box.dirty()
    queue.startEligible()

  override def channelReadComplete(context: ChannelHandlerContext): Unit =
    box.flush()
    if !mayDecode && !discards && decoder.waitingBytes > HttpConnection.MaxUndecoded then
      context.channel.config.setAutoRead(false): Unit

  override def channelWritabilityChanged(context: ChannelHandlerContext): Unit =
    reopen()
    context.fireChannelWritabilityChanged(): Unit

  override def userEventTriggered(context: ChannelHandlerContext, event: Object): Unit = event match
    case _: ChannelInputShutdownEvent =>
      end.inputOver(context)
      val front = queue.front
      val stream = if front == null then null else front.stream
      // A client that has sent all it will may still read; one that listens to events does not end its side.
      if intake.receiving != null || stream != null && stream.isEvents then context.close(): Unit
      else if front == null then linger()
      else end.closing = true
    case other => context.fireUserEventTriggered(other): Unit

  override def exceptionCaught(context: ChannelHandlerContext, cause: Throwable): Unit =
    cause match
      case _: java.io.IOException => () // the client has gone: channelInactive tells the rest
      case _ => core.engine.report(cause, s"the connection of $address")
    context.close(): Unit

  // -------------------------------------------------------------------------------------------- requests

  def mayDecode: Boolean =
    // Answered requests leave the queue: what bounds their answers that the client does not read is the channel.
    !end.closing && !intake.awaitsUpgrade && queue.size < config.limits.maxPipelined && ctx.channel.isWritable
  def discards: Boolean = end.lingering || end.closing && intake.receiving == null
  def headBegun(): Unit = deadlines.headBegun()

  private def refuse(refusal: Refusal): Unit =
    val exchange = intake.refused(refusal)
    queue.add(exchange)
    stopReading()
    queue.startEligible()

  private def stopReading(): Unit =
    end.closing = true
    intake.abandon()
    deadlines.bodyEnded()

  private def begin(exchange: Exchange): Unit =
    exchange.startedNanos = System.nanoTime
    val refusal = exchange.refusal
    val matched = exchange.matched
    if refusal != null then Answers.refuse(exchange, refusal)
    else if matched != null then
      matched.route.action match
        case Action.Callback(run) => CallbackRun.start(exchange, matched, run)
        case Action.Socket(options, open) =>
          WebSocketHandshake.check(exchange, options) match
            case refusal: Refusal => Answers.refuse(exchange, refusal)
            case accepted: WebSocketHandshake =>
              upgrade(exchange, WebSocketConnection(exchange, options, accepted, open, box), accepted)

  /** Hands the connection over to frames. */
  private def upgrade(exchange: Exchange, socket: WebSocketConnection, handshake: WebSocketHandshake): Unit =
    upgraded = true
    core.sweepOf(ctx.channel.eventLoop).remove(this)
    exchange.status = 101
    exchange.ended = true
    exchange.takeOver(): Unit
    ctx.write(handshake.response): Unit
    core.finished(exchange)
    socket.replace(ctx.pipeline, Seq(encoder, this, decoder))

  // -------------------------------------------------------------------------------------------- responses

  /** Takes a part of a response in: written now or when its turn comes. On the I/O thread. */
  def emit(exchange: Exchange, output: Output): Unit =
    if exchange.ended || !ctx.channel.isActive then output.drop()
    else queue.emit(exchange, output)

  def beginStream(exchange: Exchange, stream: StreamOut, head: HttpResponse): Unit =
    if exchange.ended || !ctx.channel.isActive then stream.abandoned()
    else
      exchange.stream = stream
      if stream.isEvents then
        core.metrics.eventStreams.increment()
        if end.closing && end.inputEnded then ctx.close(): Unit
      queue.emit(exchange, Output(head, null))
      if stream.isEvents && core.phase == ServerPhase.Draining then stream.end()

  /** A callback failed while its stream was open: the client must see that the body is not whole. Any thread. */
  def breakStream(exchange: Exchange): Unit =
    box.post: () =>
      val stream = exchange.stream
      if stream != null && stream.isOpen && !exchange.ended then
        // Without chunks the end of the connection is the end of the body, so that only a reset shows the break.
        if exchange.isHttp10 then
          ctx.channel.config.setOption(ChannelOption.SO_LINGER, Integer.valueOf(0)): Unit
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).whenDone(() => ctx.close(): Unit)

  private def write(exchange: Exchange, output: Output): Unit =
    output.part match
      case head: HttpResponse =>
        encoder.toHead = exchange.isHead
        exchange.status = head.status.code
        head.headers.set("Date", HttpDate.now): Unit
        end.announce(exchange, head, isOnly = queue.size == 1)
      case _ => ()
    output.part match
      case content: HttpContent if !exchange.isHead => exchange.bytesOut += content.content.readableBytes
      case _ => ()
    val future = ctx.write(output.part)
    val written = output.written
    if written != null then future.whenDone(() => written.run())
    box.dirty()
    if output.part.isInstanceOf[LastHttpContent] then ended(exchange)

  private def ended(exchange: Exchange): Unit =
    exchange.ended = true
    val stream = exchange.stream
    if stream != null && stream.isEvents then core.metrics.eventStreams.decrement()
    core.finished(exchange)
    if exchange eq intake.receiving then
      // Answered before its body had come: the rest is read and dropped, and nothing after it.
      exchange.closes = true
      end.closing = true
    if exchange.closes then
      queue.clear().filter(!_.ended).foreach(_.lost())
      linger()
    else
      queue.next()
      if queue.isEmpty then deadlines.idle()
      // The head of a long stream may have promised to keep the connection before the server began to stop.
      if queue.isEmpty && (end.closing || core.phase == ServerPhase.Draining) then linger()
      else
        advance()
        reopen()
  end ended

  private def reopen(): Unit =
    if mayDecode then
      if !ctx.channel.config.isAutoRead && !end.inputEnded then ctx.channel.config.setAutoRead(true): Unit
      if decoder.waitingBytes > 0 then
        // Not from within: this may be called by the decoder.
        ctx.channel.eventLoop.execute(() =>
          if ctx.channel.isActive && mayDecode then decoder.resume(ctx.pipeline.context(decoder))
        )

  private def linger(): Unit =
    if !end.lingering then
      deadlines.lingerBegun()
      end.linger(ctx)

  // -------------------------------------------------------------------------------------------- time

  /** The server stops: ends at once when idle, else after the answers that are owed. On the I/O thread. */
  def drain(): Unit =
    if !upgraded then
      // Idle, or the client has not taken all of the last answer yet.
      val unsent = ctx.channel.unsafe.outboundBuffer
      if queue.isEmpty && (end.lingering || unsent != null && !unsent.isEmpty) then linger()
      else if queue.isEmpty then ctx.close(): Unit
      else
        queue.foreach: exchange =>
          val stream = exchange.stream
          if stream != null && stream.isEvents then stream.end()

  def sweep(now: Long): Unit =
    deadlines.check(now, ctx.channel, queue, intake.receiving) match
      case null => ()
      case Expired.Close => ctx.close(): Unit
      case Expired.HeadTimeout =>
        if !end.closing then
          refuse(Refusal(408, s"The request's header did not arrive within ${config.timeouts.header}."))
      case Expired.BodyTimeout(exchange) =>
        exchange.refusal = Refusal(408, s"The request's body did not arrive within ${config.timeouts.body}.")
        exchange.received = true
        exchange.closes = true
        stopReading()
        queue.startEligible()
      case Expired.NoAnswer(exchange) =>
        Answers.unanswered(exchange)
    box.flush()
end HttpConnection

private[eddy] object HttpConnection:
  /** While a client may not send further requests, so many bytes of them are taken before it is read no more. */
  private val MaxUndecoded = 16 * 1024

  /** So many connections over the limit are told so at a time; further ones are closed at once. */
  private val PoliteRefusals = 64

  private val unknownAddress = InetSocketAddress("0.0.0.0", 0)
end HttpConnection
