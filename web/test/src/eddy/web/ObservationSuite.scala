package eddy.web

import eddy.actor.{ActorSystem, Overflow, Router, Routing, actor, stop, threadActor}
import eddy.runtime.Engine
import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

class ObservationSuite extends WebSuite:
  private val routes =
    Routes.get("/users/:id")((_, res) => res.text("ok")) ++ Metrics.routes ++ Health.routes

  test("metrics count by method, pattern and status, never by path"):
    serving(routes): server =>
      for id <- 1 to 3 do assertEquals(ask(server, s"/users/$id").statusCode, 200)
      assertEquals(ask(server, "/nowhere/at/all").statusCode, 404)
      val text = ask(server, "/metrics")
      assert(text.head("content-type").startsWith("text/plain; version=0.0.4"))
      assert(
        text.body.contains(
          "eddy_requests_seconds_count{method=\"GET\",route=\"/users/:id\",status=\"200\"} 3"
        ),
        text.body
      )
      assert(
        text.body.contains("eddy_requests_seconds_count{method=\"GET\",route=\"unmatched\",status=\"404\"} 1")
      )
      assert(!text.body.contains("nowhere"))
      assert(text.body.contains("eddy_connections "))
      assert(text.body.contains("jvm_memory_used_bytes"))
      assert(text.body.contains("eddy_engine_workers"))

  test("refusals of filters are counted by filter, and other answers behind them are not"):
    val login: Filter = (req, res) =>
      if req.query("as").contains("nobody") then throw HttpProblem(401, "Sign in.")
      if req.query("as").isEmpty then res.redirect("/login")
    val cors = Cors(Origins.Only(Set("https://app.example.org")))
    val guarded = Routes
      .post("/")((_, res) => res.fail(409, "The handler itself fails."))
      .through(cors, Csrf(), RateLimit(3, 1.hour), login)
    serving(guarded ++ Metrics.routes): server =>
      val other = Seq("Origin" -> "https://other.example.org")
      def post(query: String, headers: Seq[(String, String)] = Nil) =
        ask(server, s"/$query", "POST", "x", headers).statusCode
      val preflight = Seq("Access-Control-Request-Method" -> "POST")
      assertEquals(ask(server, "/", "OPTIONS", headers = other ++ preflight).statusCode, 403)
      val ours = Seq("Origin" -> "https://app.example.org")
      assertEquals(ask(server, "/", "OPTIONS", headers = ours ++ preflight).statusCode, 204)
      for _ <- 1 to 2 do assertEquals(post("?as=ann", other), 403)
      assertEquals(Seq("?as=nobody", "", "?as=ann").map(post(_)), Seq(401, 303, 409))
      for _ <- 1 to 3 do assertEquals(post("?as=ann"), 429)
      val text = ask(server, "/metrics").body
      val counted = text.linesIterator.filter(_.startsWith("eddy_filter_refusals_total")).toSet
      assertEquals(
        counted,
        Seq("application" -> 1, "cors" -> 1, "csrf" -> 2, "rate-limit" -> 3)
          .map((filter, n) => s"eddy_filter_refusals_total{filter=\"$filter\"} $n.0").toSet
      )

  test("a metrics object of one's own carries the application's meters too"):
    val metrics = Metrics()
    metrics.registry.counter("shop.orders").increment()
    val server = Server(quiet, metrics).start(metrics.routes)
    try assert(ask(server, "/metrics").body.contains("shop_orders_total 1.0"))
    finally server.stop()

  test("the counts of bounded mailboxes are among the meters, all together"):
    val system = ActorSystem(Engine.default)
    val held = CountDownLatch(1)
    val metrics = Metrics()
    ActorMeters(system).bindTo(metrics.registry)
    given ActorSystem = system
    for _ <- 1 to 2 do
      val ref = actor.bounded[Int](2, Overflow.DropOldest) { held.await(); stop }
      (1 to 5).foreach(ref ! _)
    val refusing = threadActor.bounded[Int](1, Overflow.Refuse)(held.await())
    (1 to 3).foreach(refusing ! _)
    val _ = Router[Int](Routing.RoundRobin, 1)(_ => actor[Int](stop))
    Eventually.until("the router has no actor")(system.stats.emptiedRouters == 1)
    val server = Server(quiet, metrics).start(metrics.routes)
    try
      val text = ask(server, "/metrics").body
      assert(text.contains("eddy_actors_mailboxes_waiting 5.0"), text)
      assert(text.contains("eddy_actors_routers_emptied_total 1.0"), text)
      for (outcome, count) <- List("refused" -> 2, "dropped" -> 6, "replaced" -> 0, "slowed" -> 0) do
        val line = s"eddy_actors_mailboxes_overflows_total{outcome=\"$outcome\"} $count.0"
        assert(text.contains(line), text)
    finally
      held.countDown()
      server.stop()

  test("each request is one line of the access log"):
    logged("eddy.access"): lines =>
      serving(routes, quiet.copy(accessLog = true)): server =>
        val _ = ask(server, "/users/7?x=1", headers = Seq("Referer" -> "http://a/", "User-Agent" -> "me"))
        val line = awaitNext(lines)
        val pattern =
          "127\\.0\\.0\\.1 - - \\[.+\\] \"GET /users/7\\?x=1 HTTP/1\\.1\" 200 2 \"http://a/\" \"me\" [0-9]+\\.[0-9]{3}ms \\S+"
        assert(line.matches(pattern), line)

  test("nothing that clients send ends a line or a field of the access log"):
    logged("eddy.access"): lines =>
      serving(routes, quiet.copy(accessLog = true)): server =>
        connected(server): raw =>
          raw.get("/users/7", "User-Agent: a\"b\\c\td\u00e9\u0085\r\n")
          assertEquals(raw.answer().status, 200)
        val line = awaitNext(lines)
        assert(line.contains(" \"a\\\"b\\\\c\\x09d\\xe9\\x85\" "), line)

  test("the access log can be off"):
    logged("eddy.access"): lines =>
      serving(routes): server =>
        assertEquals(ask(server, "/users/1").statusCode, 200)
      assert(lines.isEmpty)
end ObservationSuite
