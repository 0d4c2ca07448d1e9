package eddy.web.internal

import java.net.{InetAddress, InetSocketAddress}

import io.netty.channel.socket.ChannelInputShutdownEvent
import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}
import io.netty.handler.codec.http.{HttpContent, HttpRequest, HttpResponse, LastHttpContent}
import io.netty.util.ReferenceCountUtil

/** One HTTP/1 connection on its I/O thread: takes requests in, keeps responses in order, and ends in an
  * orderly way.
  *
  * {{{
  *   bytes -> RequestDecoder -> HttpConnection -> unit of the request: handler
  *   bytes <- ResponseEncoder <- HttpWriter <- HttpConnection <- Outbox <- response, from any thread
  * }}}
  */
private[eddy] final class HttpConnection(val core: ServerCore)
    extends ChannelInboundHandlerAdapter
    with Carrier
    with DecoderGate
    with BodySource
    with Swept:
  private val config = core.config
  private val queue = new ExchangeQueue:
    protected def write(exchange: Exchange, output: Output): Unit =
      HttpConnection.this.write(exchange, output)
    protected def start(exchange: Exchange): Unit = begin(exchange)
  private val decoder = RequestDecoder(config.limits, this)
  private val encoder = ResponseEncoder()
  private val intake = RequestIntake(core, this)
  private val bodies = BodyIntake(core, this)
  private val deadlines = HttpDeadlines(config)

  // Set once in handlerAdded and channelActive, before anything else is called.
  private var ctx: ChannelHandlerContext = scala.compiletime.uninitialized
  private var writer: HttpWriter = scala.compiletime.uninitialized
  private var box: Outbox = scala.compiletime.uninitialized
  private var address: InetSocketAddress = scala.compiletime.uninitialized
  private var loopLoad: LoopLoad = scala.compiletime.uninitialized
  private var unsentBytes: UnsentBytes = scala.compiletime.uninitialized

  // none before the first body
  private var bytes: HeldBytes | Null = null
  private val end = ConnectionEnd()
  private var upgraded = false

  // nothing is decoded before: bytes may have come that no longer wait in the socket, as behind a TLS
  // handshake
  private var isAdmitted = false
  // the answer to its first request, as there are too many connections
  private var rejection: Refusal | Null = null

  def outbox: Outbox = box
  def remoteAddress: InetSocketAddress = address
  def told: ToldPeer | Null = PeerAddress.toldOf(ctx.channel)
  def localAddress: InetAddress | Null = PeerAddress.local(ctx.channel)
  def load: LoopLoad = loopLoad
  def unsent: UnsentBytes = unsentBytes
  def taking: Taking = unsentBytes
  def held: HeldBytes =
    val present = bytes
    if present != null then present
    else
      // one body arrives at a time: `mayDecode` bounds the others
      val made = HeldBytes(core.gate, loopLoad, Long.MaxValue)
      bytes = made
      made

  // -------------------------------------------------------------------------------------------- connection
  // events

  override def handlerAdded(context: ChannelHandlerContext): Unit =
    ctx = context
    box = Outbox(context.channel)
    unsentBytes = core.unsentOf(context.channel)
    context.pipeline.addBefore(context.name, "decoder", decoder): Unit
    context.pipeline.addBefore(context.name, "encoder", encoder): Unit
    writer = HttpWriter(core, context, encoder, context.pipeline.context(encoder), end)

  override def channelActive(context: ChannelHandlerContext): Unit =
    address = PeerAddress.of(context.channel)
    loopLoad = core.gate.loadOf(context.channel.eventLoop)
    core.sweepOf(context.channel.eventLoop).add(this)
    Admission.of(core, context.channel): admission =>
      isAdmitted = true
      admission match
        case Admission.Welcome =>
          // not before: it is not to make room for itself
          core.sweepOf(context.channel.eventLoop).becameIdle(this)
          reopen()
        case Admission.Refused(refusal) =>
          rejection = refusal
          reopen()
        case Admission.Unheard => context.close(): Unit

  override def channelInactive(context: ChannelHandlerContext): Unit =
    if !upgraded then
      released()
      bodies.gone()
      queue.clear().foreach(_.lost())

  /** Lets another protocol take the connection, and count it; false when this one is closing already. */
  def leave(): Boolean =
    upgraded = !end.closing
    if upgraded then
      released()
      Seq(encoder, this, decoder).foreach(handler => ctx.pipeline.remove(handler): Unit)
    upgraded

  def released(): Unit =
    core.sweepOf(ctx.channel.eventLoop).remove(this)
    Admission.over(core, ctx.channel)

  override def channelRead(context: ChannelHandlerContext, message: Object): Unit =
    try
      if !end.closing then
        message match
          case refusal: Refusal => refuse(refusal)
          case request: HttpRequest => begun(rejectedOr(intake.head(request)))
          case _ => ()
      message match
        case content: HttpContent if bodies.receiving != null => taken(bodies.receiving.nn, content)
        case _ => ()
    finally ReferenceCountUtil.release(message): Unit

  private def rejectedOr(exchange: Exchange): Exchange =
    val rejected = rejection
    if rejected != null then
      exchange.refusal = rejected
      exchange.ready = true
      exchange.closes = true
    exchange

  private def begun(exchange: Exchange): Unit =
    queue.add(exchange)
    deadlines.bodyBegun(exchange.arrivedNanos)
    if exchange.closes then stopReading()
    else
      bodies.begin(exchange)
      if !exchange.keepsAlive then end.closing = true // only its own body is still read
    advance()

  private def taken(exchange: Exchange, content: HttpContent): Unit =
    bodies.take(content) match
      case Taken.More => if bodies.isFull then ctx.channel.reads(false)
      case Taken.All =>
        intake.whole(exchange)
        deadlines.bodyEnded()
        if exchange.ended && queue.isEmpty then if end.closing then linger() else awaitRequest()
      case Taken.Refused(refusal) => refuseBody(exchange, refusal)
      case Taken.NotWorthIt => linger()
    advance()

  /** The fault of a body is the answer, unless the handler has begun one already. */
  private def refuseBody(exchange: Exchange, refusal: Refusal): Unit =
    exchange.ready = true
    exchange.started = exchange.isUnderWay
    exchange.closes = true
    core.metrics.bodyBroken(refusal.status)
    // before its reader is notified, which may answer then
    val isOurs = exchange.started && exchange.takeOver()
    stopReading(BodyIntake.problem(refusal))
    if exchange.ended then linger()
    else if !exchange.started then exchange.refusal = refusal
    else if isOurs then Answers.refuse(exchange, refusal)
    advance()

  private def advance(): Unit =
    if bodies.continues(queue.front) then
      writer.continue100()
      box.dirty()
    queue.startEligible()

  /** The reader of a streamed body has begun to wait, or has room again. Any thread. */
  def wanted(): Unit = box.post: () =>
    if ctx.channel.isActive then
      bodies.count()
      advance()
      reopen()

  def passed(exchange: Exchange): Unit = if ctx.channel.isActive then advance()

  /** What came has been taken in: filters of a request do not wait for the rest of its body. */
  private def beginAtHead(): Unit =
    val exchange = bodies.receiving
    if exchange != null && (exchange eq queue.front) && RequestStart.beginAtHead(exchange) then advance()

  override def channelReadComplete(context: ChannelHandlerContext): Unit =
    beginAtHead()
    box.flush()
    if !mayDecode && !discards && bodies.receiving == null && decoder.waitingBytes > HttpConnection.MaxUndecoded
    then
      context.channel.reads(false)

  override def channelWritabilityChanged(context: ChannelHandlerContext): Unit =
    reopen()
    context.fireChannelWritabilityChanged(): Unit

  override def userEventTriggered(context: ChannelHandlerContext, event: Object): Unit = event match
    case _: ChannelInputShutdownEvent =>
      end.inputOver(context)
      queue.foreach(_.gone())
      val front = queue.front
      val stream = if front == null then null else front.stream
      val arriving = bodies.receiving
      // A client that has sent all it will may still read; one that listens to events does not end its side.
      if stream != null && stream.isEvents then context.close(): Unit
      else if arriving != null && !arriving.ended then refuseBody(arriving, BodyIntake.cutShort(arriving))
      else if front != null then end.closing = true
      else if decoder.isInHead && !end.closing then
        refuse(Refusal(400, "The request's header ended in the middle."))
      else linger()
      box.flush()
    case other => context.fireUserEventTriggered(other): Unit

  override def exceptionCaught(context: ChannelHandlerContext, cause: Throwable): Unit =
    cause match
      case ConnectionLost() => () // the client has gone: channelInactive tells the rest
      case _ => core.engine.report(cause, s"the connection of $address")
    context.close(): Unit

  // -------------------------------------------------------------------------------------------- requests

  def mayDecode: Boolean =
    // Answered requests leave the queue: the channel bounds their unread answers.
    isAdmitted && !end.closing && !intake.awaitsUpgrade && queue.size < config.limits.maxPipelined &&
      heldTotal < HttpConnection.MaxHeld && ctx.channel.isWritable
  private def heldTotal =
    val present = bytes
    if present == null then 0L else present.total
  def discards: Boolean = end.lingering || end.closing && bodies.receiving == null
  def discarded(bytes: Int): Unit = if end.lingering then deadlines.lingers(bytes)
  def headBegun(): Unit = deadlines.headBegun()

  private def refuse(refusal: Refusal): Unit =
    val exchange = intake.refused(refusal)
    queue.add(exchange)
    stopReading()
    queue.startEligible()

  private def stopReading(cause: Throwable = BodyIntake.answered): Unit =
    end.closing = true
    bodies.abandon(cause)
    deadlines.bodyEnded()

  private def begin(exchange: Exchange): Unit = RequestStart.begin(exchange): (action, accepted) =>
    upgrade(exchange, WebSocketConnection(exchange, action, accepted, box), accepted)

  /** Hands the connection over to frames. */
  private def upgrade(exchange: Exchange, socket: WebSocketConnection, handshake: WebSocketHandshake): Unit =
    upgraded = true
    core.sweepOf(ctx.channel.eventLoop).remove(this)
    exchange.status = 101
    exchange.ended = true
    exchange.takeOver(): Unit
    writer.accept(exchange, handshake)
    exchange.finished()
    // frames that came before the handshake was answered may have closed it
    ctx.channel.reads(true)
    socket.replace(ctx.pipeline, Seq(encoder, this, decoder))

  // -------------------------------------------------------------------------------------------- responses

  def emit(exchange: Exchange, output: Output): Unit =
    if exchange.ended || !ctx.channel.isActive then output.drop()
    else queue.emit(exchange, output)

  def beginStream(exchange: Exchange, stream: StreamOut, head: HttpResponse): Unit =
    if exchange.ended || !ctx.channel.isActive then stream.abandoned()
    else if stream.isEvents && !exchange.entersAsClient() then
      stream.abandoned()
      Answers.refuse(exchange, core.gate.addressRefused())
    else
      exchange.stream = stream
      if stream.isEvents then
        core.metrics.eventStreams.increment()
        if end.closing && end.inputEnded then ctx.close(): Unit
      queue.emit(exchange, Output(exchange, head, null))
      if stream.isEvents && core.phase == ServerPhase.Draining then stream.end()

  def breakStream(exchange: Exchange): Unit =
    box.post: () =>
      val stream = exchange.stream
      if stream != null && stream.isOpen && !exchange.ended then writer.breakOff(exchange)

  private def write(exchange: Exchange, output: Output): Unit =
    output.part match
      case head: HttpResponse =>
        writer.begin(exchange, head, isOnly = queue.size == 1, endsAtOnce = bodies.endsWith(exchange, head))
      case _ => ()
    writer.write(exchange, output)
    box.dirty()
    if output.part.isInstanceOf[LastHttpContent] then ended(exchange)

  private def ended(exchange: Exchange): Unit =
    exchange.ended = true
    val stream = exchange.stream
    if stream != null && stream.isEvents then core.metrics.eventStreams.decrement()
    exchange.finished()
    exchange.dropKept()
    if exchange eq bodies.receiving then
      // Answered before its body had come: the rest is read and dropped, and nothing after it if it is long.
      if exchange.closes then stopReading() else bodies.dropRest()
    if exchange.closes then
      queue.clear().filter(!_.ended).foreach(_.lost())
      linger()
    else
      queue.next()
      if queue.isEmpty && bodies.receiving == null then awaitRequest()
      // The head of a long stream may have promised to keep the connection before the server began to stop.
      if queue.isEmpty && (end.closing || core.phase == ServerPhase.Draining) then linger()
      else
        beginAtHead()
        advance()
        reopen()
  end ended

  private def reopen(): Unit =
    val wants = if bodies.receiving != null then !bodies.isFull else mayDecode
    if wants && !end.inputEnded then ctx.channel.reads(true)
    if mayDecode && decoder.waitingBytes > 0 then
      // Not from within: this may be called by the decoder.
      ctx.channel.eventLoop.execute(() =>
        if ctx.channel.isActive && mayDecode then
          decoder.resume(ctx.pipeline.context(decoder))
          // no end of a read follows, as after bytes of the socket
          beginAtHead()
          box.flush()
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
      else if queue.isEmpty && !decoder.isInHead then ctx.close(): Unit
      else queue.endEvents()

  /** The time for the stop is over: waiting requests are answered, and all else ends here. On the I/O thread.
    */
  def giveUp(): Unit =
    val front = queue.front
    if front == null && decoder.isInHead && !end.closing then refuse(Answers.stopping)
    else if front != null && (front eq bodies.receiving) then refuseBody(front, Answers.stopping)
    else if front != null && front.takeOver() then
      front.closes = true
      Answers.refuse(front, Answers.stopping)
    else ctx.close(): Unit
    box.flush()

  private def awaitRequest(): Unit =
    deadlines.idle()
    core.sweepOf(ctx.channel.eventLoop).becameIdle(this)

  override def isBusy: Boolean =
    !queue.isEmpty || bodies.receiving != null || decoder.isInHead || end.closing

  override def isIdle: Boolean =
    !isBusy && decoder.waitingBytes == 0 && deadlines.awaitsRequest && !WriteStall.isWriting(ctx.channel)

  override lazy val customer: String = Addresses.keyOf(address)
  override def closeIdle(): Unit =
    end.closing = true
    ctx.close(): Unit

  def sweep(now: Long): Unit =
    unsentBytes.observe()
    bodies.count()
    beginAtHead()
    deadlines.check(now, ctx.channel, unsentBytes, queue, bodies) match
      case null => ()
      case Expired.Close => ctx.close(): Unit
      case Expired.HeadTimeout =>
        if !end.closing then
          refuse(Refusal(408, s"The request's header did not arrive within ${config.timeouts.header}."))
      case Expired.BodyTimeout(exchange) =>
        refuseBody(exchange, BodyIntake.tooSlow(exchange, config.timeouts.body))
      case Expired.NoAnswer(exchange) => Answers.unanswered(exchange)
    box.flush()
end HttpConnection

private[eddy] object HttpConnection:
  /** While a client may not send further requests, so many bytes of them are taken before it is read no
    * more.
    */
  private val MaxUndecoded = 16 * 1024

  /** While the bodies of its requests that wait hold so many bytes, no further request is taken. */
  private val MaxHeld = 64 * 1024
end HttpConnection
