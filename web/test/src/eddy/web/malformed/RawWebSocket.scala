package eddy.web.malformed

import eddy.testing.Waits

import java.io.{ByteArrayOutputStream, DataInputStream, EOFException}
import java.net.{InetSocketAddress, Socket}
import java.nio.charset.StandardCharsets.UTF_8

/** A frame as the server sent it. */
final case class RawFrame(first: Int, payload: Array[Byte]):
  def opcode: Int = first & 0x0f
  def text: String = String(payload, UTF_8)

  /** The code of a close frame; 1005 when it has none, as RFC 6455, section 7.1.5, counts it. */
  def closeCode: Int = if payload.length < 2 then 1005 else (payload(0) & 0xff) << 8 | payload(1) & 0xff

/** A WebSocket client that sends any bytes.
  * @param first the handshake, and the bytes for the same packet
  */
final class RawWebSocket(port: Int, first: Array[Byte]) extends AutoCloseable:
  private val socket = Socket()
  socket.connect(InetSocketAddress("127.0.0.1", port), Waits.limit.toMillis.toInt)
  socket.setTcpNoDelay(true)
  socket.setSoTimeout(Waits.limit.toMillis.toInt)
  private val in = DataInputStream(socket.getInputStream)

  send(first)

  /** The answer to the handshake. */
  val answer: String =
    val head = ByteArrayOutputStream()
    while !head.toString.endsWith("\r\n\r\n") do head.write(in.readUnsignedByte())
    head.toString

  def send(bytes: Array[Byte]): Unit = socket.getOutputStream.nn.write(bytes)

  /** The next frame; `None` at the end of the connection. */
  def next(): Option[RawFrame] =
    try
      val first = in.readUnsignedByte()
      val length = in.readUnsignedByte() match
        case 126 => in.readUnsignedShort()
        case 127 => in.readLong().toInt
        case short => short
      val payload = new Array[Byte](length)
      in.readFully(payload)
      Some(RawFrame(first, payload))
    catch case _: EOFException => None

  def close(): Unit = socket.close()
end RawWebSocket

object RawWebSocket:
  def handshake(path: String, headers: String = ""): String =
    s"GET $path HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      s"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n$headers\r\n"

  /** A client's frame, masked by zeros so that its payload reads as it is (RFC 6455, section 5.2).
    * @param first the first byte: FIN is 0x80, the reserved bits 0x70, the opcode 0x0f
    */
  def frame(first: Int, payload: Array[Byte]): Array[Byte] =
    val length = payload.length
    val head =
      if length < 126 then Seq(first, 0x80 | length)
      else if length < 65_536 then Seq(first, 0xfe, length >> 8, length)
      else Seq(first, 0xff, 0, 0, 0, 0, length >> 24, length >> 16, length >> 8, length)
    BadRequest.join((head ++ Seq(0, 0, 0, 0)).map(_.toByte).toArray, payload)

  def frame(first: Int, text: String): Array[Byte] = frame(first, text.getBytes(UTF_8).nn)

  /** A close frame with a code and the bytes of a reason. */
  def closing(code: Int, reason: Int*): Array[Byte] =
    frame(0x88, (Seq(code >> 8, code) ++ reason).map(_.toByte).toArray)

  def bytes(values: Int*): Array[Byte] = values.map(_.toByte).toArray
end RawWebSocket
