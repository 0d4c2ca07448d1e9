package eddy.chat

import eddy.chat.ServerMessage.Published
import eddy.push.Position
import eddy.testing.Waits

import java.net.URI
import java.net.http.{HttpClient, WebSocket}
import java.util.concurrent.locks.LockSupport
import java.util.concurrent.{CompletionStage, LinkedBlockingDeque, TimeUnit}
import scala.reflect.ClassTag

/** A WebSocket client of the chat. What comes in waits in order, to be taken by [[next]].
  *
  * @param reading false: nothing is ever read from the socket
  */
final class ChatClient private (reading: Boolean):
  private val inbox = new LinkedBlockingDeque[ServerMessage | ChatClient.Closed]
  private var socket: WebSocket | Null = null
  var position: Position = Position(0, "")
  var token = ""

  private object Listener extends WebSocket.Listener:
    private val text = new StringBuilder
    override def onOpen(ws: WebSocket): Unit = if reading then ws.request(1)
    override def onText(ws: WebSocket, data: CharSequence, last: Boolean): CompletionStage[?] | Null =
      val _ = text.append(data)
      if last then
        inbox.put(Codec.decodeServer(text.toString).fold(
          why => throw new IllegalStateException(why),
          identity
        ))
        text.clear()
      ws.request(1)
      null
    override def onClose(ws: WebSocket, code: Int, reason: String): CompletionStage[?] | Null =
      inbox.put(ChatClient.Closed(code, reason))
      null
    override def onError(ws: WebSocket, error: Throwable): Unit =
      inbox.put(ChatClient.Closed(1006, s"$error"))

  private def ws: WebSocket = socket.nn

  def send(message: ClientMessage): Unit = sendRaw(Codec.encode(message))

  def sendRaw(text: String): Unit =
    val _ = Waits.await(ws.sendText(text, true))

  def sendBinary(): Unit =
    val _ = Waits.await(ws.sendBinary(java.nio.ByteBuffer.wrap(Array[Byte](1)), true))

  /** For one that was opened without reading. */
  def readAll(): Unit = ws.request(1)

  /** The last offset that came before the close, and the close. */
  def untilClosed(): (Long, ChatClient.Closed) =
    var last = 0L
    val closed = take("Closed"):
      case Published(p) =>
        last = p.offset
        None
      case c: ChatClient.Closed => Some(c)
      case _ => None
    (last, closed)

  /** Loses the connection: no close frame. */
  def cut(): Unit = ws.abort()

  def close(): Unit =
    val _ = Waits.await(ws.sendClose(1000, ""))

  /** The next message of this kind; what comes before it is dropped. Fails after two minutes. */
  def next[A <: ServerMessage](using tag: ClassTag[A]): A = take(tag.runtimeClass.getSimpleName):
    case tag(m) => Some(m)
    case _ => None

  def closed(): ChatClient.Closed = take("Closed"):
    case c: ChatClient.Closed => Some(c)
    case _ => None

  /** The next message, whatever it is. */
  def any(): ServerMessage = take("any message"):
    case m: ServerMessage => Some(m)
    case _ => None

  private def take[A](what: String)(pick: (ServerMessage | ChatClient.Closed) => Option[A]): A =
    val deadline = System.nanoTime + Waits.limit.toNanos
    var found: Option[A] = None
    while found.isEmpty do
      val m = inbox.poll(deadline - System.nanoTime, TimeUnit.NANOSECONDS)
      if m == null then throw new AssertionError(s"no $what came within ${Waits.limit}")
      found = pick(m)
      m match
        case c: ChatClient.Closed if found.isEmpty =>
          throw new AssertionError(s"closed with ${c.code} ${c.reason}, while waiting for $what")
        case _ => ()
    found.get

  def join(
      name: String,
      room: String = "lobby",
      token: Option[String] = None,
      since: Option[Position] = None
  ) =
    send(ClientMessage.Join(room, name, token, since))
    val w = next[ServerMessage.Welcome]
    position = Position(w.offset, w.epoch)
    this.token = w.token
    w

  /** Says it again for as long as it is refused for the moment only. What comes before the answer is kept for later: the publication
    * itself may.
    */
  def say(id: String, text: String): ServerMessage.Accepted =
    send(ClientMessage.Say(id, text))
    val before = Vector.newBuilder[ServerMessage]
    val accepted = take("Accepted"):
      case accepted: ServerMessage.Accepted if accepted.id == id => Some(accepted)
      case refused: ServerMessage.Refused if refused.id.contains(id) =>
        val wait = refused.retryAfterMillis.getOrElse(throw new AssertionError(s"not accepted: $refused"))
        LockSupport.parkNanos(wait * 1_000_000)
        send(ClientMessage.Say(id, text))
        None
      case other: ServerMessage =>
        before += other
        None
      case _ => None
    before.result().reverseIterator.foreach(inbox.addFirst)
    accepted

  /** The texts of the next `n` publications; keeps the position. */
  def published(n: Int): Vector[String] = Vector.fill(n):
    val p = next[ServerMessage.Published].message
    position = position.copy(offset = p.offset)
    p.text

  /** Until `enough` has come; what comes before is dropped. */
  def until(what: String)(enough: PartialFunction[ServerMessage, Boolean]): Unit = take(what):
    case m: ServerMessage if enough.applyOrElse(m, _ => false) => Some(())
    case _ => None

  /** True when nothing waits: everything the server sent before a pong has been seen. */
  def hasNothingMore(): Boolean =
    send(ClientMessage.Ping)
    any() == ServerMessage.Pong
end ChatClient

object ChatClient:
  final case class Closed(code: Int, reason: String)

  private lazy val http = HttpClient.newHttpClient().nn

  def open(server: ChatServer, origin: Option[String] = None, reading: Boolean = true): ChatClient =
    at(server.port, origin, reading)

  def at(port: Int, origin: Option[String] = None, reading: Boolean = true): ChatClient =
    val client = new ChatClient(reading)
    val builder = http.newWebSocketBuilder().nn
    origin.foreach(o => builder.header("Origin", o))
    val uri = URI.create(s"ws://127.0.0.1:$port/chat/ws")
    client.socket = Waits.await(builder.buildAsync(uri, client.Listener))
    client
end ChatClient
