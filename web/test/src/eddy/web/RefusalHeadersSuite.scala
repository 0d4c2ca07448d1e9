package eddy.web

import scala.concurrent.Promise
import scala.concurrent.duration.DurationInt

/** The headers that browsers need on answers that come from the server itself, before filters have run. */
class RefusalHeadersSuite extends WebSuite:
  private val app = "https://app.example.org"
  private val guarded = Routes
    .get("/never")((_, res) => res.complete(Promise[String]().future)(res.text))
    .post("/small", Body.Whole(maxBytes = 4))((_, res) => res.empty())
    .webSocket("/ws")(_ => ())
    .through(SecurityHeaders(SecurityHeaders.NoncePolicy), Cors(Origins.Only(Set(app)), credentials = true))

  private def asked(server: RunningServer, line: String, headers: String = "", origin: String = app) =
    connected(server): raw =>
      raw.send(s"$line HTTP/1.1\r\nHost: x\r\nOrigin: $origin\r\n$headers\r\n")
      if headers.contains("Content-Encoding") then raw.send("x")
      raw.answer()

  private val refusals = Seq(
    (413, "POST /small", "Content-Length: 5\r\n"),
    (417, "POST /small", "Expect: tea\r\nContent-Length: 1\r\n"),
    (415, "POST /small", "Content-Encoding: br\r\nContent-Length: 1\r\n"),
    (426, "GET /ws", ""),
    (503, "GET /never", ""),
    (404, "GET /nowhere", ""),
    (405, "DELETE /small", ""),
    (400, "GET /%zz", "")
  )
  private val config = quiet.copy(timeouts = Timeouts(response = 300.millis))

  test("refusals of the server have the headers of Cors and SecurityHeaders, too"):
    serving(guarded ++ Health.routes, config): server =>
      for (status, line, headers) <- refusals do
        val answer = asked(server, line, headers)
        assertEquals((line, answer.status), (line, status))
        assertEquals((line, answer.header("Access-Control-Allow-Origin")), (line, Some(app)))
        assertEquals((line, answer.header("Access-Control-Allow-Credentials")), (line, Some("true")))
        assertEquals((line, answer.header("Vary")), (line, Some("Origin")))
        assertEquals((line, answer.header("X-Frame-Options")), (line, Some("DENY")))
        val policy = answer.header("Content-Security-Policy").mkString
        assert(clue(policy).contains("'nonce-") && !policy.contains("{nonce}"), line)

  test("other origins see none of it"):
    serving(guarded, config): server =>
      for (status, line, headers) <- refusals do
        val answer = asked(server, line, headers, "https://evil.example.org")
        assertEquals((line, answer.status), (line, status))
        assertEquals((line, answer.header("Access-Control-Allow-Origin")), (line, None))
        assertEquals((line, answer.header("Vary")), (line, Some("Origin")))

  test("without a route there are those of filters that all routes go through"):
    serving(guarded ++ Routes.get("/free")((_, res) => res.empty())): server =>
      assertEquals(asked(server, "GET /nowhere").header("X-Frame-Options"), None)

  test("without a route there are those that all routes of the innermost known part of the path go through"):
    val items = Routes
      .get("/items/:id")((_, res) => res.empty())
      .post("/items")((_, res) => res.empty())
      .get("/files/*rest")((_, res) => res.empty())
      .through(Cors(Origins.Only(Set(app))))
    val strict = Routes.get("/page")((_, res) => res.empty()).through(SecurityHeaders())
    val routes = items.under("/api/v1") ++ strict.under("/api/v2") ++ Routes.get("/")((_, res) => res.empty())
    serving(routes ++ Health.routes ++ Health.routes.under("/api/v1")): server =>
      def heads(line: String) =
        val answer = asked(server, line)
        assert(answer.status == 404 || answer.status == 405, s"$line: ${answer.status}")
        (answer.header("Access-Control-Allow-Origin"), answer.header("X-Frame-Options"))
      val open = (Some(app), None)
      for line <- Seq(
          "GET /api/v1",
          "GET /api/v1/no",
          "GET /api/v1/items/1/2",
          "PUT /api/v1/items",
          "PUT /api/v1/files/a/b",
          "PUT /api/v1/health"
        )
      do
        assertEquals(heads(line), open, line)
      assertEquals(heads("GET /api/v2/no"), (None, Some("DENY")))
      for line <- Seq("GET /api/v3", "GET /api", "GET /no", "PUT /", "PUT /health") do
        assertEquals(heads(line), (None, None), line)

  test("headers that a filter has set itself stay"):
    val same: Filter = (_, res) => res.header("X-Frame-Options", "SAMEORIGIN"): Unit
    val own =
      Routes.get("/never")((_, res) => res.complete(Promise[String]().future)(res.text))
        .through(SecurityHeaders(), same)
    serving(own, config): server =>
      assertEquals(asked(server, "GET /never").header("X-Frame-Options"), Some("SAMEORIGIN"))
end RefusalHeadersSuite
