package eddy.web

class CsrfSuite extends WebSuite:
  private val form = "Content-Type" -> "application/x-www-form-urlencoded"
  private val plain = Routes
    .post("/do")((_, res) => res.text("done"))
    .put("/do")((_, res) => res.text("done"))
    .get("/do")((_, res) => res.text("shown"))
    .through(Csrf(trustedOrigins = Set("https://login.example.org")))

  private val withTokens = Routes
    .get("/form")((req, res) => res.text(Csrf.token(req)))
    .post("/do")((_, res) => res.text("done"))
    .through(Sessions(Secret.random()), Csrf(tokens = true))

  test("requests that other sites cause are refused, those of pages of our own and of programs are not"):
    serving(plain): server =>
      val own = server.url
      val rows = Seq(
        (Seq("Sec-Fetch-Site" -> "same-origin"), 200),
        (Seq("Sec-Fetch-Site" -> "none"), 200),
        (Seq("Sec-Fetch-Site" -> "cross-site"), 403),
        (Seq("Sec-Fetch-Site" -> "same-site"), 403),
        (Seq("Sec-Fetch-Site" -> "something-new"), 403),
        (Seq("Sec-Fetch-Site" -> ""), 403),
        (Seq("Sec-Fetch-Site" -> "cross-site", "Origin" -> own), 403),
        (Seq("Sec-Fetch-Site" -> "cross-site", "Origin" -> "https://login.example.org"), 200),
        (Seq("Sec-Fetch-Site" -> "cross-site", "Origin" -> "https://login.example.org.evil.org"), 403),
        (Seq("Origin" -> own), 200),
        (Seq("Origin" -> own.replace("http", "https")), 200), // behind a proxy that ends TLS
        (Seq("Origin" -> "https://login.example.org"), 200),
        (Seq("Origin" -> "http://login.example.org"), 403),
        (Seq("Origin" -> s"$own.evil.org"), 403),
        (Seq("Origin" -> s"http://127.0.0.1:1"), 403),
        (Seq("Origin" -> "null"), 403),
        (Seq("Origin" -> ""), 403),
        (Nil, 200)
      )
      for (headers, status) <- rows; method <- Seq("POST", "PUT") do
        assertEquals(ask(server, "/do", method, headers = headers).statusCode, status, (method, headers))

  test("methods that change nothing pass from anywhere"):
    serving(plain): server =>
      assertEquals(ask(server, "/do", headers = Seq("Sec-Fetch-Site" -> "cross-site")).body, "shown")

  private def cookieOf(answer: Answer) = "Cookie" -> answer.head("set-cookie").takeWhile(_ != ';')

  test("with tokens, only the token of this session is taken, from a form's field or a header"):
    serving(withTokens): server =>
      val page = ask(server, "/form")
      val (mine, token) = (cookieOf(page), page.body)
      val other = ask(server, "/form")
      val again = ask(server, "/form", headers = Seq(mine)).body
      assertNotEquals(again, token, "it looks different each time")
      val rows = Seq(
        (s"csrf=$token", Seq(mine, form), 200),
        (s"csrf=$again", Seq(mine, form), 200),
        ("", Seq(mine, "X-CSRF-Token" -> token), 200),
        ("x=y", Seq(mine, form), 403),
        ("", Seq(mine), 403),
        ("csrf=", Seq(mine, form), 403),
        (s"csrf=${other.body}", Seq(mine, form), 403),
        (s"csrf=$token", Seq(cookieOf(other), form), 403),
        (s"csrf=$token", Seq(form), 403),
        (s"csrf=${token.updated(84, if token(84) == 'A' then 'B' else 'A')}", Seq(mine, form), 403),
        (s"csrf=${token.dropRight(4)}", Seq(mine, form), 403),
        ("csrf=%00", Seq(mine, form), 403),
        (s"csrf=${"A" * 86}", Seq(mine, form), 403),
        (s"csrf=$token", Seq(mine, form, "Origin" -> "https://evil.org"), 403)
      )
      for (body, headers, status) <- rows do
        assertEquals(ask(server, "/do", "POST", body, headers).statusCode, status, (body, headers))

  test("a route that streams its bodies takes the token from the header only"):
    val routes = Routes
      .get("/form")((req, res) => res.text(Csrf.token(req)))
      .post("/do", Body.Streamed())((req, res) => res.complete(req.body.discard())(n => res.text(s"$n")))
      .through(Sessions(Secret.random()), Csrf(tokens = true))
    serving(routes): server =>
      val page = ask(server, "/form")
      val sent = Seq(cookieOf(page), form)
      val refused = ask(server, "/do", "POST", s"csrf=${page.body}", sent)
      assertEquals(refused.statusCode, 403)
      assert(clue(refused.body).contains("in the header X-CSRF-Token"))
      assertEquals(ask(server, "/do", "POST", "x=y", sent :+ ("X-CSRF-Token" -> page.body)).body, "3")

  test("a page with a token and a form that brings it back touch nothing that is shared"):
    val said = Explanation.of(withTokens)
    for route <- Seq("GET /form", "POST /do") do assert(clue(said).contains(s"$route: stateless"))

  test("tokens without sessions are a mistake of the program, which the report explains"):
    val routes = Routes.post("/")((_, res) => res.empty()).through(Csrf(tokens = true))
    serving(routes): server =>
      assertEquals(ask(server, "/", "POST").statusCode, 500)
      assert(clue(nextReport()._1.getMessage.nn).contains("attribute session"))
end CsrfSuite
