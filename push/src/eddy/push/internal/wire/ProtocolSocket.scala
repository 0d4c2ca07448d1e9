package eddy.push.internal.wire

import eddy.push.DisconnectCode
import eddy.state.Pure
import eddy.web.WebSocket

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.AtomicInteger

/** A WebSocket of the Centrifuge protocol. What it calls is safe to be used by any thread, so that its callbacks need no locks. */
@Pure
private[push] final class ProtocolSocket(core: PushCore):
  def open(socket: WebSocket): Unit =
    val session = Session.start(core, SocketWire(socket), socket.request)
    core.meters.opened("websocket")
    val waiting = AtomicInteger()
    socket.onText: text =>
      val bytes = text.getBytes(UTF_8)
      val size = bytes.length + ProtocolSocket.TextBytes
      if waiting.addAndGet(size) > core.config.limits.waitingBytes then
        session.disconnect(DisconnectCode.TooManyRequests)
      else session.text(bytes, () => waiting.addAndGet(-size): Unit)
    socket.onBinary(_ => session.disconnect(DisconnectCode.BadRequest))
    socket.onDrain: () =>
      session.sink.drained()
      session.drained()
    socket.onClose: (code, _) =>
      core.meters.closed("websocket")
      session.gone(code)
end ProtocolSocket

private[push] object ProtocolSocket:
  // what carries a text; a low estimate
  private final val TextBytes = 64
