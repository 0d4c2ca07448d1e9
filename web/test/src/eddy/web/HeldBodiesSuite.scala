package eddy.web

import eddy.runtime.EngineConfig
import eddy.testing.{Eventually, Waits}
import eddy.web.http2.RawHttp2

import java.util.concurrent.{CompletableFuture, CountDownLatch, Executors, Semaphore, TimeUnit}
import scala.concurrent.duration.DurationInt

/** What bodies may hold in memory together, whether they have come whole or not. */
class HeldBodiesSuite extends WebSuite:
  override def crew: EngineConfig = EngineConfig(name = "held", workers = 2, maxSpareWorkers = 2)
  private val pool = Executors.newCachedThreadPool()
  private val MiB = 1024 * 1024

  private def config(bytes: Int) = quiet.copy(
    overload = Overload(maxUnansweredBytes = bytes),
    http2 = Some(Http2(windowBytes = MiB)),
    timeouts = Timeouts(response = 10.minutes, body = 10.minutes)
  )

  private def routes(free: CountDownLatch) = Routes
    .get("/blocks"): (_, res) =>
      free.await()
      res.text("done")
    .post("/size")((req, res) => res.text(s"${req.bodyBytes.length}"))
    .post("/blocks"): (req, res) =>
      free.await()
      res.text(s"${req.bodyBytes.length}")

  private def held(server: RunningServer): Double =
    val line = server.metrics.scrape().linesIterator.find(_.startsWith("eddy_http_body_bytes "))
    line.get.split(' ').last.toDouble

  /** No event reports that the server has read, or released, bytes. */
  private def awaitHeld(what: String, server: RunningServer)(holds: Double => Boolean): Unit =
    Eventually.until(what, s"it holds ${held(server)} bytes")(holds(held(server)))

  private val head = "POST /size HTTP/1.1\r\nHost: x\r\n"
  private def chunk(size: Int) = s"${size.toHexString}\r\n${"x" * size}\r\n"

  test("a body that still arrives counts: beyond the bound others are refused, and in the midst of arriving"):
    serving(routes(CountDownLatch(0)), config(MiB)): server =>
      connected(server): first =>
        connected(server): second =>
          second.send(s"${head}Transfer-Encoding: chunked\r\n\r\n${chunk(10)}")
          awaitHeld("the server holds bytes", server)(_ > 0)
          first.send(s"${head}Content-Length: 900000\r\n\r\n${"x" * 899_999}")
          awaitHeld("the server holds 899_999 bytes", server)(_ >= 899_999)
          second.send(chunk(300_000))
          val refused = second.head()
          assertEquals(
            (refused.status, refused.header("Retry-After"), refused.header("Connection")),
            (503, Some("1"), Some("close"))
          )
          connected(server): third =>
            third.send(s"${head}Content-Length: 300000\r\n\r\n")
            assertEquals(third.head().status, 503)
          assertEquals(ask(server, "/blocks").statusCode, 200, "what has no body needs no room")
          first.send("x")
          assertEquals(first.answer().body, "900000")
          awaitHeld("the server holds no bytes", server)(_ == 0)
          connected(server): third =>
            third.send(s"${head}Content-Length: 300000\r\n\r\n${"x" * 300_000}")
            assertEquals(third.answer().body, "300000")

  test("a client that leaves before the end of a body frees the memory of it"):
    serving(routes(CountDownLatch(0)), config(MiB)): server =>
      val gone = RawClient(server.port)
      gone.send(s"${head}Content-Length: 900000\r\n\r\n${"x" * 500_000}")
      awaitHeld("the server holds 500_000 bytes", server)(_ >= 500_000)
      gone.reset()
      awaitHeld("the server holds no bytes", server)(_ == 0)

  test("a body counts as long as its handler waits, also when the client has gone"):
    val free = CountDownLatch(1)
    serving(routes(free), config(8 * MiB)): server =>
      try
        val gone = RawClient(server.port)
        gone.send(s"POST /blocks HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n${"x" * 100_000}")
        Eventually.until("one request is unanswered"):
          server.metrics.scrape().contains("eddy_http_unanswered 1.0")
        gone.reset()
        Eventually.until("no request is unanswered"):
          server.metrics.scrape().contains("eddy_http_unanswered 0.0")
        assertEquals(held(server), 100_000.0)
        free.countDown()
        awaitHeld("the server holds no bytes", server)(_ == 0)
      finally free.countDown()

  test("the body of a request that has no route is not kept"):
    serving(routes(CountDownLatch(0)), config(8 * MiB)): server =>
      connected(server): raw =>
        raw.send(s"POST /none HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n${"x" * 199_999}")
        connected(server): other =>
          // on the same I/O thread or not: the part of the first body that it has read is counted by then, or
          // is empty
          other.send(s"${head}Content-Length: 2\r\n\r\nxx")
          assertEquals(other.answer().body, "2")
        assertEquals(held(server), 0.0)
        raw.send("x")
        assertEquals(raw.answer().status, 404)

  test("behind a slow request a connection sends one body, and the next when there is room"):
    val free = CountDownLatch(1)
    serving(routes(free), config(MiB)): server =>
      try
        connected(server): raw =>
          val sent = CompletableFuture.runAsync(
            () =>
              raw.get("/blocks")
              (1 to 15).foreach(_ =>
                raw.send(s"${head}Content-Length: 200000\r\n\r\n${"x" * 200_000}")
              )
            ,
            pool
          )
          awaitHeld("the server holds 200_000 bytes", server)(_ >= 200_000)
          // time for it to read more than it should
          (1 to 200).foreach(_ => connected(server)(other => assertEquals(size(other), "2")))
          assert(held(server) < 400_000, held(server))
          free.countDown()
          val _ = await(sent)
          assertEquals(raw.answer().body, "done")
          (1 to 15).foreach(_ => assertEquals(raw.answer().body, "200000"))
      finally free.countDown()

  private def size(raw: RawClient): String =
    raw.send(s"${head}Content-Length: 2\r\n\r\nxx")
    raw.answer().body

  test("HTTP/2: a connection has an eighth of the bytes for unfinished bodies, others have room"):
    serving(routes(CountDownLatch(0)), config(8 * MiB)): server =>
      val raw = RawHttp2(server.port)
      try
        def begin(): Int =
          val stream = raw.request("/size", "POST", Seq("content-length" -> "400000"), end = false)
          Seq.fill(24)(new Array[Byte](16_000)).foreach(raw.data(stream, _, end = false))
          stream
        val first = begin()
        val second = begin()
        awaitHeld("the server holds 800_000 bytes", server)(_ >= 800_000)
        val refused = raw.answer(raw.request("/size", "POST", Seq("content-length" -> "400000"), end = false))
        assertEquals((refused.status, refused.headers.toMap.get("retry-after")), (503, Some("1")))
        val other = RawHttp2(server.port)
        try
          val stream = other.request("/size", "POST", Seq("content-length" -> "16000"), end = false)
          other.data(stream, new Array[Byte](16_000))
          assertEquals(other.answer(stream).text, "16000")
        finally other.close()
        Seq(first, second).foreach: stream =>
          raw.data(stream, new Array[Byte](16_000))
          assertEquals(raw.answer(stream).text, "400000")
      finally raw.close()
      end try
      awaitHeld("the server holds no bytes", server)(_ == 0)

  test("messages of a closed WebSocket count no more, also when their handlers end later"):
    val (taken, next) = (CountDownLatch(4), Semaphore(0))
    val options = WebSocketOptions(maxQueuedMessages = 4)
    val sockets = Routes.webSocket("/ws", options)(_.onBinary: _ =>
      next.tryAcquire(Waits.LimitSeconds, TimeUnit.SECONDS): Unit
      taken.countDown())
    serving(sockets.get("/")((_, res) => res.text("here")), config(8 * MiB).copy(ioThreads = 1)): server =>
      val gone = RawClient(server.port)
      val client = WebSocketClient(gone, "/ws")
      for _ <- 1 to 4 do client.send(2, new Array[Byte](50_000))
      awaitHeld("four messages wait", server)(_ >= 200_000)
      gone.reset()
      awaitHeld("the server holds no bytes", server)(_ == 0)
      next.release(4)
      await(taken)
      // the I/O thread, of which there is one, has seen the room before it sees this request
      assertEquals(ask(server, "/").statusCode, 200)
      assertEquals(held(server), 0.0)

  override def afterAll(): Unit =
    pool.shutdown()
    super.afterAll()
end HeldBodiesSuite
