package eddy.web.http2

import eddy.testing.Waits

import java.io.{BufferedInputStream, ByteArrayOutputStream}
import java.net.{InetSocketAddress, Socket}
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import scala.jdk.CollectionConverters.given

import io.netty.buffer.Unpooled
import io.netty.handler.codec.http2.{
  DefaultHttp2Headers,
  DefaultHttp2HeadersDecoder,
  DefaultHttp2HeadersEncoder
}

/** A frame as it came over the wire. */
final case class Frame(
    kind: Int,
    flags: Int,
    stream: Int,
    payload: Array[Byte],
    fields: Seq[(String, String)] = Nil
):
  def ends: Boolean = (kind == Frame.Data || kind == Frame.Headers) && (flags & 1) != 0

  /** The error that a RST_STREAM or GOAWAY frame tells. */
  def error: Int = java.nio.ByteBuffer.wrap(payload).getInt(if kind == Frame.GoAway then 4 else 0)

object Frame:
  val Data = 0
  val Headers = 1
  val Reset = 3
  val Settings = 4
  val Ping = 6
  val GoAway = 7
  val WindowUpdate = 8

/** A whole response. */
final case class Http2Answer(status: Int, headers: Seq[(String, String)], body: Array[Byte]):
  def text: String = String(body, UTF_8)

/** An HTTP/2 connection in clear that sends exactly what a test says, by prior knowledge.
  *
  * @param window how much the server may send on one stream, until it gets more
  */
final class RawHttp2(port: Int, window: Int = 65_535, receiveBuffer: Int = 0):
  private val socket = Socket()
  if receiveBuffer > 0 then socket.setReceiveBufferSize(receiveBuffer)
  socket.connect(InetSocketAddress("127.0.0.1", port))
  socket.setTcpNoDelay(true) // small frames would wait 40 ms for a delayed acknowledgement
  socket.setSoTimeout(Waits.limit.toMillis.toInt)
  private val in = BufferedInputStream(socket.getInputStream)
  private val encoder = DefaultHttp2HeadersEncoder()
  private val decoder = DefaultHttp2HeadersDecoder(false)
  var next: Int = 1

  send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1))
  frame(Frame.Settings, 0, 0, Array[Byte](0, 4) ++ int(window))
  // The server's windows hold from the acknowledgement on.
  await(_.kind == Frame.Settings): Unit

  def send(bytes: Array[Byte]): Unit =
    socket.getOutputStream.write(bytes)
    socket.getOutputStream.flush()

  def frame(kind: Int, flags: Int, stream: Int, payload: Array[Byte] = Array.empty): Unit =
    send(int(payload.length).drop(1) ++ Array(kind.toByte, flags.toByte) ++ int(stream) ++ payload)

  def nextStream(): Int =
    val stream = next
    next += 2
    stream

  def headers(stream: Int, fields: Seq[(String, String)], end: Boolean = true): Unit =
    val headers = new DefaultHttp2Headers(false)
    fields.foreach((name, value) => headers.add(name, value): Unit)
    val block = Unpooled.buffer()
    encoder.encodeHeaders(stream, headers, block)
    val bytes = new Array[Byte](block.readableBytes)
    block.readBytes(bytes): Unit
    frame(Frame.Headers, 4 | (if end then 1 else 0), stream, bytes)

  /** Begins a request; the fields given replace the usual ones of their names. */
  def request(
      path: String,
      method: String = "GET",
      more: Seq[(String, String)] = Nil,
      end: Boolean = true
  ): Int =
    val stream = nextStream()
    val usual = Seq(":method" -> method, ":scheme" -> "http", ":path" -> path, ":authority" -> "localhost")
    headers(stream, usual.filterNot((name, _) => more.exists(_._1 == name)) ++ more, end)
    stream

  def data(stream: Int, body: Array[Byte], end: Boolean = true): Unit =
    frame(Frame.Data, if end then 1 else 0, stream, body)

  def grant(stream: Int, bytes: Int): Unit = frame(Frame.WindowUpdate, 0, stream, int(bytes))
  def cancel(stream: Int): Unit = frame(Frame.Reset, 0, stream, int(8))

  /** The next frame; `None` at the end of the connection. Settings are acknowledged on the way. */
  def read(): Option[Frame] =
    val head =
      try in.readNBytes(9)
      catch case _: java.net.SocketException => Array.empty[Byte]
    if head.length < 9 then None
    else
      val b = java.nio.ByteBuffer.wrap(head)
      val length = b.getInt(0) >>> 8
      val found = Frame(head(3), head(4), b.getInt(5), in.readNBytes(length))
      if found.kind == Frame.Settings && found.flags == 0 then frame(Frame.Settings, 1, 0)
      // Always decoded, as each block changes the table that the next one refers to.
      Some(if found.kind == Frame.Headers then found.copy(fields = decoded(found)) else found)

  /** The next frame that the test waits for. */
  def await(wanted: Frame => Boolean): Frame =
    Iterator.continually(read()).takeWhile(_.nonEmpty).flatten.find(wanted).getOrElse(
      throw AssertionError("the connection ended before the frame that was awaited")
    )

  private def decoded(frame: Frame): Seq[(String, String)] =
    decoder.decodeHeaders(frame.stream, Unpooled.wrappedBuffer(frame.payload)).asScala.toSeq
      .map(e => e.getKey.toString -> e.getValue.toString)

  /** The response on a stream, to its end or reset; windows are kept open. */
  def answer(stream: Int): Http2Answer =
    val body = ByteArrayOutputStream()
    var fields = Seq.empty[(String, String)]
    var over = false
    while !over do
      val found = await(f => f.stream == stream && f.kind != Frame.WindowUpdate)
      found.kind match
        case Frame.Headers => fields = fields.filterNot(_._1 == ":status") ++ found.fields
        case Frame.Data =>
          body.write(found.payload)
          if found.payload.nonEmpty then
            grant(0, found.payload.length)
            if !found.ends then grant(stream, found.payload.length)
        case Frame.Reset => throw AssertionError(s"stream $stream was reset with error ${found.error}")
        case _ => ()
      over = found.ends
    val status = fields.collectFirst { case (":status", value) => value.toInt }.getOrElse(0)
    Http2Answer(status, fields.filterNot(_._1.startsWith(":")), body.toByteArray)

  /** Whether the server has ended the connection; bytes that it still sent are skipped. */
  def isAtEnd: Boolean = Iterator.continually(read()).takeWhile(_.nonEmpty).size >= 0

  def close(): Unit = socket.close()

  private def int(value: Int): Array[Byte] = java.nio.ByteBuffer.allocate(4).putInt(value).array
end RawHttp2
