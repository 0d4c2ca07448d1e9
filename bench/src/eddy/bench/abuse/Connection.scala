package eddy.bench.abuse

import java.io.{BufferedInputStream, DataInputStream, EOFException}
import java.net.Socket
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}

import io.netty.buffer.Unpooled.wrappedBuffer
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder

/** One connection of a client that means no good: it says what a well-behaved library would not let it say.
  * One thread. Everything may throw an `IOException`.
  */
private[bench] final class Connection(socket: Socket, host: String) extends AutoCloseable:
  private val in = DataInputStream(BufferedInputStream(socket.getInputStream))
  private val out = socket.getOutputStream.nn
  private val fields = DefaultHttp2HeadersDecoder(false)

  def write(bytes: Array[Byte]): Unit = out.write(bytes)

  def write(text: String): Unit = out.write(text.getBytes(UTF_8))

  /** The head of a request of HTTP/1.1. */
  def head(method: String, path: String, fields: (String, String)*): String =
    val lines = fields.map((name, value) => s"$name: $value\r\n").mkString
    s"$method $path HTTP/1.1\r\nHost: $host\r\n$lines\r\n"

  /** Reads an answer with a length, and returns its status. */
  def status(): Int =
    val (status, length) = answerHead()
    in.skipNBytes(length)
    status

  private def answerHead(): (Int, Int) =
    val first = line()
    val status = first.split(' ').lift(1).flatMap(_.toIntOption).getOrElse(throw EOFException(first))
    var length = 0
    var next = line()
    while next.nonEmpty do
      val colon = next.indexOf(':')
      if colon > 0 && next.substring(0, colon).equalsIgnoreCase("content-length") then
        length = next.substring(colon + 1).trim.toInt
      next = line()
    (status, length)

  private def line(): String =
    val text = StringBuilder()
    var c = in.read()
    while c != '\n' do
      if c < 0 then throw EOFException("closed")
      if c != '\r' then text.append(c.toChar)
      c = in.read()
    text.toString

  /** Reads some bytes; whether there were any before the end. */
  def readSome(most: Int): Boolean = in.readNBytes(most).length > 0

  /** Opens a WebSocket; returns the status, 101 if it is open. */
  def upgrade(path: String): Int =
    write(head(
      "GET",
      path,
      "Upgrade" -> "websocket",
      "Connection" -> "Upgrade",
      "Sec-WebSocket-Key" -> "dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version" -> "13"
    ))
    val (status, length) = answerHead()
    if status != 101 then in.skipNBytes(length)
    status

  /** Sends a text message, masked with zeros. */
  def say(message: String): Unit =
    val text = message.getBytes(UTF_8)
    val frame = ByteBuffer.allocate(text.length + 14).put(0x81.toByte)
    if text.length < 126 then frame.put((0x80 | text.length).toByte)
    else if text.length < 65536 then frame.put((0x80 | 126).toByte).putShort(text.length.toShort)
    else frame.put((0x80 | 127).toByte).putLong(text.length)
    out.write(frame.putInt(0).put(text).array, 0, frame.position)

  /** The next message of a WebSocket, or the code with which it is closed. */
  def heard(): Either[Int, String] =
    val first = in.readUnsignedByte()
    val short = in.readUnsignedByte() & 0x7f
    val length =
      if short < 126 then short else if short == 126 then in.readUnsignedShort() else in.readLong().toInt
    val bytes = in.readNBytes(length)
    if bytes.length < length then throw EOFException("closed")
    if (first & 0x0f) == 8 then Left(if length >= 2 then ByteBuffer.wrap(bytes).getShort & 0xffff else 1005)
    else Right(String(bytes, UTF_8))

  /** Begins HTTP/2 without an upgrade, with this window for each answer. */
  def beginHttp2(window: Int): Unit =
    write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
    frame(4, 0, 0, ByteBuffer.allocate(6).putShort(4).putInt(window).array)

  /** Asks for a page over HTTP/2; `stream` is odd and grows. */
  def ask(stream: Int, path: String): Unit =
    def text(name: Int, value: String) =
      Array[Byte](name.toByte, value.length.toByte) ++ value.getBytes(US_ASCII)
    // RFC 7541, appendix A: 2 is GET, 6 is http; a value that is not indexed follows the name's number
    val fields = Array[Byte](0x82.toByte, 0x86.toByte) ++ text(4, path) ++ text(1, host)
    frame(1, 5, stream, fields)

  /** Widens the window of the connection. */
  def widen(bytes: Int): Unit = frame(8, 0, 0, ByteBuffer.allocate(4).putInt(bytes).array)

  private def frame(kind: Int, flags: Int, stream: Int, payload: Array[Byte]): Unit =
    val bytes = ByteBuffer.allocate(9 + payload.length)
    bytes.putShort(
      (payload.length >> 8).toShort
    ).put(payload.length.toByte).put(kind.toByte).put(flags.toByte)
    out.write(bytes.putInt(stream).put(payload).array)

  /** Reads frames until an answer ends, or the server ends the connection; the status, or the word of the
    * end.
    * Acknowledges nothing.
    */
  def answered(): String =
    var status = "200"
    var ended = false
    while !ended do
      val length = (in.readUnsignedByte() << 16) | in.readUnsignedShort()
      val kind = in.readUnsignedByte()
      val flags = in.readUnsignedByte()
      val stream = in.readInt()
      val payload = in.readNBytes(length)
      kind match
        case 0 => ended = (flags & 1) != 0
        case 1 =>
          status = fields.decodeHeaders(stream, wrappedBuffer(payload)).status.toString
          ended = (flags & 1) != 0
        case 3 =>
          status = "RST_STREAM"
          ended = true
        case 7 => throw EOFException(s"GOAWAY on $stream")
        case _ => ()
    status
  end answered

  override def close(): Unit = socket.close()
end Connection
