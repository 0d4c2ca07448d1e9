package eddy.web.internal.http2

import eddy.web.internal.{
  Action,
  Answers,
  BodyIntake,
  BodySource,
  Carrier,
  ConnectionLost,
  Exchange,
  HeadStage,
  HeldBytes,
  LoopLoad,
  Outbox,
  Output,
  Refusal,
  RequestIntake,
  RequestStart,
  ServerCore,
  StreamOut,
  Taken,
  Taking,
  TakingPace,
  ToldPeer,
  Trailers,
  UnsentBytes,
  WebSocketConnection,
  WebSocketHandshake,
  reads
}

import java.net.{InetAddress, InetSocketAddress}

import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter, ChannelPipeline}
import io.netty.handler.codec.http.{
  DefaultHttpContent,
  DefaultLastHttpContent,
  HttpContent,
  HttpRequest,
  HttpResponse,
  LastHttpContent
}
import io.netty.handler.codec.http2.{
  DefaultHttp2DataFrame,
  DefaultHttp2ResetFrame,
  Http2DataFrame,
  Http2Error,
  Http2Exception,
  Http2HeadersFrame
}
import io.netty.util.ReferenceCountUtil

/** One stream of an HTTP/2 connection, which carries one exchange. On the connection's I/O thread.
  *
  * What the client's windows do not let through waits in Netty; a response's pieces count against its budget
  * until they have gone out. A request's body that is not read keeps its window shut.
  */
