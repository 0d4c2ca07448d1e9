package eddy.web.client.internal

import eddy.web.client.{Call, ClientSocketOptions}
import eddy.web.internal.Events

import java.io.ByteArrayOutputStream
import java.net.http.WebSocket as JdkWebSocket
import java.nio.ByteBuffer
import java.util.concurrent.{CompletableFuture, CompletionStage}
import scala.concurrent.{Future, Promise}
import scala.util.control.NonFatal

/** The opening handshake of a WebSocket by the JDK's client, and the messages over it afterwards. */
private[client] final class SocketOpening(
    core: ClientCore,
    call: Call,
    moreHeaders: Seq[(String, String)],
    options: ClientSocketOptions,
    events: Events
):
  private val promise = Promise[ClientWebSocket]()

  def result: Future[ClientWebSocket] =
    try open()
    catch case NonFatal(failure) => promise.tryFailure(Failures.of(call, failure)): Unit
    promise.future

  private def open(): Unit =
    val builder = core.http.newWebSocketBuilder
    val limit = call.timeoutSet.getOrElse(core.config.timeout)
    builder.connectTimeout(java.time.Duration.ofNanos(limit.toNanos)): Unit
    val own = call.headers.map((name, _) => name.toLowerCase(java.util.Locale.ROOT)).toSet
    call.headers.foreach((name, value) => builder.header(name, value): Unit)
    (moreHeaders :+ ("User-Agent" -> core.config.userAgent)).foreach: (name, value) =>
      if !own(name.toLowerCase(java.util.Locale.ROOT)) then builder.header(name, value): Unit
    options.subprotocols match
      case first +: others => builder.subprotocols(first, others*): Unit
      case _ => ()
    val listener = SocketListener(options.maxMessageBytes)
    builder.buildAsync(Addresses.socketOf(call.uri), listener).whenComplete((wire, failure) =>
      if failure != null then promise.tryFailure(Failures.of(call, failure)): Unit
      else
        val socket = ClientWebSocket(core, wire, options, events)
        core.opened(socket)
        promise.trySuccess(socket): Unit
        listener.socket.complete(socket): Unit
    ): Unit
  end open
end SocketOpening

/** Puts parts of messages together. The JDK calls its methods in order. It calls those for messages only when
  * a message was requested, which needs an open socket.
  */
private[client] final class SocketListener(maxMessageBytes: Int) extends JdkWebSocket.Listener:
  val socket: CompletableFuture[ClientWebSocket] = CompletableFuture()
  private val text = StringBuilder()
  private val bytes = ByteArrayOutputStream()
  private var isTooLarge = false

  override def onOpen(wire: JdkWebSocket): Unit = ()

  override def onText(wire: JdkWebSocket, part: CharSequence, last: Boolean): CompletionStage[?] | Null =
    if fits(text.length + part.length) then
      text.append(part)
      if !last then socket.join.alive()
      else
        val message = text.result()
        text.clear()
        socket.join.received(message)
    null

  override def onBinary(wire: JdkWebSocket, part: ByteBuffer, last: Boolean): CompletionStage[?] | Null =
    if fits(bytes.size + part.remaining) then
      val piece = new Array[Byte](part.remaining)
      part.get(piece)
      bytes.write(piece)
      if !last then socket.join.alive()
      else
        val message = bytes.toByteArray
        bytes.reset()
        socket.join.received(message)
    null

  /** Whether a message may continue; of one that may not, and of all later ones, nothing is stored. */
  private def fits(size: Int): Boolean =
    if isTooLarge then socket.join.alive()
    else if size > maxMessageBytes then
      isTooLarge = true
      text.clear()
      bytes.reset()
      socket.join.tooLarge()
    !isTooLarge

  // the JDK answers it
  override def onPing(wire: JdkWebSocket, message: ByteBuffer): CompletionStage[?] | Null =
    socket.join.alive()
    null

  override def onPong(wire: JdkWebSocket, message: ByteBuffer): CompletionStage[?] | Null =
    socket.join.alive()
    null

  override def onClose(wire: JdkWebSocket, code: Int, reason: String): CompletionStage[?] | Null =
    socket.join.closedByPeer(code, reason)

  override def onError(wire: JdkWebSocket, failure: Throwable): Unit =
    socket.thenAccept(_.lost("the connection broke")): Unit
end SocketListener
