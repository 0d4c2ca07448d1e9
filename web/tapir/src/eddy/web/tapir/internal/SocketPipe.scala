package eddy.web.tapir.internal

import eddy.web.{HeldMessage, SendResult, WebSocket}

import java.nio.charset.StandardCharsets.UTF_8
import java.util.ArrayDeque
import java.util.concurrent.Flow
import scala.util.control.NonFatal

import sttp.tapir.{Codec, CodecFormat, DecodeResult}
import sttp.ws.WebSocketFrame

/** A WebSocket as Tapir's pipe: the client's messages are published, and the pipe's are sent. */
private[tapir] final class SocketPipe[REQ, RESP](
    pipe: Flow.Publisher[REQ] => Flow.Publisher[RESP],
    requests: Codec[WebSocketFrame, REQ, CodecFormat],
    responses: Codec[WebSocketFrame, RESP, CodecFormat],
    decodesClose: Boolean
):
  def connect(socket: WebSocket, received: ReceivedFrames, failed: Throwable => Unit): Unit =
    val out = PacedSubscriber[RESP](
      answer => send(socket, responses.encode(answer)),
      () => socket.close(),
      failure =>
        failed(failure)
        socket.close(1011, "the server failed")
    )
    socket.onDrain(() => out.drained())
    received.onEnd = () => out.gone()
    pipe(received.as(decode(socket, _), decodesClose)).subscribe(out)

  private def decode(socket: WebSocket, frame: WebSocketFrame): Option[REQ] = requests.decode(frame) match
    case DecodeResult.Value(request) => Some(request)
    case _: DecodeResult.Failure =>
      socket.close(1007, "the message does not decode")
      None

  private def send(socket: WebSocket, frame: WebSocketFrame): SendResult = frame match
    case WebSocketFrame.Text(text, _, _) => socket.send(text)
    case WebSocketFrame.Binary(bytes, _, _) => socket.send(bytes)
    case WebSocketFrame.Close(code, reason) =>
      socket.close(code, reason)
      SendResult.Closed
    // pings and pongs are the server's own
    case _ => SendResult.Sent
end SocketPipe

/** What a client's messages wait in until the pipe asks for them, as they came over the wire. They count as
  * messages that wait for the socket (`maxQueuedMessages`, `maxMessageBytes`): a client that is ahead of the
  * pipe is read no further.
  */
private[tapir] final class ReceivedFrames(socket: WebSocket, failed: Throwable => Unit):
  // guarded by this
  private val waiting = ArrayDeque[HeldMessage | WebSocketFrame.Close]()
  private var reader: ((WebSocketFrame) => Unit) | Null = null
  private var finish: (() => Unit) | Null = null
  private var wanted = 0L
  private var running = false
  private var ended = false
  private var cancelled = false
  @volatile var onEnd: () => Unit = () => ()

  socket.onHeld: message =>
    val drops = synchronized:
      if !cancelled then waiting.add(message): Unit
      cancelled
    if drops then message.done() else give()
  socket.onClose: (code, reason) =>
    synchronized:
      waiting.add(WebSocketFrame.Close(code, reason)): Unit
      ended = true
    give()
    onEnd()

  /** The messages for one subscriber.
    * @param decode none: the message was refused
    * @param decodesClose whether the client's close is a message too
    */
  def as[REQ](decode: WebSocketFrame => Option[REQ], decodesClose: Boolean): Flow.Publisher[REQ] =
    subscriber =>
      subscriber.onSubscribe(
        new Flow.Subscription:
          def request(n: Long): Unit =
            ReceivedFrames.this.synchronized { wanted = if wanted + n < 0 then Long.MaxValue else wanted + n }
            give()
          def cancel(): Unit = drop()
      )
      synchronized:
        reader =
          case _: WebSocketFrame.Close if !decodesClose => again()
          case frame => decode(frame).fold(again())(subscriber.onNext(_))
        finish = () => subscriber.onComplete()
      give()

  /** The pipe takes no more. */
  private def drop(): Unit =
    val left = synchronized:
      reader = null
      finish = null
      cancelled = true
      val left = waiting.toArray
      waiting.clear()
      left
    left.foreach:
      case message: HeldMessage => message.done()
      case _ => ()

  private def again(): Unit = synchronized { wanted += 1 }

  /** Hands over what is asked for, one thread at a time. */
  private def give(): Unit =
    val mine = synchronized:
      val mine = !running
      running = true
      mine
    if mine then
      var step = next()
      while step != null do
        try step()
        catch
          // which a subscriber must not do (Reactive Streams, rule 2.13): it is as if it had cancelled
          case NonFatal(failure) =>
            drop()
            failed(failure)
            socket.close(1011, "the server failed")
        step = next()

  private def hand(message: HeldMessage, to: WebSocketFrame => Unit): Unit =
    try
      val content = message.content()
      if content == null then again()
      else if message.isText then to(WebSocketFrame.text(String(content, UTF_8)))
      else to(WebSocketFrame.binary(content))
    finally message.done()

  private def next(): (() => Unit) | Null = synchronized:
    val r = reader
    val f = finish
    if r != null && wanted > 0 && !waiting.isEmpty then
      wanted -= 1
      waiting.poll().nn match
        case close: WebSocketFrame.Close => () => r(close)
        case message: HeldMessage => () => hand(message, r)
    else if ended && f != null && onlyCloseIsLeft then
      finish = null
      f
    else
      running = false
      null

  // under the lock
  private def onlyCloseIsLeft = waiting.isEmpty || waiting.peek.isInstanceOf[WebSocketFrame.Close]
end ReceivedFrames
