package eddy.web

import eddy.web.http2.RawHttp2

import scala.concurrent.Promise
import scala.concurrent.duration.DurationInt

/** A browser's `EventSource` never connects again after a status other than 200 (HTML, section 9.2.3): so a
  * temporary state has no such status.
  */
class RefusedEventsSuite extends WebSuite:
  private final case class Row(
      name: String,
      status: Int,
      routes: Routes,
      config: ServerConfig = quiet,
      more: String = "",
      before: RunningServer => AutoCloseable = _ => () => ()
  )

  private val events = Routes.get("/events")((_, res) => res.events().send("here"): Unit)
  private def failing(answer: Response => Unit) = Routes.get("/events")((_, res) => answer(res))
  private val asEventSource = "Accept: text/event-stream\r\n"

  /** Streams that stay open. */
  private def open(n: Int, more: String = "")(server: RunningServer): AutoCloseable =
    val raws = Seq.fill(n)(RawClient(server.port))
    for raw <- raws do
      raw.get("/events", more)
      assertEquals(raw.head().status, 200)
    () => raws.foreach(_.close())

  private def askedOnce(server: RunningServer): AutoCloseable =
    open(1)(server).close()
    () => ()

  private val forwarded = "X-Forwarded-For: 192.0.2.1\r\n"
  private def limited(limits: Limits) = quiet.copy(limits = limits)

  private val rows = Seq(
    Row(
      "too many connections",
      503,
      events,
      limited(Limits(maxConnections = 2, maxConnectionsPerAddress = 1000)),
      before = open(2)
    ),
    Row(
      "too many connections of its address",
      503,
      events,
      limited(Limits(maxConnectionsPerAddress = 2)),
      before = open(2)
    ),
    Row(
      "too many streams of its address behind a proxy",
      503,
      events,
      limited(Limits(maxConnectionsPerAddress = 2)).copy(
        trustedProxies = Some(TrustedNetworks(Seq("127.0.0.1")))
      ),
      forwarded,
      open(2, forwarded)
    ),
    Row("too many requests", 429, events.through(RateLimit(1, 1.hour)), before = askedOnce),
    Row("a handler that fails with 503", 503, failing(_.fail(503, "Come again."))),
    Row("a handler that throws 504", 504, failing(_ => throw HttpProblem(504, "Late."))),
    Row(
      "no answer in time",
      503,
      failing(res => res.complete(Promise[String]().future)(res.text)),
      quiet.copy(timeouts = Timeouts(response = 200.millis))
    )
  )

  for row <- rows do
    test(s"an EventSource receives a stream that says when to connect again: ${row.name}"):
      serving(row.routes, row.config): server =>
        val before = row.before(server)
        try
          connected(server): raw =>
            raw.get("/events", asEventSource + row.more)
            val told = raw.answer()
            assertEquals((told.status, told.header("Content-Type")), (200, Some("text/event-stream")))
            val Retry = "retry: (\\d+)\n\n".r
            told.body match
              case Retry(millis: String) => assert(clue(millis.toInt) >= 2000)
              case other => fail(other)
          // others learn it by the status
          connected(server): raw =>
            raw.get("/events", row.more)
            assertEquals(raw.answer().status, row.status)
        finally before.close()

  test("whatever else the client takes, and however it writes it"):
    val accepted = Seq(
      ("text/event-stream, */*", 200),
      ("application/json;q=0.5,Text/Event-Stream", 200),
      ("text/event-stream;charset=utf-8", 200),
      ("text/html\r\nAccept: text/event-stream", 200),
      ("text/event-stream;q=0", 503),
      ("text/event-streams", 503),
      ("text/*, */*", 503)
    )
    serving(failing(_.fail(503, "Come again."))): server =>
      for (accept, status) <- accepted do
        connected(server): raw =>
          raw.get("/events", s"Accept: $accept\r\n")
          assertEquals(raw.answer().status, status, accept)

  test("over HTTP/2, too"):
    serving(failing(_.fail(503, "Come again."))): server =>
      val raw = RawHttp2(server.port)
      try
        val told = raw.answer(raw.request("/events", more = Seq("accept" -> "text/event-stream")))
        assert(clue(told.text).startsWith("retry: "))
      finally raw.close()

  test("a final status stays, and so do statuses for other methods"):
    val routes = Routes
      .get("/gone")((_, res) => res.fail(410, "Gone."))
      .get("/broken")((_, res) => res.fail(500, "Broken."))
      .post("/busy")((_, res) => res.fail(503, "Come again."))
    serving(routes): server =>
      val accept = Seq("Accept" -> "text/event-stream")
      val statuses = Seq("GET" -> "/gone", "GET" -> "/broken", "POST" -> "/busy").map: (method, path) =>
        ask(server, path, method, headers = accept).statusCode
      assertEquals(statuses, Seq(410, 500, 503))

  test("a refusal by a filter is counted, however the client learns of it"):
    serving(events.through(RateLimit(1, 1.hour))): server =>
      askedOnce(server).close()
      connected(server): raw =>
        raw.get("/events", asEventSource)
        assertEquals(raw.answer().status, 200)
      val refusals =
        server.metrics.scrape().linesIterator.filter(_.startsWith("eddy_filter_refusals_total")).toSeq
      assert(clue(refusals).exists(line => line.contains("rate-limit") && line.endsWith(" 1.0")))
end RefusedEventsSuite
