package eddy.web

import eddy.testing.Eventually
import eddy.web.http2.{Frame as Frame2, RawHttp2}
import eddy.web.internal.LoadGate

import java.util.concurrent.CountDownLatch

/** Pages of the server's own, such as `/metrics`, are not the application's work, nor a way to keep it from
  * its own.
  */
class OwnPagesSuite extends WebSuite:
  private def metric(server: RunningServer, line: String): Boolean = server.metrics.scrape().contains(line)

  /** Own pages that wait until they are let go, as when a scrape takes long. */
  private def held(go: CountDownLatch): Routes = Routes.own("/held"): (_, res) =>
    go.await()
    res.text("held")

  /** Until the server has read all that was sent. */
  private def awaitRead(raw: RawHttp2): Unit =
    raw.frame(Frame2.Ping, 0, 0, new Array[Byte](8))
    raw.await(_.kind == Frame2.Ping): Unit

  private val few =
    quiet.copy(overload = Overload(maxUnanswered = 8), http2 = Some(Http2(maxConcurrentStreams = 1000)))

  test("they are refused beyond a few, which does not concern the application, nor /health"):
    val go = CountDownLatch(1)
    val routes = held(go) ++ Health.routes ++ Metrics.routes.get("/")((_, res) => res.text("app"))
    serving(routes, few): server =>
      val raw = RawHttp2(server.port)
      try
        (1 to LoadGate.MaxOwn).foreach(_ => raw.request("/held"): Unit)
        awaitRead(raw)
        val refused = (1 to 20).map(_ => ask(server, "/held"))
        assertEquals(refused.map(_.statusCode).distinct, Seq(503))
        assert(metric(server, "eddy_http_refused_total{reason=\"own\"} 20.0"))
        assert(metric(server, "eddy_http_unanswered 0.0"), "they count as the application's")
        assertEquals(ask(server, "/").statusCode, 200)
        assertEquals(ask(server, "/health").statusCode, 200)
        assertEquals(ask(server, "/metrics").statusCode, 503)
        go.countDown()
        Eventually.until("their room is free again")(ask(server, "/metrics").statusCode == 200)
      finally
        go.countDown()
        raw.close()

  // a flood of one kind, such as a stranger's whom LocalOnly refuses, keeps others from that kind alone
  for (standing, most, reason, closed) <- Seq(
      (Standing.Own, LoadGate.MaxOwn, "own", "/metrics"),
      (Standing.Ready, LoadGate.MaxReady, "ready", "/ready"),
      (Standing.Health, LoadGate.MaxHealth, "health", "/health")
    )
  do
    test(s"pages of the standing $standing have a bound of their own"):
      val go = CountDownLatch(1)
      val blocking = Routes.own("/blocks", standing): (_, res) =>
        go.await()
        res.text("held")
      val paths = Seq("/metrics", "/ready", "/health")
      val wide = few.copy(http2 = Some(Http2(maxConcurrentStreams = 2000)))
      serving(blocking ++ Health.routes ++ Metrics.routes ++ Readiness().routes, wide): server =>
        val raw = RawHttp2(server.port)
        try
          (1 to most + 5).foreach(_ => raw.request("/blocks"): Unit)
          awaitRead(raw)
          assert(metric(server, s"eddy_http_refused_total{reason=\"$reason\"} 5.0"))
          for path <- paths do
            assertEquals((path, ask(server, path).statusCode), (path, if path == closed then 503 else 200))
          go.countDown()
          Eventually.until("their room is free again")(ask(server, closed).statusCode == 200)
        finally
          go.countDown()
          raw.close()
  end for

  test("files are the application's work"):
    val go = CountDownLatch(1)
    val routes = Routes
      .files("/files", "site")
      .get("/blocks"): (_, res) =>
        go.await()
        res.text("done")
    serving(routes ++ Health.routes, few): server =>
      val raw = RawHttp2(server.port)
      try
        (1 to 8).foreach(_ => raw.request("/blocks"): Unit)
        awaitRead(raw)
        assertEquals(ask(server, "/files/none.txt").statusCode, 503)
        assertEquals(ask(server, "/health").statusCode, 200)
        go.countDown()
        Eventually.until("there is room again")(ask(server, "/files/none.txt").statusCode == 404)
      finally
        go.countDown()
        raw.close()

  test("/metrics is computed once for many who ask within a second"):
    val metrics = Metrics()
    val computed = java.util.concurrent.atomic.AtomicInteger()
    io.micrometer.core.instrument.Gauge.builder("test.computed", () => computed.incrementAndGet().toDouble)
      .register(metrics.registry): Unit
    val pages = (1 to 200).map(_ => metrics.recentPage())
    // the loop may take longer than a second on a busy machine
    assert(clue(computed.get) < 50)
    assertEquals(pages.head.toSeq, pages(1).toSeq)
end OwnPagesSuite
