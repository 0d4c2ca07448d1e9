package eddy.web

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CompletableFuture, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

class WebSocketSuite extends WebSuite, eddy.testing.WaitingTests:
  private def echo(options: WebSocketOptions = WebSocketOptions()) =
    Routes.webSocket("/ws/:room", options): socket =>
      socket.onText(text =>
        val _ = socket.send(s"${socket.request.path("room")} $text")
      )
      socket.onBinary(bytes =>
        val _ = socket.send(bytes)
      )

  private def open[A](
      server: RunningServer,
      path: String = "/ws/a",
      more: String = ""
  )(body: WebSocketClient => A): A =
    connected(server)(raw => body(WebSocketClient(raw, path, more)))

  test("the handshake is that of RFC 6455, and messages come back"):
    serving(echo()): server =>
      open(server): ws =>
        assertEquals(ws.handshake.status, 101)
        assertEquals(ws.handshake.header("Sec-WebSocket-Accept"), Some("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        ws.send("héllo")
        assertEquals(ws.frame().text, "a héllo")
        ws.send(2, Array[Byte](1, 2, 3))
        assertEquals(ws.frame().payload.toSeq, Seq[Byte](1, 2, 3))

  test("frames sent along with the handshake are not lost"):
    serving(echo()): server =>
      connected(server): raw =>
        raw.send(
          "GET /ws/a HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\n" +
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\u0081\u0082\u0000\u0000\u0000\u0000hi"
        )
        assertEquals(raw.head().status, 101)
        assertEquals(raw.read(6).toSeq, "\u0081\u0004a hi".getBytes("ISO-8859-1").toSeq)

  test("a handshake waits for the responses before it"):
    val go = CompletableFuture[Unit]()
    val routes = echo() ++ Routes.get("/slow"): (_, res) =>
      await(go)
      res.text("slow")
    serving(routes ++ Routes.get("/go")((_, res) =>
      go.complete(()): Unit; res.empty()
    )): server =>
      connected(server): raw =>
        raw.send(
          "GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /ws/a HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n" +
            "Connection: upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        // Answered by another connection of the same I/O thread: the handshake has been read by then.
        assertEquals(ask(server, "/go").statusCode, 204)
        assertEquals(raw.answer().body, "slow")
        assertEquals(raw.head().status, 101)

  test("a socket's route answers other requests with 426, or by the get route of the same path"):
    serving(echo() ++ Routes.webSocket("/both")(_ => ()).get("/both")((_, res) => res.text("page"))):
      server =>
        val answer = ask(server, "/ws/a")
        assertEquals((answer.statusCode, answer.head("upgrade")), (426, "websocket"))
        // a field for the next hop is named there (RFC 9110, section 7.8)
        for (more, connection) <- Seq("" -> "Upgrade", "Connection: close\r\n" -> "Upgrade, close") do
          connected(server): raw =>
            raw.get("/ws/a", more)
            val told = raw.answer()
            assertEquals((told.status, told.header("Connection")), (426, Some(connection)))
        assertEquals(ask(server, "/both").body, "page")
        assertEquals(ask(server, "/ws/a", "POST").head("allow"), "GET, OPTIONS")

  test("pages of other origins are refused, those of the same host and those listed are not"):
    val listed = WebSocketOptions(origins = Origins.Only(Set("https://app.example")))
    val routes =
      echo() ++ echo(listed).under("/listed") ++ echo(WebSocketOptions(origins = Origins.Any)).under("/any")
    serving(routes): server =>
      def status(path: String, origin: String) =
        open(server, path, s"Origin: $origin\r\n")(_.handshake.status)
      assertEquals(status("/ws/a", "http://evil.example"), 403)
      assertEquals(status("/ws/a", "null"), 403)
      assertEquals(status("/ws/a", "http://x"), 101)
      assertEquals(status("/listed/ws/a", "https://app.example"), 101)
      assertEquals(status("/listed/ws/a", "https://app.example.evil"), 403)
      assertEquals(status("/any/ws/a", "http://evil.example"), 101)

  test("a subprotocol is chosen by the server's preference"):
    serving(echo(WebSocketOptions(subprotocols = Seq("v2", "v1")))): server =>
      open(server, more = "Sec-WebSocket-Protocol: v0, v1, v2\r\n"): ws =>
        assertEquals(ws.handshake.header("Sec-WebSocket-Protocol"), Some("v2"))
      open(server, more = "Sec-WebSocket-Protocol: v0\r\n"): ws =>
        assertEquals(ws.handshake.header("Sec-WebSocket-Protocol"), None)

  test("fragments are put together, with pings in between answered at once"):
    serving(echo()): server =>
      open(server): ws =>
        ws.send(1, "ab".getBytes, fin = false)
        ws.send(9, "x".getBytes)
        ws.send(0, "cd".getBytes)
        val pong = ws.frame()
        assertEquals((pong.opcode, pong.text), (10, "x"))
        assertEquals(ws.frame().text, "a abcd")

  test("a client's close is answered with its code and passed to onClose, after the messages before it"):
    val closed = CompletableFuture[(Int, String, Int)]()
    val seen = AtomicInteger()
    val routes = Routes.webSocket("/"): socket =>
      socket.onText: text =>
        seen.incrementAndGet()
        val _ = socket.send(text)
      socket.onClose((code, reason) => closed.complete((code, reason, seen.get)): Unit)
    serving(routes): server =>
      open(server, "/"): ws =>
        for n <- 1 to 20 do ws.send(n.toString)
        ws.close(3001)
        assertEquals((1 to 20).map(_ => ws.frame().text), (1 to 20).map(_.toString))
        assertEquals(ws.frame().closeCode, 3001)
        assertEquals(await(closed), (3001, "", 20))

  test("the client gets the server's close after the messages sent before, and sending answers Closed"):
    val results = CompletableFuture[SendResult]()
    val closed = CompletableFuture[(Int, String)]()
    val routes = Routes.webSocket("/"): socket =>
      socket.onClose((code, reason) => closed.complete((code, reason)): Unit)
      val _ = socket.send("last")
      socket.close(4000, "enough")
      results.complete(socket.send("after")): Unit
    serving(routes): server =>
      open(server, "/"): ws =>
        assertEquals(ws.frame().text, "last")
        val close = ws.frame()
        assertEquals((close.closeCode, close.text.drop(2)), (4000, "enough"))
        assertEquals(await(results), SendResult.Closed)
        ws.close(4000)
        assertEquals(await(closed), (4000, "enough"))

  test("onClose gets 1006 when a connection breaks"):
    val closed = CompletableFuture[Int]()
    val routes = Routes.webSocket("/")(socket => socket.onClose((code, _) => closed.complete(code): Unit))
    serving(routes): server =>
      val raw = RawClient(server.port)
      assertEquals(WebSocketClient(raw, "/").handshake.status, 101)
      raw.reset()
      assertEquals(await(closed), 1006)

  test("close codes and reasons that may not be sent are refused"):
    val messages = CompletableFuture[Seq[String]]()
    val routes = Routes.webSocket("/"): socket =>
      messages.complete(
        Seq((1005, ""), (999, ""), (5000, ""), (1000, "é" * 62)).map: (code, reason) =>
          intercept[IllegalArgumentException](socket.close(code, reason)).getMessage
      ): Unit
    serving(routes)(server => open(server, "/")(_ => assertEquals(await(messages).size, 4)))

  test("an exception in a handler is reported and closes with 1011"):
    val routes = Routes.webSocket("/")(_.onText(_ => throw IllegalStateException("oops")))
    serving(routes): server =>
      open(server, "/"): ws =>
        ws.send("x")
        assertEquals(ws.frame().closeCode, 1011)
        assertEquals(nextReport()._1.getMessage, "oops")

  test("messages over the limit close with 1009, in one frame or in many, compressed or not"):
    serving(echo(WebSocketOptions(maxMessageBytes = 1000))): server =>
      open(server): ws =>
        ws.send(2, new Array[Byte](1001))
        assertEquals(ws.frame().closeCode, 1009)
      open(server): ws =>
        ws.send(2, new Array[Byte](600), fin = false)
        ws.send(0, new Array[Byte](600))
        assertEquals(ws.frame().closeCode, 1009)
      open(server, more = "Sec-WebSocket-Extensions: permessage-deflate\r\n"): ws =>
        ws.send(2, internal.MessageDeflate.compress(new Array[Byte](1_000_000)).take(1000), rsv = 4)
        assertEquals(ws.frame().closeCode, 1009)

  test("text that is not UTF-8 closes with 1007, compressed or not"):
    serving(echo()): server =>
      open(server): ws =>
        ws.send(1, Array[Byte](0x61, 0xc3.toByte, 0x28))
        assertEquals(ws.frame().closeCode, 1007)
      open(server, more = "Sec-WebSocket-Extensions: permessage-deflate\r\n"): ws =>
        ws.send(1, internal.MessageDeflate.compress(Array[Byte](0xc3.toByte)), rsv = 4)
        assertEquals(ws.frame().closeCode, 1007)

  test("permessage-deflate is agreed to, without context, and long messages are compressed"):
    serving(echo()): server =>
      open(server, more = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"): ws =>
        assertEquals(
          ws.handshake.header("Sec-WebSocket-Extensions"),
          Some("permessage-deflate; server_no_context_takeover; client_no_context_takeover")
        )
        val long = "abc" * 1000
        ws.send(1, internal.MessageDeflate.compress(long.getBytes), rsv = 4)
        val answer = ws.frame()
        assertEquals(answer.rsv, 4)
        assert(answer.payload.length < 100)
        assertEquals(
          String(internal.MessageDeflate.expand(answer.payload, 10_000).asInstanceOf[Array[Byte]]),
          s"a $long"
        )
        ws.send("short")
        assertEquals(ws.frame().rsv, 0)

  test("a silent client is pinged, and given up when it does not answer".tag(WaitingTest)):
    val closed = CompletableFuture[Int]()
    val options = WebSocketOptions(pingInterval = 30.millis, pongTimeout = 3.seconds)
    val routes = Routes.webSocket("/", options)(_.onClose((code, _) => closed.complete(code): Unit))
    serving(routes): server =>
      open(server, "/"): ws =>
        for _ <- 1 to 3 do
          assertEquals(ws.frame().opcode, 9)
          assert(!closed.isDone)
          ws.send(10, Array.emptyByteArray)
        assertEquals(await(closed), 1006)

  test("a client that is not read, as the handlers are behind, is pinged all the same".tag(WaitingTest)):
    val go = CompletableFuture[Unit]()
    val options = WebSocketOptions(pingInterval = 30.millis, maxQueuedMessages = 2)
    val routes = Routes.webSocket("/", options)(_.onText(_ => await(go)))
    serving(routes): server =>
      open(server, "/"): ws =>
        (1 to 3).foreach(_ => ws.send("more"))
        // the system notices by them that a client is gone which acknowledges nothing
        for _ <- 1 to 3 do assertEquals(ws.frame().opcode, 9)
        go.complete(()): Unit

  test("an idle socket is closed when that is wanted"):
    val routes = Routes.webSocket("/", WebSocketOptions(idleTimeout = 80.millis))(_ => ())
    serving(routes)(server => open(server, "/")(ws => assertEquals(ws.frame().closeCode, 1000)))

  test("a client that does not read fills its buffer and nothing else; onDrain tells when it does"):
    val full = CompletableFuture[Long]()
    val drained = CompletableFuture[Unit]()
    val count = AtomicInteger()
    val routes = Routes.webSocket("/"): socket =>
      socket.onDrain(() => drained.complete(()): Unit)
      val message = new Array[Byte](16 * 1024)
      while socket.send(message) == SendResult.Sent do count.incrementAndGet(): Unit
      full.complete(socket.bufferedBytes): Unit
    serving(routes): server =>
      val raw = RawClient(server.port, receiveBuffer = 8 * 1024)
      try
        val ws = WebSocketClient(raw, "/")
        assert(await(full) <= 256 * 1024)
        for _ <- 1 to count.get do assertEquals(ws.frame().payload.length, 16 * 1024)
        await(drained)
      finally raw.close()

  test("a handler that is slow stops the reading of its client, and nothing is lost"):
    val go = CompletableFuture[Unit]()
    val seen = LinkedBlockingQueue[String]()
    val begun = CompletableFuture[Unit]()
    val routes = Routes.webSocket("/slow", WebSocketOptions(maxQueuedMessages = 4)): socket =>
      socket.onText: text =>
        begun.complete(()): Unit
        await(go)
        seen.put(text)
    serving(routes ++ echo()): server =>
      open(server, "/slow"): ws =>
        ws.send("first")
        await(begun)
        val total = 200
        val payload = "x" * 60_000
        val sent = AtomicInteger()
        val sender = CompletableFuture.runAsync(
          () =>
            for n <- 1 to total do
              ws.send(s"$n $payload"); sent.incrementAndGet(): Unit
          ,
          r => Thread(r).start()
        )
        // Another client's round trips continue; they count the time until the full sockets hold the sender
        // up.
        open(server): other =>
          var before = -1
          while sent.get != before do
            before = sent.get
            for _ <- 1 to 300 do
              other.send("hi")
              assertEquals(other.frame().text, "a hi")
        assert(sent.get < total, "the server read on without bound")
        go.complete(()): Unit
        await(sender): Unit
        assertEquals(awaitNext(seen), "first")
        for n <- 1 to total do assertEquals(awaitNext(seen).takeWhile(_ != ' '), n.toString)

  test("sockets are closed with 1001 when the server stops"):
    val closed = CompletableFuture[(Int, String)]()
    val routes = Routes.webSocket("/")(_.onClose((code, reason) => closed.complete((code, reason)): Unit))
    val server = Server(quiet).start(routes)
    val stopped = connected(server): raw =>
      val ws = WebSocketClient(raw, "/")
      val stopped = CompletableFuture.runAsync(() => server.stop(2.minutes), r => Thread(r).start())
      assertEquals(ws.frame().closeCode, 1001)
      ws.close(1001)
      assertEquals(await(closed)._1, 1001)
      assert(raw.isAtEnd)
      stopped
    await(stopped): Unit

  test("many threads may send to one socket, and every message arrives whole and once"):
    val routes = Routes.webSocket("/"): socket =>
      val senders = (1 to 4).map(n =>
        CompletableFuture.runAsync(() =>
          for i <- 1 to 250 do
            val _ = socket.send(s"$n $i")
        )
      )
      val _ = CompletableFuture.allOf(senders*).thenRun(() => socket.close())
    serving(routes): server =>
      open(server, "/"): ws =>
        val all = (1 to 1000).map(_ => ws.frame().text)
        for n <- 1 to 4 do assertEquals(all.filter(_.startsWith(s"$n ")), (1 to 250).map(i => s"$n $i"))
        assertEquals(ws.frame().closeCode, 1000)
end WebSocketSuite
