package eddy.web

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CompletableFuture, CountDownLatch}
import scala.concurrent.duration.DurationInt

class StreamSuite extends WebSuite:
  test("a streamed body is chunked, in order, and ends"):
    val routes = Routes.get("/"): (req, res) =>
      val body = res.stream("text/plain")
      def piece(n: Int): Unit =
        if n > 5 then body.end()
        else
          assertEquals(body.write(s"$n,"), SendResult.Sent)
          req.nextTick(() => piece(n + 1))
      piece(1)
    serving(routes): server =>
      connected(server): raw =>
        for _ <- 1 to 2 do
          raw.get("/")
          val answer = raw.answer()
          assertEquals((answer.body, answer.header("Transfer-Encoding")), ("1,2,3,4,5,", Some("chunked")))

  test("HTTP/1.0 gets the stream until the end of the connection, HEAD only its head"):
    val routes = Routes.get("/"): (_, res) =>
      val body = res.stream("text/plain")
      val _ = body.write("abc")
      body.end()
    serving(routes): server =>
      connected(server): raw =>
        raw.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.0\r\n\r\n")
        assertEquals(raw.answer(toHead = true).status, 200)
        val answer = raw.answer()
        assertEquals((answer.body, answer.header("Transfer-Encoding")), ("abc", None))

  test(
    "a client that does not read fills the buffer and nothing else; when it reads, onDrain continues to the end"
  ):
    val pieces = 2000
    val full = CompletableFuture[Long]()
    val routes = Routes.get("/"): (_, res) =>
      val body = res.stream("application/octet-stream")
      val piece = new Array[Byte](16 * 1024)
      var sent = 0
      def pump(): Unit =
        var going = true
        while going && sent < pieces do
          if body.write(piece) == SendResult.Sent then sent += 1
          else
            going = false
            full.complete(body.bufferedBytes): Unit
        if sent == pieces then body.end()
      body.onDrain(() => pump())
      pump()
    serving(routes): server =>
      val raw = RawClient(server.port, receiveBuffer = 8 * 1024)
      try
        raw.get("/")
        val buffered = await(full)
        // less, down to nothing, if the system took some between the refusal and the look
        assert(buffered <= 256 * 1024, buffered)
        assertEquals(raw.answer().body.length, pieces * 16 * 1024)
      finally raw.close()

  test("HEAD on a stream that never ends leaves the connection free, and the handler learns of it"):
    val closed = CompletableFuture[SendResult]()
    val routes = Routes.get("/"): (_, res) =>
      val events = res.events()
      events.onClose(() => closed.complete(events.send("x")): Unit)
    serving(routes): server =>
      connected(server): raw =>
        for _ <- 1 to 2 do
          raw.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
          assertEquals(raw.answer(toHead = true).status, 200)
        assertEquals(await(closed), SendResult.Closed)

  test("onClose runs once when the client leaves, and writing answers Closed"):
    val closed = CompletableFuture[SendResult]()
    val times = AtomicInteger()
    val stream = CompletableFuture[BodyStream]()
    val routes = Routes.get("/"): (_, res) =>
      val body = res.stream("text/plain")
      body.onClose: () =>
        times.incrementAndGet(): Unit
        closed.complete(body.write("x")): Unit
      val _ = body.write("hello")
      stream.complete(body): Unit
    serving(routes): server =>
      val raw = RawClient(server.port)
      raw.get("/")
      assertEquals(raw.head().status, 200)
      raw.reset()
      assertEquals(await(closed), SendResult.Closed)
      assertEquals(times.get, 1)

  test("onClose runs at once when it is registered after the end"):
    val told = CountDownLatch(1)
    val routes = Routes.get("/"): (_, res) =>
      val body = res.stream("text/plain")
      body.end()
      body.onClose(() => told.countDown())
    serving(routes): server =>
      assertEquals(ask(server, "/").body, "")
      await(told)

  test("an exception while a stream is open breaks it off instead of ending it"):
    val routes = Routes.get("/"): (_, res) =>
      val _ = res.stream("text/plain").write("half")
      throw IllegalStateException("broken")
    serving(routes): server =>
      connected(server): raw =>
        raw.get("/")
        assertEquals(raw.head().status, 200)
        assert(!raw.rest().contains("\r\n0\r\n"), "the body looked whole")
      assertEquals(nextReport()._1.getMessage, "broken")

  test("a stream waits for its turn behind an earlier response"):
    val go = CompletableFuture[Unit]()
    val routes = Routes
      .get("/slow"): (_, res) =>
        await(go)
        res.text("slow")
      .get("/stream"): (_, res) =>
        val body = res.stream("text/plain")
        val _ = body.write("a")
        val _ = body.write("b")
        body.end()
        go.complete(()): Unit
    serving(routes): server =>
      connected(server): raw =>
        raw.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
        assertEquals(raw.answer().body, "slow")
        assertEquals(raw.answer().body, "ab")

  test("a client that never reads is cut off after the write timeout"):
    val closed = CompletableFuture[Unit]()
    val routes = Routes.get("/"): (_, res) =>
      val body = res.stream("application/octet-stream")
      body.onClose(() => closed.complete(()): Unit)
      while body.write(new Array[Byte](64 * 1024)) == SendResult.Sent do ()
    // The pieces that the sockets still take are few: the rest waits until the timeout.
    serving(
      routes,
      quiet.copy(timeouts = Timeouts(write = 200.millis), limits = Limits(maxBufferedBytes = 64 << 20))
    ): server =>
      val raw = RawClient(server.port, receiveBuffer = 4096)
      try
        raw.get("/")
        await(closed)
      finally raw.close()
end StreamSuite
