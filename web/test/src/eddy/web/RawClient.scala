package eddy.web

import eddy.testing.Waits

import java.io.{BufferedInputStream, ByteArrayOutputStream}
import java.net.{InetAddress, InetSocketAddress, Socket}
import java.nio.charset.StandardCharsets.ISO_8859_1

/** A response as it came over the wire. */
final case class RawAnswer(status: Int, headers: Seq[(String, String)], body: String):
  def header(name: String): Option[String] =
    headers.collectFirst { case (n, v) if n.equalsIgnoreCase(name) => v }

/** A socket that sends exactly what a test says. Texts are Latin-1: one character, one byte. */
final class RawClient(port: Int, receiveBuffer: Int = 0):
  private val socket = Socket()
  if receiveBuffer > 0 then socket.setReceiveBufferSize(receiveBuffer)
  socket.connect(InetSocketAddress(InetAddress.getByName("127.0.0.1"), port))
  socket.setTcpNoDelay(true) // each `send` is a packet, and waits for no delayed acknowledgement
  socket.setSoTimeout(RawClient.PatienceMillis)
  val in: BufferedInputStream = BufferedInputStream(socket.getInputStream)

  def send(text: String): Unit = send(text.getBytes(ISO_8859_1))

  def send(bytes: Array[Byte]): Unit =
    socket.getOutputStream.write(bytes)
    socket.getOutputStream.flush()

  def get(path: String, more: String = ""): Unit = send(s"GET $path HTTP/1.1\r\nHost: x\r\n$more\r\n")

  def endOutput(): Unit = socket.shutdownOutput()
  def close(): Unit = socket.close()

  /** Cuts the connection with a reset. */
  def reset(): Unit =
    socket.setSoLinger(true, 0)
    socket.close()

  /** Whether something comes within `millis`, or has; the end counts as something. */
  def hasMoreWithin(millis: Int): Boolean =
    in.mark(1)
    socket.setSoTimeout(math.max(1, millis))
    try
      val _ = in.read()
      in.reset()
      true
    catch case _: java.net.SocketTimeoutException => false
    finally socket.setSoTimeout(RawClient.PatienceMillis)

  /** One line without its end; `null` at the end of the connection. */
  def line(): String | Null =
    val out = ByteArrayOutputStream()
    var b = in.read()
    if b < 0 then null
    else
      while b >= 0 && b != '\n' do
        if b != '\r' then out.write(b)
        b = in.read()
      out.toString(ISO_8859_1)

  def read(length: Int): Array[Byte] = in.readNBytes(length)

  /** Head of a response; the body stays unread. */
  def head(): RawAnswer =
    val first = line()
    assert(first != null, "the connection ended instead of a response")
    val headers = Iterator
      .continually(line())
      .takeWhile(l => l != null && l.nonEmpty)
      .map: l =>
        val text = l.nn
        val colon = text.indexOf(':')
        text.substring(0, colon) -> text.substring(colon + 1).strip
      .toSeq
    RawAnswer(first.split(" ")(1).toInt, headers, "")

  def answer(toHead: Boolean = false): RawAnswer =
    val start = head()
    val empty = toHead || start.status == 204 || start.status == 304 || start.status < 200
    val body =
      if empty then ""
      else if start.header("Transfer-Encoding").contains("chunked") then chunks()
      else
        start.header("Content-Length") match
          case Some(n) => String(read(n.toInt), ISO_8859_1)
          case None => rest()
    start.copy(body = body)

  /** The lines behind the last chunked body. */
  var trailers: Seq[String] = Nil

  /** A chunked body, after its head. */
  def chunks(): String =
    val out = new StringBuilder
    var size = Integer.parseInt(line(), 16)
    while size > 0 do
      out.append(String(read(size), ISO_8859_1))
      val _ = line()
      size = Integer.parseInt(line(), 16)
    trailers = Iterator.continually(line()).takeWhile(l => l != null && l.nonEmpty).map(_.nn).toSeq
    out.toString

  /** Everything until the server ends the connection. */
  def rest(): String = String(in.readAllBytes(), ISO_8859_1)

  /** Whether the server has ended the connection, with nothing more to read. */
  def isAtEnd: Boolean =
    try in.read() < 0
    catch case _: java.net.SocketException => true
end RawClient

object RawClient:
  /** For messages that never come, not for slow ones. */
  private val PatienceMillis = Waits.limit.toMillis.toInt
