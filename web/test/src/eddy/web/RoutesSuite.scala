package eddy.web

import eddy.web.http2.RawHttp2

class RoutesSuite extends WebSuite:
  private def answer(text: String): (Request, Response) => Unit = (_, response) => response.text(text)

  test("a parameter takes one segment and the rest takes all that follow"):
    val routes = Routes
      .get("/users/:id/posts/:post")((req, res) => res.text(s"${req.path("id")} ${req.path("post")}"))
      .get("/tree/*where")((req, res) => res.text(s"[${req.path("where")}]"))
    serving(routes): server =>
      assertEquals(ask(server, "/users/7/posts/8").body, "7 8")
      assertEquals(ask(server, "/users//posts/8").statusCode, 404)
      assertEquals(ask(server, "/users/7/posts/8/9").statusCode, 404)
      assertEquals(ask(server, "/tree/a/b/c").body, "[a/b/c]")
      assertEquals(ask(server, "/tree/").body, "[]")

  test("a literal beats a parameter, and a parameter the rest"):
    val routes = Routes
      .get("/a/*rest")(answer("rest"))
      .get("/a/:x")(answer("parameter"))
      .get("/a/me")(answer("literal"))
      .get("/a/:x/deep")(answer("deep"))
    serving(routes): server =>
      assertEquals(ask(server, "/a/me").body, "literal")
      assertEquals(ask(server, "/a/you").body, "parameter")
      assertEquals(ask(server, "/a/me/deep").body, "deep")
      assertEquals(ask(server, "/a/me/other").body, "rest")

  test("path segments are percent-decoded once"):
    val routes = Routes.get("/x/:name")((req, res) => res.text(req.path("name")))
    serving(routes): server =>
      assertEquals(ask(server, "/x/a%20b%2Fc").body, "a b/c")
      assertEquals(ask(server, "/x/%2541").body, "%41")
      assertEquals(ask(server, "/x/caf%C3%A9").body, "café")
      assertEquals(ask(server, "/x/a+b").body, "a+b")

  test("paths that do not decode, climb or hold control characters get 400"):
    serving(Routes.get("/*all")(answer("found"))): server =>
      for path <-
          Seq("/%zz", "/%4", "/%c3%28", "/%00", "/a/%0a", "/../x", "/a/%2e%2e/x", "/a/./x", "/%ED%A0%80")
      do
        connected(server): raw =>
          raw.get(path)
          assertEquals(raw.answer().status, 400, path)

  test("an unknown path gets 404 and a known one with another method 405 with Allow"):
    serving(Routes.get("/a")(answer("a")).post("/a")(answer("a"))): server =>
      val unknown = ask(server, "/b")
      assertEquals(unknown.statusCode, 404)
      assertEquals(unknown.head("content-type"), "application/problem+json")
      val wrong = ask(server, "/a", "DELETE")
      assertEquals(wrong.statusCode, 405)
      assertEquals(wrong.head("allow"), "GET, HEAD, POST, OPTIONS")

  test("a path below files that is no file is answered as by the other routes"):
    val routes = Routes
      .files("/", "site")
      .post("/buy")(answer("bought"))
      .webSocket("/live")(_ => ())
      .get("/about")(answer("about"))
      .post("/")(answer("sent"))
    serving(routes): server =>
      def asked(path: String, method: String = "GET") =
        val got = ask(server, path, method)
        (got.statusCode, got.head("allow"))
      assertEquals(asked("/buy"), (405, "POST, OPTIONS"))
      assertEquals(asked("/buy", "HEAD"), (405, "POST, OPTIONS"))
      assertEquals(asked("/buy", "PUT"), (405, "POST, OPTIONS"))
      assertEquals(asked("/buy", "OPTIONS"), (204, "POST, OPTIONS"))
      assertEquals(asked("/live", "PUT"), (405, "GET, OPTIONS"))
      assertEquals(asked("/nothing")._1, 404)
      assertEquals(asked("/")._1, 200, "index.html is there")
      val slash = ask(server, "/about/?a=b")
      assertEquals((slash.statusCode, slash.head("location")), (308, "/about?a=b"))
      val socket = ask(server, "/live")
      assertEquals((socket.statusCode, socket.head("upgrade")), (426, "websocket"))
      val raw = RawHttp2(server.port)
      try assertEquals(raw.answer(raw.request("/live")).status, 426)
      finally raw.close()

  test("HEAD is answered by the get route without a body, and with its length"):
    serving(Routes.get("/a")(answer("hello"))): server =>
      connected(server): raw =>
        raw.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\nHEAD /a HTTP/1.1\r\nHost: x\r\n\r\n")
        val first = raw.answer(toHead = true)
        assertEquals((first.status, first.header("Content-Length")), (200, Some("5")))
        assertEquals(raw.answer(toHead = true).status, 200)

  test("OPTIONS is answered by the server, for a path and for all of it"):
    serving(Routes.get("/a")(answer("a"))): server =>
      val one = ask(server, "/a", "OPTIONS")
      assertEquals((one.statusCode, one.head("allow")), (204, "GET, HEAD, OPTIONS"))
      connected(server): raw =>
        raw.send("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")
        assertEquals(raw.answer().status, 204)

  test("an own options or head route comes before the server's"):
    serving(Routes.get("/a")(answer("a")).options("/a")(answer("own"))): server =>
      assertEquals(ask(server, "/a", "OPTIONS").body, "own")

  test("a path known only with or without its last slash is redirected there"):
    serving(Routes.get("/a/*rest")(answer("a")).get("/b")(answer("b"))): server =>
      val to = ask(server, "/a?x=1")
      assertEquals((to.statusCode, to.head("location")), (308, "/a/?x=1"))
      assertEquals(ask(server, "/b/").head("location"), "/b")

  test("a redirection to another slash never leads to another host"):
    serving(Routes.get("/:a/:b/*rest")(answer("x")).get("/:x/")(answer("y"))): server =>
      connected(server): raw =>
        raw.get("//evil.example")
        assertEquals(raw.answer().status, 404)

  test("routes mount below a prefix and join"):
    val users = Routes.get("/")(answer("all")).get("/:id")((req, res) => res.text(req.path("id")))
    serving(users.under("/users") ++ Routes.get("/")(answer("home"))): server =>
      assertEquals(ask(server, "/users").body, "all")
      assertEquals(ask(server, "/users/3").body, "3")
      assertEquals(ask(server, "/").body, "home")

  test("the same method and shape twice is refused, and the message names both"):
    val one = Routes.get("/users/:id")(answer("1"))
    val error = intercept[IllegalArgumentException](one.get("/users/:name")(answer("2")))
    assert(error.getMessage.contains("GET /users/:name") && error.getMessage.contains("GET /users/:id"))
    val _ = intercept[IllegalArgumentException](one ++ one)
    val _ = one.post("/users/:name")(answer("2"))

  test("malformed patterns are refused with the error in them"):
    def refusal(pattern: String) =
      intercept[IllegalArgumentException](Routes.get(pattern)(answer("x"))).getMessage
    assert(refusal("users").contains("must start with a slash"))
    assert(refusal("/:").contains("needs a name"))
    assert(refusal("/*rest/x").contains("must be the last segment"))
    assert(refusal("/:a/:a").contains("appears twice"))
    assert(refusal("/a?b").contains("holds '?'"))

  test("an unknown parameter name is refused with those there are"):
    val routes = Routes.get("/x/:id"): (req, res) =>
      val error = intercept[IllegalArgumentException](req.path("name"))
      res.text(error.getMessage)
    serving(routes)(server => assert(ask(server, "/x/1").body.contains("has no \"name\", only id")))
end RoutesSuite
