package eddy.push.internal.wire

import eddy.web.internal.PreparedRow
import eddy.web.{KeptBytes, PreparedMessage, SendResult, WebSocket}

import scala.annotation.unused

/** The way to one client. Any thread; nothing blocks. */
private[push] trait Wire:
  /** Sends a text, UTF-8. The array is not changed afterwards. */
  def send(text: Array[Byte]): SendResult

  /** Sends a text that others are sent too. */
  def send(message: PreparedMessage): SendResult

  /** Calls once what was sent so far is with the operating system. */
  def whenWritten(done: Runnable): Unit

  /** Sends all of them, or none: [[SendResult.Full]] also says that they must be sent one by one. */
  def send(row: PreparedRow): SendResult

  /** Reports the bytes pending for this client, which count for the process. */
  def keeps(@unused unsentBytes: Long): Unit = ()

  /** Where what subscriptions keep for this client counts; null where there is no server. */
  def kept: KeptBytes | Null = null

  /** Ends the connection, after the messages sent before. */
  def close(code: Int, reason: String): Unit
end Wire

private[push] final class SocketWire(socket: WebSocket) extends Wire:
  def send(text: Array[Byte]): SendResult = socket.sendText(text)
  def send(message: PreparedMessage): SendResult = socket.send(message)
  def whenWritten(done: Runnable): Unit = socket.whenWritten(done)
  def send(row: PreparedRow): SendResult = socket.send(row)
  override def keeps(unsentBytes: Long): Unit = socket.keepsUnsent(unsentBytes)
  override def kept: KeptBytes = socket.kept
  def close(code: Int, reason: String): Unit = socket.close(code, SocketWire.fitting(reason))

private[push] object SocketWire:
  private val MaxReason = 123

  /** As much of it as a close frame takes (RFC 6455, section 5.5), in whole characters. */
  def fitting(reason: String): String =
    var length = 0
    reason.codePoints.takeWhile: c =>
      length += (if c < 0x80 then 1 else if c < 0x800 then 2 else if c < 0x10000 then 3 else 4)
      length <= MaxReason
    .collect(
      () => new java.lang.StringBuilder,
      (b, c) => b.appendCodePoint(c): Unit,
      (a, b) => a.append(b): Unit
    )
      .toString
