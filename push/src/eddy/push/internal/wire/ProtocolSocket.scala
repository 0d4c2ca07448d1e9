package eddy.push.internal.wire

import eddy.push.DisconnectCode
import eddy.state.Pure
import eddy.web.WebSocket

import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.AtomicInteger

/** A WebSocket of the Centrifuge protocol. The objects that it calls are thread-safe, so that its handlers
  * need no locks.
  */
@Pure
private[push] final class ProtocolSocket(core: PushCore):
  def open(socket: WebSocket): Unit =
    val session = Session.start(core, SocketWire(socket), socket.request)
    core.meters.opened("websocket")
    val waiting = AtomicInteger()
    socket.keepsUnread(() => waiting.get)
    def said(bytes: Array[Byte]): Unit =
      val size = bytes.length + ProtocolSocket.TextBytes
      val before = waiting.getAndAdd(size)
      if ProtocolSocket.isTooMuch(core, socket, before, size) then
        session.disconnect(DisconnectCode.TooManyRequests)
      else session.text(bytes, () => waiting.addAndGet(-size): Unit)
    socket.onText(text => said(text.getBytes(UTF_8)))
    // libraries may send JSON as bytes
    socket.onBinary: bytes =>
      if ProtocolSocket.isText(bytes) then said(bytes) else session.disconnect(DisconnectCode.BadRequest)
    socket.onDrain: () =>
      session.sink.drained()
      session.drained()
    socket.onClose: (code, _) =>
      core.meters.closed("websocket")
      session.gone(code)
  end open
end ProtocolSocket

private[push] object ProtocolSocket:
  // what carries a text; a low estimate
  private final val TextBytes = 64

  /** Whether a client with so much waiting must not add so much: for itself, or as the process has no memory
    * left. A client that has nothing waiting may always say a little, such as a pong.
    */
  def isTooMuch(core: PushCore, socket: WebSocket, before: Long, size: Int): Boolean =
    before + size > core.config.limits.waitingBytes || (before > 0 || size > Little) && socket.isFullFor(size)

  private final val Little = 4096

  private def isText(bytes: Array[Byte]): Boolean =
    try
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)): Unit
      true
    catch case _: CharacterCodingException => false
