package eddy.web

import eddy.web.http2.RawHttp2

class ErrorPageSuite extends WebSuite:
  private val browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
  private val routes = Routes
    .get("/throws")((_, _) => throw IllegalStateException("the <secret> reason"))
    .get("/problem")((_, _) => throw HttpProblem(409, "It is <taken>."))
    .get("/fails")((_, res) => res.fail(418, "Short & stout."))
    .get("/query")((req, res) => res.text(req.queryAs[Int]("n").toString))
    .post("/body")((req, res) => res.text(req.bodyText))
    .webSocket("/ws")(_ => ())
    .files("/files", "malformed")

  private def get(
      server: RunningServer,
      path: String,
      accept: String = browser,
      method: String = "GET"
  ): Answer =
    ask(server, path, method, headers = Seq("Accept" -> accept))

  test("a browser gets a page with the request's id for every error, by handlers and by the server itself"):
    val rows = Seq(
      ("/none", "GET", 404, "Nothing is here."),
      ("/body", "GET", 405, "does not have the method GET"),
      ("/files/none.txt", "GET", 404, "Nothing is here."),
      ("/throws", "GET", 500, "The request failed here"),
      ("/problem", "GET", 409, "It is &lt;taken&gt;."),
      ("/fails", "GET", 418, "Short &amp; stout."),
      ("/query?n=x", "GET", 400, "Query parameter"),
      ("/%25%32", "GET", 404, ""),
      ("/ws", "GET", 426, "Only WebSockets are here"),
      ("/fails", "POST", 405, "")
    )
    serving(routes): server =>
      for (path, method, status, text) <- rows do
        val answer = get(server, path, method = method)
        assertEquals(
          (answer.statusCode, answer.head("content-type")),
          (status, "text/html; charset=utf-8"),
          path
        )
        assert(clue(answer.body).contains(text), path)
        assert(answer.body.startsWith("<!doctype html>") && answer.body.contains(
          s"""<p class="status">$status</p>"""
        ))
        val id = """<code>([^<]+)</code>""".r.findFirstMatchIn(answer.body).map(_.group(1))
        assert(id.exists(_.nn.length > 5), path)
        assert(!answer.body.contains("IllegalStateException"), "no stack trace unless in development")
        assert(answer.head("content-security-policy").startsWith("default-src 'none'"))
        assertEquals(answer.head("x-frame-options"), "SAMEORIGIN")
        assert(answer.headers.allValues("vary").contains("Accept"), path)

  test("an answer 401 says by which scheme a client shows who it is"):
    val routes = Routes
      .get("/problem")((_, _) => throw HttpProblem(401, "Show a token."))
      .get("/fails")((_, res) => res.fail(401, "Show a token."))
      .get("/own")((_, res) => res.header("WWW-Authenticate", "Basic realm=\"here\"").fail(401, "Show one."))
    serving(routes): server =>
      for path <- Seq("/problem", "/fails"); accept <- Seq(browser, "*/*") do
        assertEquals(get(server, path, accept).head("www-authenticate"), "Bearer", path)
      assertEquals(get(server, "/own").head("www-authenticate"), "Basic realm=\"here\"")

  test("a detail that names what the client sent is cut"):
    val echo = Routes.post("/form")((req, _) => throw HttpProblem(400, s"No field ${req.bodyText} is known."))
    serving(echo): server =>
      for accept <- Seq(browser, "*/*") do
        val answer = ask(server, "/form", "POST", "x" * 900_000, Seq("Accept" -> accept))
        assertEquals(answer.statusCode, 400)
        assert(answer.body.length < 10_000 && answer.body.contains("No field xxx"), answer.body.length)

  test("a client that does not ask for HTML, or prefers JSON, gets a problem document"):
    val rows = Seq(
      browser -> true,
      "text/html" -> true,
      "TEXT/HTML;level=1, */*" -> true,
      "application/xhtml+xml" -> true,
      "application/json, text/html" -> true,
      "*/*" -> false,
      "text/*" -> false,
      "application/json" -> false,
      "application/json, text/html;q=0.9" -> false,
      "application/problem+json, text/html;q=0.5, */*;q=0.1" -> false,
      "text/html;q=0" -> false,
      ";;,," -> false,
      "" -> false
    )
    serving(routes): server =>
      for (accept, isPage) <- rows; path <- Seq("/none", "/fails") do
        val expected = if isPage then "text/html; charset=utf-8" else "application/problem+json"
        val answer = get(server, path, accept)
        assertEquals(answer.head("content-type"), expected, (path, accept))
        assert(answer.headers.allValues("vary").contains("Accept"), (path, accept))
      assertEquals(ask(server, "/none").head("content-type"), "application/problem+json")

  test("over HTTP/2, and for heads that cannot be read, too"):
    serving(routes): server =>
      val raw = RawHttp2(server.port)
      try
        val answer = raw.answer(raw.request("/none", more = Seq("accept" -> browser)))
        assert(answer.text.contains("<h1>Not Found</h1>"))
      finally raw.close()
      connected(server): raw =>
        raw.get("/none", s"Accept: $browser\r\n")
        assert(raw.answer().body.contains("<h1>Not Found</h1>"))
        raw.send(s"HEAD /none HTTP/1.1\r\nHost: x\r\nAccept: $browser\r\n\r\n")
        val head = raw.answer(toHead = true)
        assertEquals((head.status, head.header("Content-Type")), (404, Some("text/html; charset=utf-8")))

  test("in development the page shows the stack trace of the exception, escaped"):
    logged("eddy.web"): lines =>
      serving(routes, quiet.copy(development = true)): server =>
        assert(awaitNext(lines).startsWith("development = true"))
        val page = get(server, "/throws").body
        assert(clue(page).contains("java.lang.IllegalStateException: the &lt;secret&gt; reason"))
        assert(page.contains("at eddy.web.ErrorPageSuite"))
        assert(!get(server, "/none").body.contains("Stack trace"))
        assert(!get(server, "/throws", "*/*").body.contains("IllegalStateException"))

  test("a service has its own page; when that fails, the problem document and a report are left"):
    val own: ErrorPage = error =>
      if error.status == 409 then sys.error("broken page")
      else Html.trusted(s"<h1>Oh no: ${error.status} ${error.title} ${error.requestId.nonEmpty}</h1>")
    serving(routes, quiet.copy(errorPage = own)): server =>
      for path <- Seq("/none", "/files/none") do
        val answer = get(server, path)
        assertEquals(answer.body, "<h1>Oh no: 404 Not Found true</h1>")
        assertEquals(answer.head("content-security-policy"), "")
      assertEquals(get(server, "/problem").head("content-type"), "application/problem+json")
      val (failure, where) = nextReport()
      assertEquals(failure.getMessage, "broken page")
      assert(clue(where).startsWith("the error page of GET /problem"))

  test("headers of filters stay, but for a policy that would hide the page's style"):
    val filtered = routes.through(SecurityHeaders())
    serving(filtered): server =>
      for path <- Seq("/none", "/fails") do
        val answer = get(server, path)
        assertEquals(answer.head("cross-origin-opener-policy"), "same-origin", path)
        assertEquals(answer.headers.allValues("content-security-policy").size, 1, path)
        assert(clue(answer.head("content-security-policy")).contains("style-src 'unsafe-inline'"), path)
end ErrorPageSuite
