package eddy.web.testkit

import eddy.web.RunningServer
import eddy.web.testkit.internal.{Arrivals, Reports}

import java.io.ByteArrayOutputStream
import java.net.http.{HttpClient, WebSocket, WebSocketHandshakeException}
import java.net.{CookieHandler, URI}
import java.nio.ByteBuffer
import java.util.concurrent.{
  CompletableFuture,
  CompletionStage,
  ConcurrentLinkedQueue,
  ExecutionException,
  TimeUnit,
  TimeoutException
}
import scala.concurrent.duration.FiniteDuration
import scala.jdk.CollectionConverters.given

/** A client's side of a WebSocket: sends, and says what must come. For one thread, the test's. */
final class TestSocket private (
    socket: WebSocket,
    arrivals: Arrivals[TestSocket.Event],
    http: HttpClient,
    patience: FiniteDuration
) extends AutoCloseable:
  import TestSocket.Event

  /** The subprotocol agreed upon; empty for none. */
  def subprotocol: String = socket.getSubprotocol

  def send(text: String): Unit = sent(socket.sendText(text, true))
  def send(bytes: Array[Byte]): Unit = sent(socket.sendBinary(ByteBuffer.wrap(bytes), true))

  /** The next message, whatever it is. */
  def receive(within: FiniteDuration = patience): String = next("a text message is expected", within) match
    case Event.Text(text) => text
    case other => throw arrivals.wrong(s"a text message is expected, but $other came")

  /** The next message; it must be this one. */
  def expect(text: String, within: FiniteDuration = patience): Unit = came(Event.Text(text), within)

  /** The next message, in bytes. */
  def receiveBytes(within: FiniteDuration = patience): Array[Byte] =
    next("a binary message is expected", within) match
      case Event.Binary(bytes) => bytes.toArray
      case other => throw arrivals.wrong(s"a binary message is expected, but $other came")

  /** The first message for which `value` is defined; those before it are skipped. */
  def fishFor[A](value: PartialFunction[String, A], within: FiniteDuration = patience): A =
    val until = System.nanoTime + within.toNanos
    var found = Option.empty[A]
    while found.isEmpty do
      val left = FiniteDuration(math.max(0, until - System.nanoTime), TimeUnit.NANOSECONDS)
      next("a text message that matches is expected", left) match
        case Event.Text(text) => found = value.lift(text)
        case Event.Binary(_) => ()
        case end => throw arrivals.wrong(s"a text message that matches is expected, but $end came")
    found.get

  /** The next messages; they must be these, in any order. */
  def expectAll(texts: String*): Unit =
    var missing = texts.toList
    while missing.nonEmpty do
      val text = receive()
      if !missing.contains(text) then
        throw arrivals.wrong(
          s"in any order ${missing.mkString("\"", "\", \"", "\"")} are expected, but \"$text\" came"
        )
      missing = missing.diff(List(text))

  /** The server closes the socket with this code; 1006 when it goes without a word. */
  def expectClose(code: Int, within: FiniteDuration = patience): Unit =
    next(s"an end with $code is expected", within) match
      case Event.Closed(`code`, _) => ()
      case other => throw arrivals.wrong(s"an end with $code is expected, but $other came")

  /** Begins to close; [[expectClose]] waits for the answer. */
  def close(code: Int, reason: String = ""): Unit = sent(socket.sendClose(code, reason))

  /** Breaks the connection off, as a client does that is gone. */
  def abort(): Unit = socket.abort()

  /** Closes with 1000 and lets go. */
  def close(): Unit =
    if !socket.isOutputClosed then
      try close(1000)
      catch
        case _: ExecutionException if socket.isOutputClosed => () // the server's end was answered meanwhile
    http.shutdownNow()

  private def came(expected: Event, within: FiniteDuration): Unit =
    val event = next(s"$expected is expected", within)
    if event != expected then throw arrivals.wrong(s"$expected is expected, but $event came")

  private def next(expected: String, within: FiniteDuration): Event = arrivals.next(expected, within)

  private def sent(sending: CompletableFuture[WebSocket]): Unit =
    try sending.get(patience.toNanos, TimeUnit.NANOSECONDS): Unit
    catch case late: TimeoutException => throw arrivals.wrong(s"could not be sent within $patience ($late)")
