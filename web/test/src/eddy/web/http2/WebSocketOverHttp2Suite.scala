package eddy.web.http2

import eddy.web.{
  Http2,
  Origins,
  PreparedMessage,
  Routes,
  RunningServer,
  SendResult,
  WebSocket,
  WebSocketOptions,
  WebSuite
}

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.{CompletableFuture, LinkedBlockingQueue}

/** A WebSocket on a stream (RFC 8441). */
class WebSocketOverHttp2Suite extends WebSuite:
  /** What `onClose` says. */
  private type Told = LinkedBlockingQueue[(Int, String)]

  private def routes(
      options: WebSocketOptions = WebSocketOptions(),
      told: Told = LinkedBlockingQueue()
  ): Routes = Routes
    .webSocket("/ws/:room", options): socket =>
      socket.onText: text =>
        if text == "fail" then sys.error("broken")
        else if text == "close" then socket.close(3001, "as told")
        else socket.send(s"${socket.request.path("room")} $text"): Unit
      socket.onBinary(bytes => socket.send(bytes): Unit)
      socket.onClose((code, reason) => told.put((code, reason)))
    .get("/plain")((_, res) => res.text("plain"))

  /** A client's end of a socket on a stream. */
  private final class Socket(raw: RawHttp2, path: String, more: Seq[(String, String)] = Nil):
    private val connect =
      Seq(":method" -> "CONNECT", ":protocol" -> "websocket", "sec-websocket-version" -> "13")
    val stream: Int = raw.request(
      path,
      "CONNECT",
      connect.filterNot((name, _) => more.exists(_(0) == name)) ++ more,
      end = false
    )
    private val head = raw.await(f => f.stream == stream && f.kind == Frame.Headers)
    val status: String = head.fields.collectFirst { case (":status", s) => s }.getOrElse("")
    def field(name: String): Option[String] = head.fields.collectFirst { case (`name`, value) => value }
    private var received = Array.empty[Byte]
    var ended = false

    def send(opcode: Int, payload: Array[Byte], end: Boolean = false): Unit =
      val out = ByteArrayOutputStream()
      out.write(0x80 | opcode)
      if payload.length < 126 then out.write(0x80 | payload.length)
      else
        out.write(0x80 | 126)
        out.write(payload.length >> 8)
        out.write(payload.length & 0xff)
      out.write(Array[Byte](0, 0, 0, 0))
      out.write(payload)
      val pieces = out.toByteArray.grouped(16_000).toSeq
      pieces.init.foreach(raw.data(stream, _, end = false))
      raw.data(stream, pieces.last, end)

    def text(text: String): Unit = send(1, text.getBytes(UTF_8))
    def close(code: Int, end: Boolean = false): Unit = send(8, Array((code >> 8).toByte, code.toByte), end)

    private def take(n: Int): Array[Byte] =
      while received.length < n && !ended do
        val frame = raw.await(f => f.stream == stream && (f.kind == Frame.Data || f.kind == Frame.Reset))
        if frame.kind == Frame.Data then
          received ++= frame.payload
          if frame.payload.nonEmpty then
            raw.grant(0, frame.payload.length)
            if !frame.ends then raw.grant(stream, frame.payload.length)
        ended = frame.ends || frame.kind == Frame.Reset
      val (first, rest) = received.splitAt(n)
      received = rest
      first

    /** Opcode and payload. */
    def frame(): (Int, Array[Byte]) =
      val head = take(2)
      if head.length < 2 then (-1, Array.empty)
      else
        val length = head(1) & 0x7f match
          case 126 => take(2).foldLeft(0)((n, b) => n << 8 | b & 0xff)
          case n => n
        (head(0) & 0xf, take(length))

    def nextText(): String = String(frame()(1), UTF_8)
    def nextClose(): Int =
      val (opcode, payload) = frame()
      assertEquals(opcode, 8)
      (payload(0) & 0xff) << 8 | payload(1) & 0xff
  end Socket

  private def open[A](server: RunningServer, path: String = "/ws/a", more: Seq[(String, String)] = Nil)(
      body: (RawHttp2, Socket) => A
  ): A =
    val raw = RawHttp2(server.port)
    try body(raw, Socket(raw, path, more))
    finally raw.close()

  test("messages go both ways on a stream, beside requests on others"):
    serving(routes()): server =>
      open(server): (raw, socket) =>
        assertEquals(socket.status, "200")
        socket.text("héllo")
        assertEquals(socket.nextText(), "a héllo")
        assertEquals(raw.answer(raw.request("/plain")).text, "plain")
        socket.send(2, Array.fill(40_000)(7))
        val (opcode, bytes) = socket.frame()
        assertEquals((opcode, bytes.length), (2, 40_000))
        socket.send(9, "ping".getBytes)
        assertEquals(socket.frame()(0), 10)

  test("several sockets share a connection"):
    serving(routes()): server =>
      open(server): (raw, first) =>
        val second = Socket(raw, "/ws/b")
        second.text("2")
        assertEquals(second.nextText(), "b 2")
        first.text("1")
        assertEquals(first.nextText(), "a 1")

  test("the client's close is answered, ends the stream, and runs onClose"):
    val told: Told = LinkedBlockingQueue()
    serving(routes(told = told)): server =>
      for together <- Seq(false, true) do
        open(server): (raw, socket) =>
          socket.text("last")
          socket.close(3000, end = together)
          assertEquals(socket.nextText(), "a last")
          assertEquals(socket.nextClose(), 3000)
          assertEquals(awaitNext(told), (3000, ""))
          assertEquals(raw.answer(raw.request("/plain")).text, "plain")

  test("the server's close, and a failure's, end the stream and not the connection"):
    serving(routes()): server =>
      open(server): (raw, socket) =>
        socket.text("close")
        assertEquals(socket.nextClose(), 3001)
        socket.close(3001, end = true)
        val second = Socket(raw, "/ws/b")
        second.text("fail")
        assertEquals(second.nextClose(), 1011)
        assertEquals(nextReport()._1.getMessage, "broken")
        assertEquals(raw.answer(raw.request("/plain")).text, "plain")

  test("a stream that is reset, or ends without a close frame, is a socket that broke"):
    val told: Told = LinkedBlockingQueue()
    serving(routes(told = told)): server =>
      for reset <- Seq(false, true) do
        open(server): (raw, socket) =>
          socket.text("x")
          assertEquals(socket.nextText(), "a x")
          if reset then raw.cancel(socket.stream) else raw.data(socket.stream, Array.empty)
          assertEquals(awaitNext(told)._1, 1006)
          assertEquals(raw.answer(raw.request("/plain")).text, "plain")

  test("subprotocol, compression and origin are agreed on as over HTTP/1.1"):
    val options = WebSocketOptions(subprotocols = Seq("chat"), origins = Origins.SameHost)
    serving(routes(options)): server =>
      val offers =
        Seq("sec-websocket-protocol" -> "x, chat", "sec-websocket-extensions" -> "permessage-deflate")
      open(server, more = offers :+ ("origin" -> "http://localhost")): (_, socket) =>
        assertEquals(socket.field("sec-websocket-protocol"), Some("chat"))
        assert(socket.field("sec-websocket-extensions").exists(_.startsWith("permessage-deflate")))
      open(server, more = Seq("origin" -> "https://evil.example")): (_, socket) =>
        assertEquals(socket.status, "403")

  test("a wrong path, version or protocol is refused"):
    serving(routes()): server =>
      open(server, "/plain")((_, socket) => assertEquals(socket.status, "404"))
      open(server, "/none")((_, socket) => assertEquals(socket.status, "404"))
      open(server, more = Seq("sec-websocket-version" -> "12"))((_, socket) =>
        assertEquals(socket.status, "426")
      )
      open(server, more = Seq(":protocol" -> "connect-udp"))((_, socket) =>
        assertEquals(socket.status, "501")
      )
      open(server): (raw, _) =>
        val stream = raw.request("/plain", more = Seq(":protocol" -> "websocket"))
        assertEquals(raw.await(f => f.stream == stream && f.kind == Frame.Reset).error, 1)

  test("a client that takes nothing makes sends full, and no more than the buffer is held"):
    val full = CompletableFuture[Long]()
    val drained = CompletableFuture[Unit]()
    val options = WebSocketOptions(maxBufferedBytes = 64 * 1024)
    val routes = Routes.webSocket("/ws", options): socket =>
      socket.onDrain(() => drained.complete(()): Unit)
      socket.onText: _ =>
        while socket.send(new Array[Byte](8000)) == SendResult.Sent do ()
        full.complete(socket.bufferedBytes): Unit
    serving(routes, quiet.copy(http2 = Some(Http2()))): server =>
      open(server, "/ws"): (raw, socket) =>
        socket.text("go")
        assert(await(full) <= 64 * 1024)
        raw.grant(0, 1 << 20)
        raw.grant(socket.stream, 1 << 20)
        await(drained)

  test("a prepared message goes to sockets of one connection and of several, however long"):
    val opened = LinkedBlockingQueue[WebSocket]()
    serving(Routes.webSocket("/ws")(opened.put(_)), quiet.copy(http2 = Some(Http2()))): server =>
      open(server, "/ws"): (raw, first) =>
        // one after another: the handlers of sockets that open together run in any order
        val one = first -> awaitNext(opened)
        val two = Socket(raw, "/ws") -> awaitNext(opened)
        open(server, "/ws"): (_, other) =>
          val three = other -> awaitNext(opened)
          for text <- Seq("short", "x" * 50_000) do
            val message = PreparedMessage.text(text)
            for (client, socket) <- Seq(one, two, three) do
              for _ <- 1 to 2 do assertEquals(socket.send(message), SendResult.Sent)
              for _ <- 1 to 2 do assertEquals(client.nextText(), text)

  test("the server's stop closes the socket with 1001"):
    val server = eddy.web.Server(quiet).start(routes())
    open(server): (_, socket) =>
      val stopping = CompletableFuture.runAsync(() => server.stop())
      assertEquals(socket.nextClose(), 1001)
      socket.close(1001, end = true)
      await(stopping): Unit
end WebSocketOverHttp2Suite
