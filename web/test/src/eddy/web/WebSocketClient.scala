package eddy.web

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8

/** A frame as it came over the wire. */
final case class Frame(opcode: Int, fin: Boolean, rsv: Int, payload: Array[Byte]):
  def text: String = String(payload, UTF_8)
  def closeCode: Int = if payload.length < 2 then 1005 else (payload(0) & 0xff) << 8 | payload(1) & 0xff

/** A WebSocket client that sends exactly the frames that a test says. */
final class WebSocketClient(raw: RawClient, path: String, more: String = ""):
  raw.send(
    s"GET $path HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n" +
      s"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n$more\r\n"
  )
  val handshake: RawAnswer = raw.head()

  def send(opcode: Int, payload: Array[Byte], fin: Boolean = true, rsv: Int = 0): Unit =
    val out = ByteArrayOutputStream()
    out.write((if fin then 0x80 else 0) | rsv << 4 | opcode)
    if payload.length < 126 then out.write(0x80 | payload.length)
    else if payload.length < 65_536 then
      out.write(0x80 | 126)
      out.write(payload.length >> 8)
      out.write(payload.length & 0xff)
    else
      out.write(0x80 | 127)
      for shift <- 56 to 0 by -8 do out.write((payload.length.toLong >> shift).toInt & 0xff)
    out.write(Array[Byte](1, 2, 3, 4))
    for i <- payload.indices do out.write(payload(i) ^ (i % 4 + 1))
    raw.send(out.toByteArray)

  def send(text: String): Unit = send(1, text.getBytes(UTF_8))
  def close(code: Int): Unit = send(8, Array((code >> 8).toByte, code.toByte))

  def frame(): Frame =
    val head = raw.read(2)
    assert(head.length == 2, "the connection ended instead of a frame")
    val length = head(1) & 0x7f match
      case 126 => raw.read(2).foldLeft(0)((n, b) => n << 8 | b & 0xff)
      case 127 => raw.read(8).foldLeft(0)((n, b) => n << 8 | b & 0xff)
      case n => n
    Frame(head(0) & 0xf, (head(0) & 0x80) != 0, head(0) >> 4 & 7, raw.read(length))
end WebSocketClient
