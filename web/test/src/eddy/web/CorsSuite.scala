package eddy.web

import java.net.http.HttpHeaders
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.given

class CorsSuite extends WebSuite:
  private val app = "https://app.example.org"
  private val cors = Cors(
    Origins.Only(Set(app)),
    credentials = true,
    requestHeaders = Seq("Content-Type", "X-Own"),
    exposedHeaders = Seq("X-Count"),
    maxAge = 1.minute
  )
  private val inside = Routes
    .get("/items")((_, res) => res.header("Vary", "Accept-Language").text("items"))
    .put("/items/:id")((_, res) => res.text("put"))
    .get("/fails")((_, _) => throw RuntimeException("on purpose"))
    .through(cors)
  private val routes = inside ++ Routes.post("/items")((_, res) => res.text("closed"))

  private def allowed(headers: HttpHeaders) =
    headers.map.asScala.toSeq.filter(
      _._1.startsWith("access-control")
    ).map(_ -> _.asScala.mkString("|")).sorted

  private def preflight(server: RunningServer, path: String, origin: String, method: String, names: String) =
    val headers = Seq("Origin" -> origin, "Access-Control-Request-Method" -> method) ++
      Option.when(names.nonEmpty)("Access-Control-Request-Headers" -> names)
    ask(server, path, "OPTIONS", headers = headers)

  test("a page of a listed origin may read the answer, failures too"):
    serving(routes): server =>
      val answer = ask(server, "/items", headers = Seq("Origin" -> app))
      assertEquals(
        allowed(answer.headers),
        Seq(
          "access-control-allow-credentials" -> "true",
          "access-control-allow-origin" -> app,
          "access-control-expose-headers" -> "X-Count"
        )
      )
      assertEquals(answer.headers.allValues("vary").asScala.toSeq, Seq("Accept-Language", "Origin"))
      val failed = ask(server, "/fails", headers = Seq("Origin" -> app))
      assertEquals((failed.statusCode, failed.head("access-control-allow-origin")), (500, app))

  test("other origins, and requests without one, get the answer without leave to read it"):
    val others = Seq(
      "https://evil.example.org",
      "http://app.example.org",
      "https://app.example.org:444",
      "https://app.example.org.evil.org",
      "https://xapp.example.org",
      "null",
      "*"
    )
    serving(routes): server =>
      for headers <- others.map(o => Seq("Origin" -> o)) :+ Nil do
        val answer = ask(server, "/items", headers = headers)
        assertEquals((answer.statusCode, allowed(answer.headers)), (200, Nil), headers)
        assert(answer.headers.allValues("vary").contains("Origin"), headers)

  test("a preflight is answered for the route that is meant"):
    serving(routes): server =>
      val answer = preflight(server, "/items/7", app, "PUT", "content-type,x-own")
      assertEquals(answer.statusCode, 204)
      assertEquals(
        allowed(answer.headers),
        Seq(
          "access-control-allow-credentials" -> "true",
          "access-control-allow-headers" -> "Content-Type, X-Own",
          "access-control-allow-methods" -> "PUT",
          "access-control-allow-origin" -> app,
          "access-control-max-age" -> "60"
        )
      )
      val vary = answer.headers.allValues("vary").asScala.mkString(", ")
      assert(clue(vary).contains("Origin") && vary.contains("Access-Control-Request-Headers"))

  test("a preflight of another origin, header or route is given no leave"):
    val rows = Seq(
      ("/items/7", "https://evil.example.org", "PUT", "", 403),
      ("/items/7", app, "PUT", "x-own,x-other", 403),
      ("/items", app, "POST", "", 204), // its route does not go through Cors: answered as any OPTIONS
      ("/items/7", app, "DELETE", "", 204),
      ("/items/7", app, "WebSocket", "", 204),
      ("/none", app, "GET", "", 404)
    )
    serving(routes): server =>
      for (path, origin, method, names, status) <- rows do
        val answer = preflight(server, path, origin, method, names)
        assertEquals(
          (answer.statusCode, answer.head("access-control-allow-methods")),
          (status, ""),
          (path, method)
        )

  test("OPTIONS that is not a preflight lists the methods"):
    serving(routes): server =>
      val answer = ask(server, "/items", "OPTIONS", headers = Seq("Origin" -> app))
      assertEquals((answer.statusCode, answer.head("allow")), (204, "GET, HEAD, POST, OPTIONS"))

  test("any origin is answered with *, and needs no Vary"):
    val open = Routes.get("/")((_, res) => res.text("x")).through(Cors(Origins.Any))
    serving(open): server =>
      val answer = ask(server, "/", headers = Seq("Origin" -> "null"))
      assertEquals(allowed(answer.headers), Seq("access-control-allow-origin" -> "*"))
      assertEquals(answer.head("vary"), "")

  test("a configuration that would open too much is refused at construction, with the remedy"):
    val bad = Seq[(() => Any, String)](
      (() => Cors(Origins.Any, credentials = true), "list the origins"),
      (() => Cors(Origins.SameHost), "need no CORS"),
      (() => Cors(Origins.Only(Set("app.example.org"))), "scheme, host and port"),
      (() => Cors(Origins.Only(Set(s"$app/"))), "scheme, host and port"),
      (() => Cors(Origins.Only(Set("https://*.example.org"))), "list each origin"),
      (() => Cors(Origins.Only(Set("https://example.org:443"))), "write https://example.org"),
      (() => Cors(Origins.Only(Set("http://[::1]:80"))), "write http://[::1]"),
      (() => Cors(Origins.Only(Set("https://example.org:65536"))), "from 1 to 65535"),
      (() => Cors(Origins.Only(Set("https://example.org:08443"))), "without zeros"),
      (() => Cors(Origins.Only(Set("https://user@example.org"))), "scheme, host and port only"),
      (() => Cors(Origins.Only(Set("https://example.org?q"))), "scheme, host and port only"),
      (() => Cors(Origins.Only(Set("https://example.org#f"))), "scheme, host and port only"),
      (() => Cors(Origins.Only(Set("https://a b"))), "scheme, host and port only"),
      (() => Cors(Origins.Only(Set("https://b\u00fccher.example"))), "xn--"),
      (() => Cors(Origins.Only(Set.empty)), "at least one origin"),
      (() => WebSocketOptions(origins = Origins.Only(Set.empty)), "Origins.SameHost"),
      (() => Csrf(trustedOrigins = Set("https://*.example.org")), "list each origin"),
      (() => Cors(Origins.Only(Set(app)), requestHeaders = Seq("*")), "name of one header"),
      (() => Cors(Origins.Only(Set(app)), maxAge = -1.second), "must not be negative")
    )
    for (make, text) <- bad do
      assert(clue(intercept[IllegalArgumentException](make()).getMessage.nn).contains(text))
    // as browsers send them
    for good <- Seq("http://localhost:3000", "https://my_app.local", "http://[::1]:8080", "https://x.org:80")
    do
      Cors(Origins.Only(Set(good))): Unit
end CorsSuite
