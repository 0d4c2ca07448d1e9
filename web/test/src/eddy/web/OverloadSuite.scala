package eddy.web

import eddy.runtime.EngineConfig
import eddy.testing.Eventually
import eddy.web.http2.{ClearHttp2Wire, JdkWire, Wire}

import java.net.http.HttpClient.Version
import java.util.concurrent.{CompletableFuture, CountDownLatch, Executors}
import scala.concurrent.duration.DurationInt

/** A server with more requests than it can serve says so at once, and completes those it has admitted. */
class OverloadSuite extends WebSuite:
  // all may be blocked at a time, and then others queue
  override def crew: EngineConfig = EngineConfig(name = "overload", workers = 2, maxSpareWorkers = 2)

  private val pool = Executors.newCachedThreadPool()
  private val admitted = 20
  private def config(wire: Wire = http1) =
    wire.config(quiet).copy(
      overload = Overload(maxUnanswered = admitted),
      // what the test holds back is not answered by the clock, however busy the machine
      timeouts = Timeouts(response = 10.minutes)
    )
  private def http1: Wire = JdkWire("HTTP/1.1", tls = false, Version.HTTP_1_1)

  /** No event reports a change of the metrics. */
  private def awaitMetric(server: RunningServer, line: String): Unit =
    def metrics = server.metrics.scrape()
    Eventually.until(line, metrics)(metrics.contains(line))

  /** Handlers of `/blocks` wait for the latch. */
  private def blocking(free: CountDownLatch) = Routes
    .get("/blocks"): (_, res) =>
      free.await()
      res.text("done")
    .post("/blocks"): (req, res) =>
      free.await()
      res.text(req.bodyText)
    .webSocket("/socket")(socket =>
      socket.onText(text =>
        val _ = socket.send(text)
      )
    )
    .get("/events"): (req, res) =>
      val events = res.events()
      req.nextTick: () =>
        free.await()
        val _ = events.send("freed")
        events.end()

  /** Fills the server, from connections of their own. */
  private def fill(server: RunningServer): Seq[RawClient] =
    val clients = Seq.fill(admitted)(RawClient(server.port))
    clients.foreach(_.get("/blocks"))
    // the last of them are admitted only when their heads have been read
    awaitMetric(server, s"eddy_http_unanswered $admitted.0")
    clients

  private def overloaded(wire: Wire = http1)(body: (RunningServer, CountDownLatch) => Unit): Unit =
    val free = CountDownLatch(1)
    serving(blocking(free), config(wire)): server =>
      try body(server, free)
      finally free.countDown()

  test(
    "a flood of requests whose handlers block is refused beyond what is admitted, which is answered in the end"
  ):
    overloaded(): (server, free) =>
      val flood = Seq.fill(150)(RawClient(server.port))
      try
        val answers = flood.map(client => client -> CompletableFuture.supplyAsync(() => client.head(), pool))
        flood.foreach(_.get("/blocks"))
        // while nothing that was admitted can end
        Eventually.until("all that are not admitted are answered"):
          answers.count(_(1).isDone) >= 150 - admitted
        val refused = answers.filter(_(1).isDone).map(a => await(a(1)))
        assertEquals(refused.map(a => (a.status, a.header("Retry-After"))).distinct, Seq((503, Some("1"))))
        assert(server.metrics.scrape().contains(s"eddy_http_unanswered $admitted.0"))
        free.countDown()
        assertEquals(answers.map(a => await(a(1)).status).count(_ == 200), admitted)
        assertEquals(ask(server, "/blocks").statusCode, 200)
        awaitMetric(server, "eddy_http_unanswered 0.0")
        awaitMetric(server, "eddy_http_waiting 0.0")
      finally flood.foreach(_.close())

  for wire <- Seq(http1, JdkWire("HTTP/2 over TLS", tls = true, Version.HTTP_2), ClearHttp2Wire) do
    test(s"${wire.name}: a refused client learns when to come again"):
      overloaded(wire): (server, free) =>
        val tasks = Seq.fill(admitted)(CompletableFuture.supplyAsync(() => wire.ask(server, "/blocks"), pool))
        awaitMetric(server, s"eddy_http_unanswered $admitted.0")
        val refused = wire.ask(server, "/blocks")
        assertEquals((refused.status, refused.headers.get("retry-after")), (503, Some("1")))
        assertEquals(wire.ask(server, "/blocks", "POST", "x".getBytes).status, 503)
        free.countDown()
        assertEquals(tasks.map(a => await(a).status).distinct, Seq(200))
        assertEquals(wire.ask(server, "/blocks", "POST", "x".getBytes).body, "x")

  test("a WebSocket's handshake is refused, an open one continues"):
    overloaded(): (server, free) =>
      connected(server): raw =>
        val open = WebSocketClient(raw, "/socket")
        val clients = fill(server)
        connected(server): late =>
          val handshake = WebSocketClient(late, "/socket").handshake
          assertEquals((handshake.status, handshake.header("Retry-After")), (503, Some("1")))
        open.send("still there")
        free.countDown()
        assertEquals(open.frame().text, "still there")
        clients.foreach(_.close())

  test("an open event stream continues, and counts no longer"):
    overloaded(): (server, free) =>
      connected(server): raw =>
        raw.get("/events")
        assertEquals(raw.head().status, 200)
        val clients = fill(server)
        assertEquals(ask(server, "/blocks").statusCode, 503)
        free.countDown()
        assertEquals(clients.map(_.head().status).distinct, Seq(200))
        var line = raw.line()
        while line != null && line != "data: freed" do line = raw.line()
        assertEquals(line, "data: freed")
        clients.foreach(_.close())

  test("a body that is not wanted is not waited for"):
    overloaded(): (server, free) =>
      val clients = fill(server)
      connected(server): raw =>
        raw.send("POST /blocks HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
        val answer = raw.head()
        assertEquals((answer.status, answer.header("Connection")), (503, Some("close")))
      free.countDown()
      clients.foreach(_.close())

  test("a client that goes away while it waits does not make room for another handler in the queue"):
    overloaded(): (server, free) =>
      fill(server).foreach(_.reset())
      awaitMetric(server, "eddy_http_unanswered 0.0")
      // the engine runs four, two base workers and two spares
      awaitMetric(server, s"eddy_http_waiting ${admitted - 4}.0")
      val more = Seq.fill(4)(RawClient(server.port))
      more.foreach(_.get("/blocks"))
      awaitMetric(server, s"eddy_http_waiting $admitted.0")
      assertEquals(ask(server, "/blocks").statusCode, 503)
      free.countDown()
      assertEquals(more.map(_.head().status).distinct, Seq(200))
      more.foreach(_.close())

  test("the server's own pages are answered by an overloaded server as soon as a worker is free"):
    val free = CountDownLatch(1)
    serving(blocking(free) ++ Health.routes, config()): server =>
      val clients = fill(server)
      val health = CompletableFuture.supplyAsync(() => ask(server, "/health"), pool)
      free.countDown()
      assertEquals(await(health).statusCode, 200)
      clients.foreach(_.close())

  override def afterAll(): Unit =
    pool.shutdown()
    super.afterAll()
end OverloadSuite
