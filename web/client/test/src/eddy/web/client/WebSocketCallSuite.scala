package eddy.web.client

import eddy.web.{
  MessageSocket,
  PreparedMessage,
  Routes,
  RunningServer,
  SendResult,
  Server,
  ServerConfig,
  WebSocketOptions
}

import java.util.concurrent.{CompletableFuture, CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

/** WebSockets that a service opens to others. */
class WebSocketCallSuite extends ClientFixture:
  private type Texts = LinkedBlockingQueue[String]
  private type Ends = LinkedBlockingQueue[(Int, String)]

  private def next[A](queue: LinkedBlockingQueue[A]): A = awaitNext(queue)

  private val echo = Routes
    .webSocket("/echo/:name", WebSocketOptions(subprotocols = Seq("v1"))): socket =>
      socket.onText(text => socket.send(s"${socket.request.path("name")} $text"): Unit)
      socket.onBinary(bytes => socket.send(bytes.reverse): Unit)
    .get("/page")((_, res) => res.text("no socket"))

  private def open(
      server: RunningServer,
      path: String,
      options: ClientSocketOptions = ClientSocketOptions(),
      ends: Ends = LinkedBlockingQueue()
  )(set: MessageSocket => Unit): MessageSocket =
    val opened = CompletableFuture[MessageSocket]()
    http.at(server.url).webSocket(path, options).open: socket =>
      socket.onClose((code, reason) => ends.put((code, reason)))
      set(socket)
      opened.complete(socket): Unit
    await(opened)

  test("messages of text and bytes go both ways, in order, however large"):
    serving(echo): server =>
      val texts: Texts = LinkedBlockingQueue()
      val bytes = LinkedBlockingQueue[Seq[Byte]]()
      val url = server.url.replace("http:", "ws:") + "/echo"
      val opened = CompletableFuture[MessageSocket]()
      http.webSocket(url, ClientSocketOptions(subprotocols = Seq("v2", "v1"))).path("a b").open: socket =>
        socket.onText(texts.put(_))
        socket.onBinary(b => bytes.put(b.toSeq))
        opened.complete(socket): Unit
      val socket = await(opened)
      assertEquals(socket.subprotocol, Some("v1"))
      for n <- 1 to 100 do assertEquals(socket.send(s"é$n"), SendResult.Sent)
      for n <- 1 to 100 do assertEquals(next(texts), s"a b é$n")
      val large = "x" * 200_000
      socket.send(PreparedMessage.text(large)): Unit
      assertEquals(next(texts), s"a b $large")
      val content = Array.tabulate[Byte](100_000)(_.toByte)
      socket.send(content): Unit
      assertEquals(next(bytes), content.reverse.toSeq)
      socket.close()

  test("in a handler all of it are events of the request that opened it, never beside its others"):
    serving(echo): server =>
      val back = http.at(server.url)
      val front = Routes.get("/relay"): (req, res) =>
        var inside, most = 0
        var log = List.empty[String]
        def event(what: String): Unit =
          inside += 1
          most = most.max(inside)
          log ::= what
          inside -= 1
        back.webSocket("/echo/x").open: socket =>
          socket.onText: text =>
            event(text)
            if text == "x 50" then socket.close(3000, "enough")
          socket.onClose: (code, reason) =>
            event(s"$code $reason")
            res.text(s"${log.size} events, ${log.head}, $most at a time")
          for n <- 1 to 50 do
            socket.send(n.toString): Unit
            req.nextTick(() => event(s"tick $n"))
      serving(front): shop =>
        assertEquals(http.get(s"${shop.url}/relay").send().bodyText, "101 events, 3000 enough, 1 at a time")

  test(
    "a handshake that is refused, and a server that is not there, go to onFailure, or are the request's failure"
  ):
    serving(echo): server =>
      val failures = LinkedBlockingQueue[ClientException]()
      for path <- Seq("/page", "/nowhere") do
        http.at(server.url).webSocket(path).onFailure(failures.put(_)).open(_ => ())
        val failure = next(failures)
        assertEquals(failure.failure, ClientFailure.BadAnswer)
        assert(clue(failure.getMessage).contains("handshake with"), path)
      http.webSocket("ws://127.0.0.1:1/").onFailure(failures.put(_)).open(_ => ())
      assertEquals(next(failures).failure, ClientFailure.Connect)
      val front = Routes.get("/open")((_, _) => http.at(server.url).webSocket("/page").open(_ => ()))
      serving(front)(shop => assertEquals(http.get(s"${shop.url}/open").send().status, 500))
      assert(clue(nextReport()(0).getMessage).contains("handshake"))
      assertEquals(http.callsUnderWay, 0)

  test("onClose gets the server's code and reason, after the earlier messages, whose answers are sent"):
    val heard: Texts = LinkedBlockingQueue()
    val routes = Routes.webSocket("/"): socket =>
      socket.onText(heard.put(_))
      for n <- 1 to 20 do socket.send(n.toString): Unit
      socket.close(4001, "that was all")
    serving(routes): server =>
      val ends: Ends = LinkedBlockingQueue()
      val texts: Texts = LinkedBlockingQueue()
      val socket = open(server, "/", ends = ends)(_.onText(texts.put(_)))
      assertEquals(next(ends), (4001, "that was all"))
      assertEquals((1 to 20).map(_ => next(texts)), (1 to 20).map(_.toString))
      assertEquals(socket.send("late"), SendResult.Closed)

  test("onClose gets 1006 for a broken connection and 1009 for a message over the limit"):
    val routes = Routes
      .webSocket("/large")(_.send("x" * 2000): Unit)
      .webSocket("/still")(_ => ())
    val server = Server(ServerConfig(port = 0, accessLog = false)).start(routes)
    val ends: Ends = LinkedBlockingQueue()
    open(server, "/large", ClientSocketOptions(maxMessageBytes = 1000), ends)(_ => ()): Unit
    assertEquals(next(ends), (1009, "messages may have 1000 bytes"))
    open(server, "/still", ends = ends)(_ => ()): Unit
    server.core.connections.close().awaitUninterruptibly(): Unit
    assertEquals(next(ends)(0), 1006)
    server.stop(1.second)

  test("a server that reads nothing fills the buffer, and onDrain tells when it does"):
    val go = CountDownLatch(1)
    val routes = Routes.webSocket("/", WebSocketOptions(maxQueuedMessages = 1)): socket =>
      socket.onBinary(_ => go.await())
    serving(routes): server =>
      val drained = CountDownLatch(1)
      val socket = open(server, "/")(_.onDrain(() => drained.countDown()))
      val message = new Array[Byte](32 * 1024)
      while socket.send(message) == SendResult.Sent do ()
      assert(socket.bufferedBytes <= 256 * 1024)
      go.countDown()
      await(drained)
      socket.close()

  test("handlers that take their time hold the server back, and nothing is lost"):
    val all = 3000
    val sent = java.util.concurrent.atomic.AtomicInteger()
    val full = CountDownLatch(1)
    val routes = Routes.webSocket("/"): socket =>
      val message = "x" * 10_000
      def pump(): Unit =
        while sent.get < all && socket.send(message) == SendResult.Sent do sent.incrementAndGet(): Unit
        if sent.get < all then full.countDown()
      socket.onDrain(() => pump())
      pump()
    serving(routes): server =>
      val go = CountDownLatch(1)
      val got = CountDownLatch(all)
      val socket = open(server, "/"): socket =>
        socket.onText: _ =>
          go.await()
          got.countDown()
      await(full)
      assertEquals(got.getCount, all.toLong)
      go.countDown()
      await(got)
      socket.close()

  test("a server that is silent is pinged, and given up when it does not answer"):
    // takes the handshake and says nothing more
    val silent = java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress)
    val peer = CompletableFuture.supplyAsync: () =>
      val taken = silent.accept()
      val lines = java.io.BufferedReader(java.io.InputStreamReader(taken.getInputStream, "ISO-8859-1"))
      val head = Iterator.continually(lines.readLine).takeWhile(_.nonEmpty).toSeq
      val key = head.collectFirst { case s"Sec-WebSocket-Key: $key" => key }.get
      val digest = java.security.MessageDigest.getInstance("SHA-1")
        .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes)
      taken.getOutputStream.write(
        s"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${java.util.Base64.getEncoder.encodeToString(digest)}\r\n\r\n".getBytes
      )
      taken
    try
      val ends: Ends = LinkedBlockingQueue()
      http.webSocket(s"ws://127.0.0.1:${silent.getLocalPort}/", ClientSocketOptions(pingInterval = 50.millis))
        .open(_.onClose((code, reason) => ends.put((code, reason))))
      assertEquals(next(ends), (1006, "the server did not answer a ping"))
      await(peer).close()
    finally silent.close()

  test("a handler that throws closes with 1011 and is reported"):
    serving(echo): server =>
      val ends: Ends = LinkedBlockingQueue()
      val socket = open(server, "/echo/x", ends = ends)(_.onText(_ => throw IllegalStateException("oops")))
      socket.send("go"): Unit
      assertEquals(next(ends)(0), 1011)
      assertEquals(nextReport()(0).getMessage, "oops")

  test("a client that closes closes its sockets with 1001"):
    val ends: Ends = LinkedBlockingQueue()
    val routes = Routes.webSocket("/")(_.onClose((code, reason) => ends.put((code, reason))))
    serving(routes): server =>
      val own = Client()
      val opened = CountDownLatch(1)
      own.at(server.url).webSocket("/").open(_ => opened.countDown())
      await(opened)
      assertEquals(own.callsUnderWay, 1)
      own.close(2.minutes)
      assertEquals(next(ends)(0), 1001)
      assertEquals(own.callsUnderWay, 0)

  test("codes and reasons that may not be sent are refused"):
    serving(echo): server =>
      val socket = open(server, "/echo/x")(_ => ())
      for (code, reason) <- Seq((1009, ""), (1005, ""), (2000, ""), (1000, "é" * 62)) do
        intercept[IllegalArgumentException](socket.close(code, reason)): Unit
      socket.close()
end WebSocketCallSuite
