package eddy.web.client.internal

import eddy.web.SendResult
import eddy.web.client.{ClientException, ClientFailure, TcpSocket}
import eddy.web.internal.{Events, OutBudget, Outbox, Swept, WaitingMessages, WriteStall, whenDone}

import java.net.InetSocketAddress
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.TimeUnit.NANOSECONDS
import java.util.concurrent.atomic.AtomicBoolean
import scala.collection.mutable.ListBuffer

import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.socket.ChannelInputShutdownEvent
import io.netty.channel.{ChannelHandlerContext, ChannelInboundHandlerAdapter}
import io.netty.util.ReferenceCountUtil

/** A TCP connection that this side has opened: any thread sends, the I/O thread writes and reads, the events
  * call back.
  */
private[client] final class NettyTcpSocket(
    core: TcpCore,
    label: String,
    val remoteAddress: InetSocketAddress,
    events: Events
) extends ChannelInboundHandlerAdapter,
      TcpSocket,
      Swept:
  // Set in `open` or a later event; read in events: the unit orders them.
  @volatile private var bytesCallback: Array[Byte] => Unit = _ => ()
  @volatile private var drainCallback: () => Unit = () => ()
  @volatile private var endCallback: (() => Unit) | Null = null
  @volatile private var closeCallback: (Option[ClientException] => Unit) | Null = null

  private val budget = OutBudget(core.config.maxBufferedBytes, () => events.run(drainCallback))
  private val waiting = WaitingMessages(NettyTcpSocket.MaxPieces, core.config.maxWaitingBytes, () => read())
  private val closing = AtomicBoolean()
  private val stall = WriteStall(core.config.writeTimeout)
  // Set when the handler is added, before anything else is called.
  private var ctx: ChannelHandlerContext = scala.compiletime.uninitialized
  private var box: Outbox = scala.compiletime.uninitialized
  // owned by the I/O thread, with the bytes from before the call of `open`: Netty reads unasked when the
  // other side has ended
  private var early: ListBuffer[() => Unit] | Null = ListBuffer()
  private var failure: ClientException | Null = null
  private var isOpen = false
  private var inputEnded = false

  def onBytes(callback: Array[Byte] => Unit): Unit = bytesCallback = Events.admitted(callback)
  def onDrain(callback: () => Unit): Unit = drainCallback = Events.admitted(callback)
  def onEnd(callback: () => Unit): Unit = endCallback = Events.admitted(callback)
  def onClose(callback: Option[ClientException] => Unit): Unit = closeCallback = Events.admitted(callback)
  def bufferedBytes: Long = budget.bufferedBytes

  def send(text: String): SendResult = send(text.getBytes(UTF_8))

  def send(bytes: Array[Byte]): SendResult =
    val result = budget.reserve(bytes.length)
    if result == SendResult.Sent then
      box.post: () =>
        ctx.write(Unpooled.wrappedBuffer(bytes)).whenDone(() => budget.release(bytes.length))
        box.dirty()
    result

  def close(): Unit =
    if closing.compareAndSet(false, true) then
      budget.close()
      box.post(() => ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).whenDone(() => ctx.close(): Unit))

  def abort(): Unit =
    budget.close()
    box.post(() => ctx.close(): Unit)

  /** Waits for its end, so long at most. */
  def awaitEnd(nanos: Long): Unit =
    ctx.channel.closeFuture.awaitUninterruptibly(math.max(0, nanos), NANOSECONDS): Unit

  // ---------------------------------------------------------------------------------------- its life

  /** Has `open` set the handlers, before all events of received bytes. Any thread. */
  def begin(open: TcpSocket => Unit): Unit =
    run(List(open))(open(this))
    box.post: () =>
      val kept = early
      early = null
      if kept != null then kept.foreach(_())
      readOn()

  private def read(): Unit = box.post(() => readOn())

  /** Not after the end of the input: Netty's epoll has let go of the socket for reading then, and fails. */
  private def readOn(): Unit = if !inputEnded then ctx.channel.config.setAutoRead(true): Unit

  override def handlerAdded(context: ChannelHandlerContext): Unit =
    ctx = context
    box = Outbox(context.channel)

  /** On the I/O thread. */
  def opened(): Unit =
    isOpen = true
    core.sweepOf(ctx.channel.eventLoop).add(this)
    if !ctx.channel.isActive then ended()

  override def channelRead(context: ChannelHandlerContext, message: Object): Unit =
    try
      message match
        case content: ByteBuf if content.isReadable =>
          val bytes = new Array[Byte](content.readableBytes)
          content.readBytes(bytes): Unit
          if !waiting.add(bytes.length) then context.channel.config.setAutoRead(false): Unit
          came(List(bytesCallback)):
            try bytesCallback(bytes)
            finally waiting.done(bytes.length)
        case _ => ()
    finally ReferenceCountUtil.release(message): Unit

  override def userEventTriggered(context: ChannelHandlerContext, event: Object): Unit = event match
    case _: ChannelInputShutdownEvent =>
      inputEnded = true
      context.channel.config.setAutoRead(false): Unit
      came(Option(endCallback).toList):
        val callback = endCallback
        if callback == null then close() else callback()
    case other => context.fireUserEventTriggered(other): Unit

  override def exceptionCaught(context: ChannelHandlerContext, cause: Throwable): Unit =
    cause match
      case broken: java.io.IOException =>
        fail(ClientFailure.Broken, s"the connection broke (${broken.getMessage})", broken)
      case other =>
        if isOpen then core.engine.report(other, s"the TCP connection to $label")
        fail(ClientFailure.Broken, s"the client failed ($other)", other)

  override def channelInactive(context: ChannelHandlerContext): Unit = ended()

  private def fail(kind: ClientFailure, why: String, cause: Throwable | Null): Unit =
    if failure == null then failure = new ClientException(kind, s"TCP $label: $why", cause)
    ctx.close(): Unit

  private def ended(): Unit =
    if isOpen then
      isOpen = false
      budget.close()
      core.sweepOf(ctx.channel.eventLoop).remove(this)
      core.closed(this)
      val why = Option(failure)
      came(Option(closeCallback).toList):
        val callback = closeCallback
        if callback != null then callback(why)

  def sweep(now: Long): Unit =
    if stall.isOver(now, ctx.channel) then
      fail(ClientFailure.Timeout, s"the server took nothing for ${core.config.writeTimeout}", null)

  /** As [[run]], on the I/O thread. */
  private def came(code: => Seq[AnyRef])(event: => Unit): Unit =
    val kept = early
    if kept == null then run(code)(event) else kept.addOne(() => run(code)(event)): Unit

  /** @param code the application's functions that the event calls, asked for when it runs */
  private def run(code: => Seq[AnyRef])(event: => Unit): Unit =
    events.run(Events.calling(code): () =>
      try event
      catch
        case failure: Throwable =>
          abort()
          throw failure)
end NettyTcpSocket

private[client] object NettyTcpSocket:
  /** So many pieces may wait for their handler, however small. */
  private val MaxPieces = 1024
