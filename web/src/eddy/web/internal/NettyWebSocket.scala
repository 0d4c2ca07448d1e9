package eddy.web.internal

import eddy.web.{HeldMessage, KeptBytes, PreparedMessage, Request, SendResult, WebSocket, WebSocketOptions}

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}

import io.netty.buffer.Unpooled
import io.netty.handler.codec.http.websocketx.{BinaryWebSocketFrame, TextWebSocketFrame}

/** The handlers' side of a WebSocket: any thread, and the events on its unit. */
private[eddy] final class NettyWebSocket(
    exchange: Exchange,
    options: WebSocketOptions,
    handshake: WebSocketHandshake,
    connection: WebSocketConnection
) extends WebSocket:
  import NettyWebSocket.*

  private val core = exchange.core
  private val profile = exchange.matched.nn.route.profile
  private val unit = core.handlers.unit()
  // unchecked: nothing runs before the handshake is accepted
  private val events = Events.of(unit, core.handlers, exchange)(exchange.traced(guarded: @unchecked))
  val request: Request = NettyRequest(
    exchange,
    exchange.target.nn,
    exchange.matched.nn,
    BodyBuffer.Empty,
    null,
    events
  )

  // Set in `open` or a later event; read in events: the unit orders them.
  @volatile private var textCallback: String => Unit = _ => ()
  @volatile private var binaryCallback: Array[Byte] => Unit = _ => ()
  @volatile private var heldCallback: (HeldMessage => Unit) | Null = null
  @volatile private var drainCallback: () => Unit = () => ()
  @volatile private var closeCallback: ((Int, String) => Unit) | Null = null

  @volatile private var keptUnread: () => Long = () => 0L

  private val budget = OutBudget(options.maxBufferedBytes, () => events.run(drainCallback))
  private val ending = AtomicReference[Ending | Null](null) // what the side that closed first said
  private val told = AtomicBoolean()
  private val waiting =
    WaitingMessages(options.maxQueuedMessages, options.maxMessageBytes, () => connection.resume())
  @volatile private var broken = false // a message could not be read, and none after it is

  def subprotocol: Option[String] = handshake.subprotocol

  def onText(callback: String => Unit): Unit = textCallback = Events.admitted(callback)
  def onBinary(callback: Array[Byte] => Unit): Unit = binaryCallback = Events.admitted(callback)
  private[eddy] def onHeld(callback: HeldMessage => Unit): Unit = heldCallback = Events.admitted(callback)
  def onDrain(callback: () => Unit): Unit = drainCallback = Events.admitted(callback)
  def onClose(callback: (code: Int, reason: String) => Unit): Unit = closeCallback = Events.admitted(callback)
  def bufferedBytes: Long = budget.bufferedBytes

  def send(text: String): SendResult = sendText(text.getBytes(UTF_8))
  private[eddy] def sendText(utf8: Array[Byte]): SendResult = send(isText = true, utf8)
  def send(bytes: Array[Byte]): SendResult = send(isText = false, bytes)

  private def send(isText: Boolean, bytes: Array[Byte]): SendResult =
    val result = budget.reserve(bytes.length)
    if result == SendResult.Sent then
      val compressed = compresses(bytes.length)
      val content = Unpooled.wrappedBuffer(if compressed then MessageDeflate.compress(bytes) else bytes)
      val rsv = if compressed then 4 else 0
      val frame =
        if isText then TextWebSocketFrame(true, rsv, content) else BinaryWebSocketFrame(true, rsv, content)
      OutMessage(connection, frame, budget, bytes.length).post()
    result

  def send(message: PreparedMessage): SendResult =
    val size = message.sizeBytes
    val result = budget.reserve(size)
    if result == SendResult.Sent then
      val shared = message.shared(compresses(size))
      OutMessage(connection, shared.duplicate(), budget, size, shared = shared).post()
    result

  private[eddy] def keepsUnread(bytes: () => Long): Unit = keptUnread = bytes
  private[eddy] def keepsUnsent(bytes: Long): Unit = connection.keepsUnsent(bytes)
  private[eddy] lazy val kept: KeptBytes =
    KeptBytes(core.unsent, exchange.connection.unsent, connection.outbox)
  private[eddy] def isFullFor(bytes: Int): Boolean = core.gate.bodyRefusal(bytes) != null
  private[eddy] def whenWritten(done: Runnable): Unit = connection.whenWritten(done)

  override private[eddy] def send(row: PreparedRow): SendResult =
    // compressed they would not be one piece
    if handshake.deflates then SendResult.Full
    else
      val result = budget.reserve(row.sizeBytes)
      if result == SendResult.Sent then
        OutMessage(connection, row.frame(), budget, row.sizeBytes, row.count, row).post()
      result

  private def compresses(bytes: Int) = handshake.deflates && bytes >= options.compressFromBytes

  def close(code: Int, reason: String): Unit =
    require(
      mayBeSent(code),
      s"close code $code: must be 1000, 1001, 1003, 1007 to 1014, or 3000 to 4999 for your own"
    )
    checkReason(reason)
    closing(code, reason)
    connection.close(code, reason)

  // -------------------------------------------------------------------------------------------- for the I/O
  // side

  def begin(action: Action.Socket): Unit =
    val loop = exchange.connection.load.loop
    if core.runsShortAtOnce && loop != null then
      val short = ShortEvent(unit, profile)
      unit.startEachBy(_ => receiving && profile.isShort && loop.offer(short))
    events.add(action.code, () => action.open(this))

  // true while the I/O thread queues a message; others who queue something cannot run it at once anyway
  private var receiving = false

  /** Queues a message for its handler.
    * @return false when no more should be read for now: [[WebSocketConnection.resume]] says when
    */
  def receive(message: Message): Boolean =
    val size = message.bytes.length
    val hasRoom = waiting.add(size)
    val event = () =>
      val begun = System.nanoTime
      val own = heldCallback
      if own != null then
        own(HeldMessage(message.isText, () => contentOf(message), () => waiting.done(size)))
      else
        try deliver(message)
        finally waiting.done(size)
      profile.ran(System.nanoTime - begun)
    receiving = true
    // at the event's turn: before it the application may not have set its handler yet
    def code = heldCallback match
      case null => if message.isText then textCallback else binaryCallback
      case held => held
    events.run(Events.calling(List(code))(event))
    receiving = false
    hasRoom
  end receive

  /** Sizes of messages that wait for their handlers, as received, and of those that the application keeps. */
  def waitingBytes: Long = waiting.waitingBytes + keptUnread()

  /** Runs `next` when the events queued so far have run. */
  def afterQueued(next: () => Unit): Unit = events.own(next)

  /** This side closes first, or the server stops. */
  def closing(code: Int, reason: String): Unit =
    ending.compareAndSet(null, Ending(code, reason)): Unit
    budget.close()

  /** The handshake is complete, or the connection has gone: runs `onClose` once, after the messages before.
    */
  def closed(code: Int, reason: String): Unit =
    closing(code, reason)
    if told.compareAndSet(false, true) then
      val end = ending.get.nn
      // set by an event, maybe by one that has still to run
      events.run(
        Events.calling(Option(closeCallback).toList): () =>
          val callback = closeCallback
          if callback != null then callback(end.code, end.reason)
      )

  // -------------------------------------------------------------------------------------------- events

  private def deliver(message: Message): Unit =
    val content = contentOf(message)
    if content != null then
      if message.isText then textCallback(String(content, UTF_8)) else binaryCallback(content)

  /** Null when it cannot be read, or one before it could not. */
  private def contentOf(message: Message): Array[Byte] | Null =
    if broken then null
    else
      val bytes =
        if message.compressed then MessageDeflate.expand(message.bytes, options.maxMessageBytes)
        else message.bytes
      bytes match
        case MessageDeflate.Bad.TooLarge =>
          break(1009, s"messages may have ${options.maxMessageBytes} bytes")
        case MessageDeflate.Bad.Malformed => break(1007, "the compressed message is malformed")
        case content: Array[Byte] =>
          if message.isText && message.compressed && !Utf8Check.isText(content) then
            break(1007, "text must be UTF-8")
          else content

  private def break(code: Int, reason: String): Null =
    broken = true
    connection.failLater(code, reason)
    null

  private def guarded(event: () => Unit): Unit =
    try event()
    catch
      case failure: Throwable =>
        core.engine.report(failure, s"the WebSocket ${exchange.label} (request ${exchange.id})")
        close(1011, "the server failed")
end NettyWebSocket

private[eddy] object NettyWebSocket:
  private final class Ending(val code: Int, val reason: String)

  private val MaxReason = 123

  /** Codes that may stand in a close frame (RFC 6455, section 7.4, and the registry). */
  def mayBeSent(code: Int): Boolean =
    code >= 1000 && code <= 1003 || code >= 1007 && code <= 1014 || code >= 3000 && code <= 4999

  def checkReason(reason: String): Unit =
    val length = reason.getBytes(UTF_8).length
    require(length <= MaxReason, s"the close reason has $length bytes of UTF-8; at most $MaxReason fit")

  /** Cuts a reason to what fits into a close frame. */
  def fitting(reason: String): String =
    reason.take(MaxReason).filter(c => c >= ' ' && c < 127)
end NettyWebSocket