end TestSocket

object TestSocket:
  /** What came. */
  private[testkit] enum Event derives CanEqual:
    case Text(text: String)
    case Binary(bytes: Seq[Byte])
    case Closed(code: Int, reason: String)

    override def toString: String = this match
      case Text(text) => s"\"${text.take(200)}\""
      case Binary(bytes) => s"${bytes.size} bytes"
      case Closed(code, reason) => s"the end with $code${if reason.isEmpty then "" else s" ($reason)"}"

  /** @param received called with the headers that set cookies, whatever the answer is */
  private[testkit] def open(
      server: RunningServer,
      path: String,
      headers: Seq[(String, String)],
      subprotocols: Seq[String],
      patience: FiniteDuration,
      reports: Reports
  )(received: Seq[(String, String)] => Unit): TestSocket =
    val arrivals = Arrivals[Event](s"WebSocket $path", reports)
    val cookies = SetCookies()
    val http = HttpClient.newBuilder.cookieHandler(cookies).build
    val builder = http.newWebSocketBuilder
    headers.foreach((name, value) => builder.header(name, value): Unit)
    if subprotocols.nonEmpty then builder.subprotocols(subprotocols.head, subprotocols.tail*): Unit
    try
      val opening = builder.buildAsync(URI(server.url.replaceFirst("^http", "ws") + path), Listener(arrivals))
      new TestSocket(opening.get(patience.toNanos, TimeUnit.NANOSECONDS), arrivals, http, patience)
    catch
      case failure: Exception =>
        http.shutdownNow()
        throw refused(path, failure, reports)
    finally received(cookies.all)
  end open

  /** What of the answer to a handshake the JDK's client does not show otherwise. */
  private final class SetCookies extends CookieHandler:
    private val lines = ConcurrentLinkedQueue[String]()
    def all: Seq[(String, String)] = lines.asScala.toSeq.map("Set-Cookie" -> _)

    def get(uri: URI, headers: Headers): Headers = java.util.Map.of()
    def put(uri: URI, headers: Headers): Unit =
      headers.forEach: (name, values) =>
        if "Set-Cookie".equalsIgnoreCase(name) then lines.addAll(values): Unit

  private type Headers = java.util.Map[String, java.util.List[String]]

  private def refused(path: String, failure: Throwable, reports: Reports): AssertionError = failure match
    case refusal: WebSocketHandshakeException =>
      val response = refusal.getResponse
      val body = response.body match
        case text: String => text
        case _ => ""
      reports.wrong(s"WebSocket $path: the service answered the handshake with ${response.statusCode}: $body")
    case wrapped if wrapped.getCause != null => refused(path, wrapped.getCause.nn, reports)
    case other => reports.wrong(s"WebSocket $path: it could not be opened: $other")

  /** Puts parts of messages together. Its methods are called one after another. */
  private final class Listener(arrivals: Arrivals[Event]) extends WebSocket.Listener:
    private val text = StringBuilder()
    private val bytes = ByteArrayOutputStream()

    override def onText(socket: WebSocket, data: CharSequence, last: Boolean): CompletionStage[?] | Null =
      text.append(data)
      if last then
        arrivals.put(Event.Text(text.result()))
        text.clear()
      socket.request(1)
      null

    override def onBinary(socket: WebSocket, data: ByteBuffer, last: Boolean): CompletionStage[?] | Null =
      val piece = new Array[Byte](data.remaining)
      data.get(piece)
      bytes.write(piece)
      if last then
        arrivals.put(Event.Binary(bytes.toByteArray.toSeq))
        bytes.reset()
      socket.request(1)
      null

    override def onClose(socket: WebSocket, code: Int, reason: String): CompletionStage[?] | Null =
      arrivals.put(Event.Closed(code, reason))
      null

    override def onError(socket: WebSocket, failure: Throwable): Unit =
      arrivals.put(Event.Closed(1006, failure.toString))
  end Listener
end TestSocket
