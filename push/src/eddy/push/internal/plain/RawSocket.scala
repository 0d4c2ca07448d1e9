package eddy.push.internal.plain

import eddy.push.*
import eddy.push.internal.plain.Door.Denied
import eddy.push.internal.wire.Written.*
import eddy.push.internal.wire.{JsonScan, ProtocolSocket, PushCore, Rates, SocketWire, Written}
import eddy.push.internal.{Encoded, Form, Subscribed}
import eddy.state.Pure
import eddy.web.{KeptBytes, Later, PreparedMessage, SendResult, WebSocket}

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}
import scala.concurrent.ExecutionContext
import scala.util.{Failure, Success}

/** A WebSocket without a protocol: `/socket/<channel>`. The client receives the data of publications; its
  * messages are published, when it may: JSON as it is, other text as a JSON string. It gets no answers: a
  * message that cannot be published ends the connection, with a code that says why.
  */
@Pure
private[push] final class RawSocket(core: PushCore):
  private val door = Door(core, "socket")

  def open(socket: WebSocket): Unit =
    val client = Client(socket)
    socket.onText(client.said)
    socket.onBinary(_ => client.refused(DisconnectCode.BadRequest))
    socket.onClose((code, _) => client.gone(code))
    val asked = door.ask(socket.request).transform(Success(_))(using ExecutionContext.parasitic)
    Later(asked) {
      case Success(guest) =>
        val seen = socket.request.query("after").filter(_.nonEmpty).map(Door.seen)
        client.enter(PlainSession(core, door, guest, Out(socket, guest.grant.isPattern)), seen)
      case Failure(why: Denied) => client.denied(why)
      case Failure(other) => throw other
    }

  /** Owned by the socket's unit, but for what says otherwise. */
  @Pure
  private final class Client(socket: WebSocket):
    private val rates = Rates(core.rates)
    // of unanswered messages; any thread
    private val unanswered = AtomicInteger()
    private val unansweredBytes = AtomicLong()
    private var early = Vector.empty[Array[Byte]]
    private var session: PlainSession | Null = null
    private var isIn = false
    private var isGone = false
    socket.keepsUnread(() => unansweredBytes.get)

    /** Begins, unless the client has gone meanwhile. */
    def enter(made: => PlainSession, seen: Option[Position]): Unit = if !isGone then
      val begun = made
      session = begun
      socket.onDrain(() => begun.drained())
      // it hears what it publishes
      Later(begun.start(seen)): _ =>
        isIn = true
        early.foreach(publish(begun, _))
        early = Vector.empty

    /** May not come in, which was counted. */
    def denied(why: Denied): Unit = if !isGone then
      over()
      socket.close(why.code, SocketWire.fitting(why.reason))

    def said(text: String): Unit =
      val bytes = text.getBytes(UTF_8)
      val limits = core.config.limits
      val isTooMuch = unanswered.incrementAndGet() > limits.unanswered ||
        ProtocolSocket.isTooMuch(core, socket, unansweredBytes.getAndAdd(bytes.length), bytes.length)
      val known = session
      if isTooMuch then refused(DisconnectCode.TooManyRequests)
      else if known != null && isIn then publish(known, bytes)
      else if !isGone then early = early :+ bytes

    def gone(code: Int): Unit =
      val known = session
      if known != null then known.gone(code) else if !isGone then core.meters.gone(code)
      over()

    private def over(): Unit =
      isGone = true
      early = Vector.empty

    def refused(code: DisconnectCode): Unit =
      val known = session
      if known != null then known.disconnect(code.code, code.reason)
      else if !isGone then
        over()
        core.meters.ended(code.code)
        socket.close(code.code, code.reason)

    private def publish(session: PlainSession, text: Array[Byte]): Unit = if session.isOpen then
      if !rates.allows(Rates.Kind.Publish, core.now) then refused(DisconnectCode.TooManyRequests)
      else
        session.publish(RawSocket.data(text, core.config.limits.jsonDepth)).onComplete { outcome =>
          unanswered.decrementAndGet(): Unit
          unansweredBytes.addAndGet(-text.length): Unit
          outcome match
            case Failure(why: Denied) => session.end(why)
            case _ => ()
        }(using ExecutionContext.parasitic)
  end Client

  private final class Out(socket: WebSocket, isPattern: Boolean) extends PlainOut:
    def begin(found: Subscribed, asked: Boolean): Unit =
      // the stream cannot mark that something is missing
      if asked && !found.recovered then
        end(
          DisconnectCode.InsufficientState.code,
          "the publications after that position are no longer available"
        )
    def send(encoded: Encoded): SendResult = socket.send(encoded.as(form))
    def sizeBytes(encoded: Encoded): Int = encoded.as(form).sizeBytes
    override def whenWritten(done: Runnable): Unit = socket.whenWritten(done)
    def end(code: Int, reason: String): Unit = socket.close(code, SocketWire.fitting(reason))
    override def kept: KeptBytes = socket.kept
    private def form = if isPattern then RawSocket.ofPattern else RawSocket.ofChannel
end RawSocket

private[push] object RawSocket:
  private val ofChannel: Form[PreparedMessage] = p => PreparedMessage.utf8(p.message.data.bytes)
  private val ofPattern: Form[PreparedMessage] = p =>
    PreparedMessage.utf8(Written(_.publication(p, named = true)))

  private def data(text: Array[Byte], maxDepth: Int): Json =
    if JsonScan.isValue(text, maxDepth) then new Json(text) else Written.text(String(text, UTF_8))
end RawSocket
