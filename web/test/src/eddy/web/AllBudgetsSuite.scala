package eddy.web

import eddy.testing.Eventually
import eddy.web.http2.RawHttp2

import java.util.concurrent.CountDownLatch
import scala.concurrent.Promise
import scala.concurrent.duration.DurationInt

/** All budgets of docs/limits.md that a server of its own has, filled at once. */
class AllBudgetsSuite extends WebSuite:
  private val MiB = 1024 * 1024
  private val large = new Array[Byte](2 * MiB)

  private val config = quiet.copy(
    overload = Overload(
      maxUnanswered = 200,
      maxUnansweredBytes = 8 * MiB,
      maxUnsentBytes = 8 * MiB,
      maxWait = 10.minutes
    ),
    limits = Limits(maxConnections = 300, maxConnectionsPerAddress = 300, maxBodyBytes = 4 * MiB),
    timeouts = Timeouts(response = 10.minutes, write = 10.minutes, header = 10.minutes),
    compression = false
  )

  private def liveBytes: Long =
    System.gc()
    val runtime = Runtime.getRuntime
    runtime.totalMemory - runtime.freeMemory

  private def metric(server: RunningServer, name: String): Double =
    server.metrics.scrape().linesIterator.filter(_.startsWith(name)).map(_.split(' ').last.toDouble).sum

  /** As many as ask; a server that refuses a connection resets it. */
  private def each(count: Int)(open: => AutoCloseable): Seq[AutoCloseable] =
    (1 to count).flatMap: _ =>
      try Some(open)
      catch case _: java.io.IOException => None

  private def raw(server: RunningServer)(does: RawClient => Unit): AutoCloseable =
    val client = RawClient(server.port, receiveBuffer = 4096)
    try does(client)
    catch case _: java.io.IOException => ()
    () => client.close()

  test("with every budget full at once the heap stays flat, /health answers, and all is free afterwards"):
    val never = Promise[String]()
    val free = CountDownLatch(1)
    val routes = Health.routes ++ Metrics.routes ++ Routes
      .get("/")((_, res) => res.text("here"))
      .get("/large")((_, res) => res.bytes("application/octet-stream", large.clone))
      .get("/waits")((_, res) => res.complete(never.future)(res.text))
      .post("/body")((req, res) =>
        res.complete(never.future)(text => res.text(s"$text${req.bodyBytes.length}"))
      )
      .webSocket("/socket")(socket => socket.onBinary(_ => free.await()))
    val before = liveBytes
    logged("eddy.web")(_ =>
      serving(routes, config): server =>
        val floods = Seq[() => Seq[AutoCloseable]](
          // answers that nobody takes
          () => each(30)(raw(server)(client => (1 to 4).foreach(_ => client.get("/large")))),
          () =>
            each(10):
              val client = RawHttp2(server.port, window = 0)
              (1 to 20).foreach(_ => client.request("/large"): Unit)
              () => client.close()
          ,
          // bodies that stop, and such as are whole
          () =>
            each(30)(raw(server) { client =>
              client.send(s"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * MiB}\r\n\r\n")
              client.send(new Array[Byte](MiB))
            }),
          () =>
            each(30)(raw(server) { client =>
              client.send(s"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: $MiB\r\n\r\n")
              client.send(new Array[Byte](MiB))
            }),
          // requests that are not answered, and pages of the server's own
          () => each(60)(raw(server)(client => (1 to 8).foreach(_ => client.get("/waits")))),
          () => each(30)(raw(server)(client => (1 to 8).foreach(_ => client.get("/metrics")))),
          // messages ahead of their handlers
          () =>
            each(20)(raw(server) { client =>
              val socket = WebSocketClient(client, "/socket")
              (1 to 3).foreach(_ => socket.send(2, new Array[Byte](500_000)))
            }),
          // connections that say nothing
          () => each(200)(raw(server)(_ => ()))
        )
        val threads = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()
        val all =
          floods.map(flood => java.util.concurrent.CompletableFuture.supplyAsync(() => flood(), threads))
        try
          val open = all.flatMap(await(_))
          try
            Eventually.until("requests are refused", server.metrics.scrape())(
              metric(server, "eddy_http_refused_total") > 0
            )
            Eventually.until("what is kept is within the budget")(
              metric(server, "eddy_http_unsent_bytes ") <= 8 * MiB
            )
            // what one connection may have in addition: a body as large as it may be, or a window
            assert(clue(metric(server, "eddy_http_body_bytes ")) <= 8.0 * MiB + 20 * 1.6 * MiB)
            assert(clue(liveBytes - before) < 96L * MiB)
            Eventually.until("/health answers"):
              try ask(server, "/health").statusCode == 200
              catch case _: java.io.IOException => false
          finally
            free.countDown()
            never.success("")
            open.foreach(_.close())
          for gauge <- Seq("eddy_http_unsent_bytes ", "eddy_http_body_bytes ", "eddy_http_unanswered ") do
            Eventually.until(s"$gauge is 0 again", s"${metric(server, gauge)}")(metric(server, gauge) == 0)
          assertEquals(ask(server, "/").statusCode, 200)
        finally threads.close()
        end try
    )
end AllBudgetsSuite
