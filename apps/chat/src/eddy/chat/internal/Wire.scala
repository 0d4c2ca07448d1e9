package eddy.chat.internal

import eddy.chat.{CloseCode, Codec, ServerMessage}
import eddy.web.{EventStream, SendResult, WebSocket}

import java.util.concurrent.atomic.AtomicBoolean

/** The way down to one client. Any thread. */
private[chat] trait Wire:
  def send(json: String): SendResult

  /** Ends the transport and says why. */
  def close(why: CloseCode): Unit

/** Closes once, and counts why: of several reasons the client is told the first. */
private[chat] final class CountedWire(wire: Wire, stats: ChatStats) extends Wire:
  private val isClosed = AtomicBoolean()
  def send(json: String): SendResult = wire.send(json)
  def close(why: CloseCode): Unit = if isClosed.compareAndSet(false, true) then
    stats.closed(why).increment()
    wire.close(why)

private[chat] final class SocketWire(socket: WebSocket) extends Wire:
  def send(json: String): SendResult = socket.send(json)
  def close(why: CloseCode): Unit = socket.close(why.code, why.reason)

/** An event stream has no close frame: a last message stands for it. Where that no longer fits, the end alone must do. */
private[chat] final class StreamWire(stream: EventStream) extends Wire:
  def send(json: String): SendResult = stream.send(json)
  def close(why: CloseCode): Unit =
    val _ = stream.send(Codec.encode(ServerMessage.Closing(why.code, why.reason)))
    stream.end()