private[eddy] final class Http2Stream(val core: ServerCore, connection: Http2Connection)
    extends ChannelInboundHandlerAdapter
    with Carrier
    with BodySource:
  private val timeouts = core.config.timeouts
  private val intake = RequestIntake(core, this)
  private val bodies = BodyIntake(core, this)
  private var exchange: Exchange | Null = null
  private var socket: WebSocketConnection | Null = null

  // Set when the handler is added, before anything else is called.
  private var ctx: ChannelHandlerContext = scala.compiletime.uninitialized
  private var box: Outbox = scala.compiletime.uninitialized
  private var writer: Http2Writer = scala.compiletime.uninitialized
  private val frames = FramesOut(connection.unsent)
  private val pace = TakingPace(frames, timeouts.write, lowestRate)

  /** A client that is fast enough for one stream shares that among all that it has. */
  private def lowestRate: Int =
    (core.config.limits.minReadBytesPerSecond / connection.openStreams.max(1)).max(1)

  def outbox: Outbox = box
  def remoteAddress: InetSocketAddress = connection.remoteAddress
  def told: ToldPeer | Null = connection.told
  def localAddress: InetAddress | Null = connection.localAddress
  def load: LoopLoad = connection.load
  def held: HeldBytes = connection.held
  def unsent: UnsentBytes = connection.unsent
  def taking: Taking = frames

  override def handlerAdded(context: ChannelHandlerContext): Unit =
    ctx = context
    box = Outbox(context.channel)
    writer = Http2Writer(context, box, frames)
    connection.opened(this)

  override def channelInactive(context: ChannelHandlerContext): Unit =
    connection.closed(this)
    val receiving = bodies.receiving
    if receiving != null then bodies.abandon(BodyIntake.gone(receiving))
    val e = exchange
    if e != null && !e.ended then e.lost()
    context.fireChannelInactive(): Unit

  override def exceptionCaught(context: ChannelHandlerContext, cause: Throwable): Unit =
    cause match
      // The client's doing. Netty resets the stream, too, but not when the request is whole already.
      case offence: Http2Exception => reset(offence.error)
      case ConnectionLost() => context.close(): Unit
      case _ =>
        core.engine.report(cause, s"an HTTP/2 stream of $remoteAddress")
        reset(Http2Error.INTERNAL_ERROR)

  def released(): Unit = ()
  override def ahead: Int = connection.windowBytes

  // -------------------------------------------------------------------------------------------- request

  override def channelRead(context: ChannelHandlerContext, message: Object): Unit =
    if socket != null then context.fireChannelRead(message): Unit
    else received(message)

  private def received(message: Object): Unit =
    try
      message match
        case head: Http2HeadersFrame if exchange == null => begun(head)
        case trailers: Http2HeadersFrame if trailers.isEndStream =>
          taken(Trailers.received(Http2Head.fields(trailers.headers)))
        case data: Http2DataFrame =>
          taken(if data.isEndStream then DefaultLastHttpContent(data.content)
          else DefaultHttpContent(data.content))
        case _ => ()
    finally ReferenceCountUtil.release(message): Unit

  override def channelReadComplete(context: ChannelHandlerContext): Unit =
    val e = exchange
    // what came has been taken in: its filters do not wait for the rest of its body
    if e != null && bodies.receiving != null && RequestStart.beginAtHead(e) then advance()
    box.flush()
    context.fireChannelReadComplete(): Unit

  private def begun(frame: Http2HeadersFrame): Unit =
    Http2Head.read(frame.headers, core.config.limits) match
      case Http2Head.Malformed => reset(Http2Error.PROTOCOL_ERROR)
      case refusal: Refusal =>
        exchange = intake.refused(refusal)
        advance()
      case http: HttpRequest =>
        val e = intake.head(http)
        exchange = e
        if http.isInstanceOf[ExtendedConnect] then connect(e, frame.isEndStream)
        else if !e.closes then bodies.begin(e)
        if frame.isEndStream then taken(LastHttpContent.EMPTY_LAST_CONTENT) else advance()

  /** What follows are a WebSocket's bytes, and no body. */
  private def connect(e: Exchange, isOver: Boolean): Unit =
    val matched = e.matched
    if e.refusal == null && (matched == null || !matched.route.isSocket) then
      e.refusal = Refusal(404, "No WebSocket is here.")
    else if isOver then e.refusal = Refusal(400, "The stream of a WebSocket must stay open.")
    e.ready = true

  private def upgrade(
      e: Exchange,
      action: Action.Socket,
      handshake: WebSocketHandshake
  ): Unit =
    val opened = WebSocketConnection(e, action, handshake, box)
    socket = opened
    e.status = 200
    e.ended = true
    e.takeOver(): Unit
    writer.open(handshake, e.firstHeaders)
    e.finished()
    ctx.pipeline.addLast("websocket-bytes", SocketBytes(frames)): Unit
    opened.replace(ctx.pipeline, Nil)

  override def endOutput(pipeline: ChannelPipeline): Unit =
    pipeline.writeAndFlush(DefaultHttp2DataFrame(true)): Unit

  private def taken(content: HttpContent): Unit =
    val receiving = bodies.receiving
    if receiving != null then
      bodies.take(content) match
        case Taken.More => if bodies.isFull then ctx.channel.reads(false)
        case Taken.All => ()
        case Taken.Refused(refusal) => refuseBody(receiving, refusal)
        case Taken.NotWorthIt => reset(Http2Error.NO_ERROR)
    if content.isInstanceOf[LastHttpContent] then writer.requestIsWhole = true
    advance()

  /** A broken body is answered with its error, unless the handler has begun an answer. */
  private def refuseBody(e: Exchange, refusal: Refusal): Unit =
    e.ready = true
    e.started = e.isUnderWay
    // before its reader is notified, which may answer then
    val isOurs = e.started && e.takeOver()
    val isAnswered = !e.ended && !isOurs && e.status == 0 && e.headStage == HeadStage.Running
    bodies.abandon(BodyIntake.problem(refusal))
    // a filter has answered already, and the answer is on its way to this thread
    if isAnswered then ()
    else if e.ended || e.started && !isOurs then reset(Http2Error.CANCEL)
    else if e.started then Answers.refuse(e, refusal)
    else e.refusal = refusal
    advance()

  def passed(e: Exchange): Unit = if ctx.channel.isActive then advance()

  private def advance(): Unit =
    val e = exchange
    if e != null then
      if bodies.continues(e) then writer.continue100()
      if e.mayStart && !e.ended then
        e.started = true
        RequestStart.begin(e)((action, accepted) => upgrade(e, action, accepted))

  /** The reader of a streamed body has begun to wait, or has room again. Any thread. */
  def wanted(): Unit = box.post: () =>
    if ctx.channel.isActive then
      bodies.count()
      advance()
      if !bodies.isFull then ctx.channel.reads(true)

  // -------------------------------------------------------------------------------------------- response

  def emit(e: Exchange, output: Output): Unit =
    if e.ended || !ctx.channel.isActive then output.drop()
    else
      output.part match
        case head: HttpResponse =>
          e.status = head.status.code
          e.answers()
          core.stamp(head)
        case _ => ()
      output.part match
        case content: HttpContent if !e.isHead => e.countOut(content.content.readableBytes)
        case _ => ()
      val isLast = output.part.isInstanceOf[LastHttpContent]
      val dropsRest = isLast && bodies.receiving != null
      writer.write(output, e.isHead, cutsRequest = isLast && !dropsRest)
      if isLast then
        if dropsRest then bodies.dropRest()
        ctx.channel.reads(true)
        ended(e)

  private def ended(e: Exchange): Unit =
    e.ended = true
    val stream = e.stream
    if stream != null && stream.isEvents then core.metrics.eventStreams.decrement()
    e.finished()

  def beginStream(e: Exchange, stream: StreamOut, head: HttpResponse): Unit =
    if e.ended || !ctx.channel.isActive then stream.abandoned()
    else if stream.isEvents && !e.entersAsClient() then
      stream.abandoned()
      Answers.refuse(e, core.gate.addressRefused())
    else
      e.stream = stream
      if stream.isEvents then core.metrics.eventStreams.increment()
      emit(e, Output(e, head, null))
      if stream.isEvents && connection.isDraining then stream.end()

  def breakStream(e: Exchange): Unit = box.post: () =>
    val stream = e.stream
    if stream != null && stream.isOpen && !e.ended then reset(Http2Error.INTERNAL_ERROR)

  private def reset(error: Http2Error): Unit = ctx.writeAndFlush(DefaultHttp2ResetFrame(error)): Unit

  // -------------------------------------------------------------------------------------------- time

  /** The server stops: streams of events would not end otherwise. */
  def drain(): Unit =
    val e = exchange
    val stream = if e == null then null else e.stream
    if stream != null && stream.isEvents then stream.end()
    val opened = socket
    if opened != null then opened.drain()

  /** The time for the stop is over: a pending answer becomes a refusal.
    * @return whether one was
    */
  def giveUp(): Boolean =
    val e = exchange
    val arrives = e != null && !e.ended && bodies.receiving != null
    val waits = arrives || e != null && !e.ended && e.takeOver()
    if arrives then refuseBody(e.nn, Answers.stopping)
    else if waits then Answers.refuse(e.nn, Answers.stopping)
    box.flush()
    waits

  def sweep(now: Long): Unit =
    bodies.count()
    val e = exchange
    if e != null then
      val stream = e.stream
      if pace.isTooSlow(now) then reset(Http2Error.CANCEL)
      else if bodyIsLate(now) then refuseBody(bodies.receiving.nn, BodyIntake.tooSlow(e, timeouts.body))
      else if stream != null then stream.keepAlive(now, core.config.eventKeepAlive)
      else if e.isOverdue(now) then Answers.unanswered(e)
      advance()
    box.flush()

  private def bodyIsLate(now: Long): Boolean =
    if connection.isRead then bodies.isLate(now)
    else
      bodies.excuse(now)
      false
end Http2Stream
