package eddy.web.client.internal

import eddy.runtime.Timer
import eddy.web.client.ClientSocketOptions
import eddy.web.internal.{Events, NettyWebSocket, OutBudget, WaitingMessages}
import eddy.web.{MessageSocket, PreparedMessage, SendResult}

import java.net.http.WebSocket as JdkWebSocket
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}

/** A WebSocket that this side has opened, on the JDK's.
  *
  * {{{
  *   JDK -> SocketListener: whole messages -> ClientWebSocket -> events
  *   JDK <- SendQueue                      <- ClientWebSocket <- any thread
  * }}}
  */
private[client] final class ClientWebSocket(
    core: ClientCore,
    wire: JdkWebSocket,
    options: ClientSocketOptions,
    events: Events
) extends MessageSocket:
  import ClientWebSocket.*

  // Set in `open` or a later event; read in events: the unit orders them.
  @volatile private var textCallback: String => Unit = _ => ()
  @volatile private var binaryCallback: Array[Byte] => Unit = _ => ()
  @volatile private var drainCallback: () => Unit = () => ()
  @volatile private var closeCallback: ((Int, String) => Unit) | Null = null

  private val queue = SendQueue(_ => lost("a message could not be written"))
  private val budget = OutBudget(options.maxBufferedBytes, () => events.run(drainCallback))
  private val waiting =
    WaitingMessages(options.maxQueuedMessages, options.maxMessageBytes, () => wire.request(1))
  private val ending = AtomicReference[Ending | Null](null) // what the side that closed first said
  private val closing = AtomicBoolean()
  private val told = AtomicBoolean()
  @volatile private var heard = true // since the last look
  private var pinged = false // by the timer, which never runs twice at once
  private var timers: List[Timer] | Null = Nil // guarded by this; null when it is over

  def subprotocol: Option[String] = Option(wire.getSubprotocol).filter(_.nonEmpty)
  def onText(callback: String => Unit): Unit = textCallback = Events.admitted(callback)
  def onBinary(callback: Array[Byte] => Unit): Unit = binaryCallback = Events.admitted(callback)
  def onDrain(callback: () => Unit): Unit = drainCallback = Events.admitted(callback)
  def onClose(callback: (code: Int, reason: String) => Unit): Unit = closeCallback = Events.admitted(callback)
  def bufferedBytes: Long = budget.bufferedBytes

  def send(text: String): SendResult =
    val bytes = text.getBytes(UTF_8)
    // halves of characters, which the JDK would not send, are question marks as at the server
    val sendable = if bytes.length == text.length then text else String(bytes, UTF_8)
    sending(bytes.length)(() => wire.sendText(sendable, true))

  def send(bytes: Array[Byte]): SendResult =
    sending(bytes.length)(() => wire.sendBinary(ByteBuffer.wrap(bytes), true))

  def send(message: PreparedMessage): SendResult =
    if message.isText then send(String(message.bytes, UTF_8)) else send(message.bytes)

  private def sending(bytes: Int)(start: () => CompletableFuture[JdkWebSocket]): SendResult =
    val result = budget.reserve(bytes)
    if result == SendResult.Sent then queue.add(() => budget.release(bytes))(start)
    result

  def close(code: Int, reason: String): Unit =
    require(
      Closes(code) || code >= 3000 && code <= 4999,
      s"close code $code: of a client it must be 1000, 1001, 1008, 1011, or 3000 to 4999 for your own"
    )
    NettyWebSocket.checkReason(reason)
    begunBy(code, reason)
    startClose(code, reason)

  private def startClose(code: Int, reason: String): Unit =
    if closing.compareAndSet(false, true) then
      queue.add(() => ())(() => wire.sendClose(code, reason))
      hold(core.engine.after(options.closeTimeout)(() => lost("the server did not answer the close frame")))

  // ---------------------------------------------------------------------------------------- its life

  /** Has `open` set the handlers, and reads from then on. */
  def begin(open: MessageSocket => Unit): Unit =
    hold(core.engine.every(options.pingInterval)(() => look()))
    run(List(open))(open(this))
    events.own(() => wire.request(1))

  /** A whole message has come. */
  def received(message: String | Array[Byte]): Unit =
    heard = true
    if closing.get then wire.request(1) // for the close frame behind it
    else deliver(message)

  private def deliver(message: String | Array[Byte]): Unit =
    val size = message match
      case text: String => text.length
      case bytes: Array[Byte] => bytes.length
    val hasRoom = waiting.add(size)
    val code = message match
      case _: String => textCallback
      case _: Array[Byte] => binaryCallback
    run(List(code)):
      try
        message match
          case text: String => textCallback(text)
          case bytes: Array[Byte] => binaryCallback(bytes)
      finally waiting.done(size)
    if hasRoom then wire.request(1)

  /** Something else has come: more of it may. */
  def alive(): Unit =
    heard = true
    wire.request(1)

  def tooLarge(): Unit =
    begunBy(1009, s"messages may have ${options.maxMessageBytes} bytes")
    // 1009 is no code that the JDK sends
    startClose(1008, "the message is too large")
    wire.request(1)

  /** The server has closed, or answered our close frame.
    * @return completed when the answers to the messages before it are out
    */
  def closedByPeer(code: Int, reason: String): CompletableFuture[?] =
    val answered = CompletableFuture[Unit]()
    begunBy(code, reason)
    events.own: () =>
      queue.add(() => ())(() => CompletableFuture.completedFuture(answered.complete(())))
    over()
    answered

  /** The connection is of no more use. Any thread. */
  def lost(reason: String): Unit =
    wire.abort()
    begunBy(1006, reason)
    over()

  private def begunBy(code: Int, reason: String): Unit =
    ending.compareAndSet(null, Ending(code, reason)): Unit
    budget.close()

  private def over(): Unit =
    if told.compareAndSet(false, true) then
      release()
      val end = ending.get.nn
      core.closed(this)
      run(Option(closeCallback).toList):
        val callback = closeCallback
        if callback != null then callback(end.code, end.reason)

  private def hold(timer: Timer): Unit =
    val isLate = synchronized:
      val held = timers
      if held != null then timers = timer :: held
      held == null
    if isLate then timer.cancel(): Unit

  private def release(): Unit =
    val held = synchronized:
      val all = timers
      timers = null
      all
    if held != null then held.foreach(_.cancel(): Unit)

  private def look(): Unit =
    if heard || waiting.isHalted then
      heard = false
      pinged = false
    else if pinged then lost("the server did not answer a ping")
    else
      pinged = true
      // one that is still on its way is as good
      wire.sendPing(ByteBuffer.allocate(0)): Unit

  /** @param code the application's functions that the event calls, asked for when it runs */
  private def run(code: => Seq[AnyRef])(event: => Unit): Unit =
    events.run(Events.calling(code): () =>
      try event
      catch
        case failure: Throwable =>
          close(1011, "the client failed")
          throw failure)
end ClientWebSocket

private[client] object ClientWebSocket:
  private final class Ending(val code: Int, val reason: String)

  /** Codes of the protocol's own that the JDK's client sends. */
  private val Closes = Set(1000, 1001, 1008, 1011)
