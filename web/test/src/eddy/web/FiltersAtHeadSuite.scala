package eddy.web

import eddy.web.http2.RawHttp2

import java.net.URLEncoder
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.duration.DurationInt

/** Filters that need no body do not wait for one. */
class FiltersAtHeadSuite extends WebSuite:
  private val user = Attribute[String]("user")
  private val called = AtomicInteger()
  private val named: Filter = (req, _) =>
    called.incrementAndGet(): Unit
    req.set(user, req.header("X-User").getOrElse(throw HttpProblem(401, "Say who you are in X-User.")))
  private val foreign = Seq("Sec-Fetch-Site" -> "cross-site")

  private def upload(filters: Filter*) =
    Routes.post("/")((req, res) => res.text(s"${req.get(user).mkString}:${req.bodyText}"))
      .through(filters*).get("/next")((_, res) => res.text("next"))

  private def exhausted =
    val limit = RateLimit(1, 1.hour)
    upload(limit) ++
      Routes.get("/spend")((_, res) => res.text("spent")).through(limit)

  private val refusals = Seq(
    ("Csrf", () => upload(Csrf()), foreign, 403),
    ("Csrf with tokens", () => upload(Sessions(Secret.random()), Csrf(tokens = true)), Nil, 403),
    ("RateLimit", () => exhausted, Nil, 429),
    ("LocalOnly", () => upload(LocalOnly), Seq("X-Forwarded-For" -> "192.0.2.1"), 404),
    ("a filter of the application", () => upload(Filter.atHead(named)), Nil, 401),
    ("a filter that may wait", () => upload(AheadFilter(() => throw HttpProblem(401, "no"))), Nil, 401),
    (
      "one behind filters that pass",
      () => upload(SecurityHeaders(), AheadFilter(() => ()), RateLimit(100, 1.hour), Filter.atHead(named)),
      Nil,
      401
    )
  )

  private def prepared[A](routes: Routes, config: ServerConfig = quiet)(body: RunningServer => A): A =
    serving(routes, config): server =>
      // takes the only token where there is one
      val _ = ask(server, "/spend")
      body(server)

  private def head(length: Int, headers: Seq[(String, String)]) =
    val lines = headers.map((name, value) => s"$name: $value\r\n").mkString
    s"POST / HTTP/1.1\r\nHost: localhost\r\n${lines}Content-Length: $length\r\n\r\n"

  for (name, routes, headers, status) <- refusals do
    test(s"what $name refuses is refused before its body has come, over HTTP/1.1"):
      prepared(routes()): server =>
        connected(server): raw =>
          raw.send(head(100_000, headers) + "begun")
          assertEquals(raw.answer().status, status)
          // the rest is dropped, and no request
          raw.send("x" * 99_995)
          raw.get("/next")
          assertEquals(raw.answer().body, "next")

    test(s"what $name refuses is refused before its body has come, over HTTP/2"):
      prepared(routes()): server =>
        val raw = RawHttp2(server.port)
        try
          val lower = headers.map((name, value) => (name.toLowerCase.nn, value))
          val stream = raw.request("/", "POST", lower :+ ("content-length" -> "40000"), end = false)
          raw.data(stream, "begun".getBytes, end = false)
          assertEquals(raw.answer(stream).status, status)
          raw.data(stream, new Array[Byte](15_000), end = false)
          raw.data(stream, new Array[Byte](14_000), end = false)
          raw.data(stream, new Array[Byte](10_995))
          assertEquals(raw.answer(raw.request("/next")).text, "next")
        finally raw.close()

    test(s"a client that waits for 100 Continue receives the refusal instead: $name"):
      prepared(routes()): server =>
        connected(server): raw =>
          raw.send(head(5, headers :+ ("Expect" -> "100-continue")))
          val answer = raw.answer()
          assertEquals((answer.status, answer.header("Connection")), (status, Some("close")))
  end for

  private def passes =
    Seq(Filter.atHead(named), RateLimit(100, 1.hour)) // an order in which both are events of the head

  test("100 Continue comes when the filters have let the request pass, over HTTP/1.1 and HTTP/2"):
    val go = CountDownLatch(1)
    val routes = upload(AheadFilter(() => go.await()) +: passes*)
    serving(routes): server =>
      connected(server): raw =>
        val two = RawHttp2(server.port)
        try
          raw.send(head(5, Seq("X-User" -> "ann", "Expect" -> "100-continue")))
          val stream = two.request(
            "/",
            "POST",
            Seq("x-user" -> "bob", "expect" -> "100-continue", "content-length" -> "5"),
            end = false
          )
          assert(!raw.hasMoreWithin(50), "the body was asked for before the filters had decided")
          go.countDown()
          assertEquals(raw.head().status, 100)
          raw.send("hello")
          assertEquals(raw.answer().body, "ann:hello")
          assertEquals(two.await(_.stream == stream).fields, Seq(":status" -> "100"))
          two.data(stream, "hello".getBytes)
          assertEquals(two.answer(stream).text, "bob:hello")
        finally two.close()

  test("a request that has waited for the one before it is asked for its body, too, or refused"):
    val one = quiet.copy(limits = Limits(maxPipelined = 1))
    for (filters, headers, status) <- Seq(
        (Nil, Nil, 100),
        (Seq(Filter.atHead(named)), Seq("X-User" -> "ann"), 100),
        (Seq(Filter.atHead(named)), Nil, 401)
      )
    do
      serving(upload(filters*), one): server =>
        connected(server): raw =>
          val before = "GET /next HTTP/1.1\r\nHost: x\r\n\r\n"
          raw.send(before + head(5, headers :+ ("Expect" -> "100-continue")))
          assertEquals(raw.answer().body, "next")
          assertEquals(raw.answer().status, status, filters)

  test("filters run once, and their results are kept until the body comes, in parts or at once"):
    called.set(0)
    val marking: Filter = (_, res) => res.status(201).header("X-Mark", "m"): Unit
    val late: Filter = (req, res) => res.header("X-Size", req.bodyText.length.toString): Unit
    val routes = upload(Filter.atHead(named), Filter.atHead(marking), late)
    serving(routes): server =>
      for parts <- Seq(Seq("hello"), Seq("he", "llo"), Seq("", "h", "e", "llo")) do
        connected(server): raw =>
          called.set(0)
          val first = head(5, Seq("X-User" -> "ann"))
          raw.send(first + parts.head)
          for part <- parts.tail do
            // the filters have run before the rest is sent
            eddy.testing.Eventually.until("the filter runs")(called.get == 1)
            raw.send(part)
          val answer = raw.answer()
          assertEquals((answer.status, answer.body, called.get), (201, "ann:hello", 1), parts)
          assertEquals((answer.header("X-Mark"), answer.header("X-Size")), (Some("m"), Some("5")), parts)

  test("a filter that reads the body waits for it, and so do those behind it"):
    val reading: Filter = (req, _) => if req.bodyText != "hello" then throw HttpProblem(422, "no")
    serving(upload(reading, Filter.atHead(named))): server =>
      connected(server): raw =>
        raw.send(head(5, Nil) + "he")
        raw.send("llo")
        assertEquals(raw.answer().status, 401)
        raw.send(head(5, Seq("X-User" -> "ann", "Expect" -> "100-continue")))
        assertEquals(raw.head().status, 100)
        raw.send("12345")
        assertEquals(raw.answer().status, 422)

  test("a token against forged requests may be a field of a form that comes slowly"):
    val routes = Routes.get("/form")((req, res) => res.text(Csrf.token(req)))
      .post("/")((req, res) => res.text(s"sent ${req.form("text").mkString}"))
      .through(Sessions(Secret.random()), Csrf(tokens = true))
    serving(routes): server =>
      val page = ask(server, "/form")
      val form = s"text=a&csrf=${URLEncoder.encode(page.body, UTF_8)}"
      val headers = Seq(
        "Cookie" -> page.head("set-cookie").takeWhile(_ != ';'),
        "Content-Type" -> "application/x-www-form-urlencoded"
      )
      for (sent, status) <- Seq((form, 200), (form.init + "!", 403)) do
        connected(server): raw =>
          raw.send(head(sent.length, headers :+ ("Expect" -> "100-continue")))
          assertEquals(raw.head().status, 100, "the filter needs the form")
          raw.send(sent.take(20))
          raw.send(sent.drop(20))
          assertEquals(raw.answer().status, status)

  test("a filter of the head that reads the body is a failure that says so"):
    val wrong = Filter.atHead((req, _) => req.bodyText: Unit)
    serving(upload(wrong)): server =>
      connected(server): raw =>
        raw.send(head(5, Seq("Expect" -> "100-continue")))
        assertEquals(raw.answer().status, 500)
        assert(clue(nextReport()._1.getMessage.nn).contains("Filter.atHead"))

  test("a filter of the head that does not decide is answered for when the time for answers is over"):
    val go = CountDownLatch(1)
    val routes = upload(AheadFilter(() => go.await(30, TimeUnit.SECONDS): Unit))
    val soon = quiet.copy(timeouts = Timeouts(response = 300.millis, body = 100.millis))
    try
      serving(routes, soon): server =>
        connected(server): raw =>
          // the client waits for the server, so its body is not slow
          raw.send(head(5, Seq("Expect" -> "100-continue")))
          assertEquals(raw.answer().status, 503)
          go.countDown()
    finally go.countDown()

  test("a request that waited behind a large one is asked for its body when its turn has come"):
    serving(upload(Filter.atHead(named))): server =>
      connected(server): raw =>
        val size = 70_000
        raw.send(head(size, Seq("X-User" -> "ann")) + "x" * size + head(
          5,
          Seq("X-User" -> "bob", "Expect" -> "100-continue")
        ))
        assertEquals(raw.answer().body.length, "ann:".length + size)
        assertEquals(raw.head().status, 100)
        raw.send("hello")
        assertEquals(raw.answer().body, "bob:hello")

  test("a server that has too much to do refuses at the head, without 100 Continue before it"):
    val go = CountDownLatch(1)
    val routes = upload(Filter.atHead(named)) ++ Routes.get("/busy"): (_, res) =>
      go.await()
      res.text("done")
    serving(routes, quiet.copy(overload = Overload(maxUnanswered = 1))): server =>
      try
        connected(server): busy =>
          busy.get("/busy")
          eddy.testing.Eventually.until("the handler runs"):
            server.metrics.scrape().linesIterator.contains("eddy_http_unanswered 1.0")
          connected(server): raw =>
            raw.send(head(5, Seq("X-User" -> "ann", "Expect" -> "100-continue")))
            assertEquals(raw.head().status, 503)
          go.countDown()
          assertEquals(busy.answer().body, "done")
      finally go.countDown()

  test("of a body that is dropped the route's limit says nothing"):
    val routes = Routes.post("/", Body.Whole(10))((_, res) => res.text("ran")).through(Filter.atHead(named))
      .get("/next")((_, res) => res.text("next"))
    serving(routes): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        assertEquals(raw.answer().status, 401)
        raw.send("8\r\ntoo much\r\n0\r\n\r\n")
        raw.get("/next")
        assertEquals(raw.answer().body, "next")

  test("a body that is refused while the filters run is answered once, and the handler does not run"):
    val go = CountDownLatch(1)
    val ran = AtomicInteger()
    val routes = Routes.post("/", Body.Whole(10))((_, res) =>
      ran.incrementAndGet(): Unit
      res.text("ran")
    ).through(AheadFilter(() => go.await()))
    serving(routes): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        raw.send("8\r\ntoo much\r\n")
        assertEquals(raw.answer().status, 413)
        go.countDown()
        assert(raw.isAtEnd)
        assertEquals(ran.get, 0)

  test("requests that wait for their bodies do not count as waiting for answers"):
    serving(upload(Filter.atHead(named)), quiet.copy(overload = Overload(maxUnanswered = 2))): server =>
      val clients = (1 to 8).map(_ => RawClient(server.port))
      try
        for raw <- clients do
          raw.send(head(5, Seq("X-User" -> "ann", "Expect" -> "100-continue")))
          assertEquals(raw.head().status, 100)
        val metrics = server.metrics.scrape().linesIterator.toSeq
        assert(metrics.contains("eddy_http_unanswered 0.0") && metrics.contains("eddy_http_waiting 0.0"))
        for raw <- clients do
          raw.send("hello")
          assertEquals(raw.answer().body, "ann:hello")
      finally clients.foreach(_.close())
end FiltersAtHeadSuite
