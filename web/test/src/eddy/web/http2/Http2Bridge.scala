package eddy.web.http2

import eddy.web.{RawClient, RunningServer, WebSocketSuite}

import java.io.{IOException, InputStream}
import java.net.{InetAddress, ServerSocket, Socket}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.security.MessageDigest
import java.util.Base64

/** Takes WebSockets of HTTP/1.1 on, and carries each over a stream of HTTP/2 (RFC 8441) to a server, byte by
  * byte: so suites written for the one run over the other.
  */
final class Http2Bridge(serverPort: Int):
  private val listener = ServerSocket(0, 50, InetAddress.getLoopbackAddress)
  def port: Int = listener.getLocalPort

  Thread.startVirtualThread: () =>
    try
      while true do
        val client = listener.accept()
        client.setTcpNoDelay(true) // small writes would wait 40 ms for a delayed acknowledgement
        Thread.startVirtualThread(() => carry(client)): Unit
    catch case _: IOException => () // closed
  : Unit

  def close(): Unit = listener.close()

  private def carry(client: Socket): Unit =
    val raw = RawHttp2(serverPort, window = 1 << 20)
    try
      val (path, fields) = head(client.getInputStream)
      def field(name: String) = fields.collectFirst { case (`name`, value) => value }.getOrElse("")
      val pseudo = Seq(":method" -> "CONNECT", ":protocol" -> "websocket", ":authority" -> field("host"))
      val ofHttp1 = Set("host", "connection", "upgrade", "sec-websocket-key")
      val stream = raw.request(path, "CONNECT", pseudo ++ fields.filterNot(f => ofHttp1(f(0))), end = false)
      val answer = raw.await(f => f.stream == stream && f.kind == Frame.Headers).fields
      val status = answer.collectFirst { case (":status", value) => value }.getOrElse("")
      val agreed = answer.filterNot(_(0).startsWith(":")).map((name, value) => s"$name: $value\r\n").mkString
      def tell(text: String) = client.getOutputStream.write(text.getBytes(ISO_8859_1))
      if status != "200" then tell(s"HTTP/1.1 $status Refused\r\nConnection: close\r\n$agreed\r\n")
      else
        val accept = s"Sec-WebSocket-Accept: ${acceptOf(field("sec-websocket-key"))}\r\n"
        tell(s"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n$accept$agreed\r\n")
        val up = Thread.startVirtualThread(() => fromClient(client.getInputStream, raw, stream))
        toClient(client, raw, stream)
        up.join()
    catch case _: IOException => () // either side has gone: the other is closed below
    finally
      client.close()
      raw.close()
    end try
  end carry

  private def head(in: InputStream): (String, Seq[(String, String)]) =
    val text = StringBuilder()
    while !text.endsWith("\r\n\r\n") do
      val b = in.read()
      if b < 0 then throw IOException("no request")
      text.append(b.toChar)
    val lines = text.toString.split("\r\n").toSeq
    val fields = lines.drop(1).map: line =>
      val colon = line.indexOf(':')
      line.take(colon).toLowerCase -> line.drop(colon + 1).strip
    (lines(0).split(' ')(1), fields)

  private def fromClient(in: InputStream, raw: RawHttp2, stream: Int): Unit =
    try
      val piece = new Array[Byte](8192)
      var n = in.read(piece)
      while n >= 0 do
        raw.data(stream, piece.take(n), end = false)
        n = in.read(piece)
      raw.data(stream, Array.empty)
    catch
      case _: IOException =>
        try raw.cancel(stream)
        catch case _: IOException => () // the server has gone, too

  private def toClient(client: Socket, raw: RawHttp2, stream: Int): Unit =
    var open = true
    while open do
      raw.read() match
        case Some(frame) if frame.stream == stream && frame.kind == Frame.Data =>
          client.getOutputStream.write(frame.payload)
          if frame.payload.nonEmpty then
            raw.grant(0, frame.payload.length)
            if !frame.ends then raw.grant(stream, frame.payload.length)
          if frame.ends then
            client.shutdownOutput()
            open = false
        case Some(frame) if frame.stream == stream && frame.kind == Frame.Reset =>
          client.close()
          open = false
        case Some(_) => ()
        case None =>
          client.close()
          open = false

  private def acceptOf(key: String): String =
    val text = s"${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    Base64.getEncoder.encodeToString(MessageDigest.getInstance("SHA-1").digest(text.getBytes(ISO_8859_1)))
end Http2Bridge

/** The suite of WebSockets over HTTP/1.1, over HTTP/2. */
class BridgedWebSocketSuite extends WebSocketSuite:
  override def munitTests(): Seq[Test] =
    super.munitTests().filterNot(test => BridgedWebSocketSuite.ofHttp1.exists(test.name.contains))

  override def connected[A](server: RunningServer)(body: RawClient => A): A =
    val bridge = Http2Bridge(server.port)
    val raw = RawClient(bridge.port)
    try body(raw)
    finally
      raw.close()
      bridge.close()
end BridgedWebSocketSuite

private object BridgedWebSocketSuite:
  // Requests of HTTP/1.1 before and behind the handshake; and reading on, which the bridge does without a
  // call.
  val ofHttp1 = Seq(
    "frames sent along with the handshake",
    "a handshake waits for the responses before it",
    "answers other requests with 426",
    "a handler that is slow stops the reading"
  )
