package eddy.web.tapir

import eddy.web.{Routes, RunningServer, Server, WebSocketClient, WebSuite}

import scala.concurrent.{Future, Promise}

import sttp.shared.Identity
import sttp.tapir.*
import sttp.tapir.server.ServerEndpoint

/** What Tapir's documentation says of endpoints, over the wire. */
class TapirSuite extends WebSuite:
  private val routes = EddyServerInterpreter().toRoutes(Shop.all)

  private lazy val running = Server(quiet).start(routes)

  override def afterAll(): Unit =
    running.stop()
    super.afterAll()

  private def shop(body: RunningServer => Unit): Unit = body(running)

  private val basics: Seq[(String, Int, String)] = Seq(
    ("/path/a%20b/7", 200, "a b 7"),
    ("/path/a/x", 400, "Invalid value for: path parameter number."),
    ("/path/a", 404, "Nothing is here."),
    ("/rest", 200, ""),
    ("/rest/a/b%20c", 200, "a|b c"),
    ("/query?n=1&tag=x&tag=y%26", 200, "1 None x,y&"),
    ("/query?n=1&lang=", 200, "1 Some() "),
    ("/query", 400, "Invalid value for: query parameter n (missing)."),
    ("/query?n=one", 400, "Invalid value for: query parameter n."),
    (
      "/positive?n=0",
      400,
      "Invalid value for: query parameter n (expected value to be greater than or equal to 1, but got 0)."
    ),
    ("/header", 400, "Invalid value for: header X-Trace (missing)."),
    ("/", 200, "root"),
    ("/created", 201, "made"),
    ("/nothing", 204, ""),
    ("/same/3", 200, "number 3"),
    ("/any", 200, "other GET"),
    ("/secret", 401, "Invalid value for: header Authorization (missing)."),
    ("/problem", 409, "Taken."),
    ("/left", 400, "no"),
    ("/nowhere", 404, "Nothing is here.")
  )

  for (path, status, answer) <- basics do
    test(s"GET $path is answered with $status"):
      shop: server =>
        val got = ask(server, path)
        assertEquals(got.statusCode, status)
        if got.head("content-type") == "application/problem+json" then
          assert(got.body.contains(s"\"detail\":\"$answer\""), got.body)
          assert(got.body.contains("\"requestId\":"), got.body)
        else assertEquals(got.body, answer)

  test("headers, cookies and methods come and go"):
    shop: server =>
      assertEquals(ask(server, "/header", headers = Seq("x-trace" -> "t1")).head("x-trace"), "t1")
      val cookies = ask(server, "/cookies", headers = Seq("Cookie" -> "seen=yes"))
      assertEquals(cookies.body, "Some(yes)")
      assertEquals(cookies.headers.allValues("set-cookie").size, 2)
      assertEquals(ask(server, "/any", "PUT").body, "put")
      assertEquals(ask(server, "/any", "DELETE").body, "other DELETE")
      val wrong = ask(server, "/created", "POST")
      assertEquals(wrong.statusCode, 405)
      assert(wrong.head("allow").contains("GET"), wrong.head("allow"))
      val head = ask(server, "/created", "HEAD")
      assertEquals((head.statusCode, head.head("content-length")), (201, "4"))

  test("bodies of every kind are read and written"):
    val json = Seq("Content-Type" -> "application/json")
    shop: server =>
      assertEquals(ask(server, "/string", "POST", "grüße").body, "GRÜSSE")
      assertEquals(ask(server, "/bytes", "POST", "abc").body, "cba")
      assertEquals(ask(server, "/buffer", "POST", "abc").body, "abc")
      val item = ask(server, "/json", "POST", """{"name":"pen","count":1}""", json)
      assertEquals(
        (item.body, item.head("content-type")),
        ("""{"name":"pen","count":2}""", "application/json")
      )
      val form = Seq("Content-Type" -> "application/x-www-form-urlencoded")
      assertEquals(ask(server, "/form", "POST", "title=a+b&count=3", form).body, "a b 3")
      assertEquals(ask(server, "/form", "POST", "title=a", form).statusCode, 400)
      assertEquals(ask(server, "/input", "POST", "abc").body, "cba")
      val large = "0123456789" * 30_000
      assertEquals(ask(server, "/file", "POST", large).body, large)
      assertEquals(ask(server, "/flow", "POST", large).body, large)

  test("a body may have variants by its content type"):
    shop: server =>
      val json = Seq("Content-Type" -> "application/json")
      assertEquals(
        ask(server, "/variants", "POST", "hi", Seq("Content-Type" -> "text/plain")).body,
        "text hi"
      )
      assertEquals(ask(server, "/variants", "POST", """{"name":"pen","count":1}""", json).body, "json pen")
      assertEquals(ask(server, "/variants", "POST", "hi", Seq("Content-Type" -> "image/png")).statusCode, 415)

  test("JSON that does not parse is answered with where it is wrong, and does not count as a failure"):
    shop: server =>
      val answer = ask(
        server,
        "/json",
        "POST",
        """{"name":"pen","count":true}""",
        Seq("Content-Type" -> "application/json")
      )
      assertEquals((answer.statusCode, answer.head("content-type")), (400, "application/problem+json"))
      assert(answer.body.contains("offset: 0x"), answer.body)
      assert(reports.isEmpty)

  test("forms bring fields and files, which are gone afterwards"):
    val form = "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nsea\r\n" +
      "--x\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n0123\r\n--x--"
    val headers = Seq("Content-Type" -> "multipart/form-data; boundary=x")
    shop: server =>
      assertEquals(ask(server, "/upload", "POST", form, headers).body, "sea a.png 4")
      assertEquals(ask(server, "/upload", "POST", "--x--", headers).statusCode, 400)

  test("an endpoint's own limit of the body holds"):
    shop: server =>
      assertEquals(ask(server, "/small", "POST", "four").body, "four")
      assertEquals(ask(server, "/small", "POST", "fiver").statusCode, 413)

  test("security comes before the logic, and its challenge goes out"):
    shop: server =>
      assertEquals(ask(server, "/secret").head("www-authenticate"), "Bearer")
      val wrong = ask(server, "/secret", headers = Seq("Authorization" -> "Bearer x"))
      assertEquals((wrong.statusCode, wrong.body), (403, "not with x"))
      assertEquals(
        ask(server, "/secret", headers = Seq("Authorization" -> "Bearer let-me-in")).body,
        "hello Ada"
      )

  test("an exception of the logic is a 500 that is reported"):
    shop: server =>
      assertEquals(ask(server, "/throws").statusCode, 500)
      assertEquals(nextReport()._1.getMessage, "broken")

  test("events go out as they are published"):
    shop: server =>
      val answer = ask(server, "/events")
      assertEquals(answer.head("content-type"), "text/event-stream")
      assertEquals(answer.body, "id: 1\nevent: tick\ndata: one\n\ndata: two\ndata: lines\n\n")

  test("a pipe answers a WebSocket's messages, and ends with it"):
    shop: server =>
      connected(server): raw =>
        val socket = WebSocketClient(raw, "/echo/tea")
        (1 to 20).foreach(n => socket.send(s"$n"))
        (1 to 20).foreach(n => assertEquals(socket.frame().text, s"tea: $n"))
        socket.close(1000)
        assertEquals(socket.frame().closeCode, 1000)
      assertEquals(ask(server, "/echo/tea").statusCode, 426)

  test("a WebSocket that its endpoint refuses is closed with the reason"):
    shop: server =>
      connected(server): raw =>
        val frame = WebSocketClient(raw, "/guarded").frame()
        assertEquals((frame.closeCode, frame.text.drop(2)), (1008, "refused with 401"))
      connected(server): raw =>
        val socket = WebSocketClient(raw, "/guarded", "Authorization: Bearer t\r\n")
        socket.send("hi")
        assertEquals(socket.frame().text, "t hi")

  test("logic in Future answers when it is done, and a failed one is reported"):
    given scala.concurrent.ExecutionContext = scala.concurrent.ExecutionContext.global
    val promise = Promise[String]()
    val routes = EddyServerInterpreter().toRoutesOfFutures(
      List(
        endpoint.get.in("later").out(stringBody).serverLogicSuccess[Future](_ => promise.future),
        endpoint.post.in("echo").in(stringBody).out(stringBody).serverLogicSuccess[Future](Future.successful),
        endpoint.get.in("fails").out(stringBody).serverLogicSuccess[Future](_ =>
          Future.failed(RuntimeException("later"))
        )
      )
    )
    serving(routes): server =>
      connected(server): raw =>
        raw.get("/later")
        promise.success("now"): Unit
        assertEquals(raw.answer().body, "now")
      assertEquals(ask(server, "/echo", "POST", "x").body, "x")
      assertEquals(ask(server, "/fails").statusCode, 500)
      assertEquals(nextReport()._1.getMessage, "later")

  test("endpoints of one path are tried in their order, and those of others do not hide them"):
    val endpoints: List[ServerEndpoint[FlowStreams & sttp.capabilities.WebSockets, Identity]] = List(
      endpoint.get.in("a").in(header[String]("X-Kind").and(emptyInput))
        .in(query[Option[String]]("q")).out(stringBody).handleSuccess((k, _) => s"kind $k"),
      endpoint.get.in("a" / path[String]).out(stringBody).handleSuccess(s => s"one $s"),
      endpoint.get.in("a" / "fixed").out(stringBody).handleSuccess(_ => "never: the one before matches, too")
    )
    serving(EddyServerInterpreter().toRoutes(endpoints)): server =>
      assertEquals(ask(server, "/a", headers = Seq("X-Kind" -> "z")).body, "kind z")
      assertEquals(ask(server, "/a/fixed").body, "one fixed")

  test("endpoints may be mounted below a path, beside other routes"):
    val mounted = routes.under("/shop/v1") ++ Routes.get("/")((_, res) => res.text("home"))
    serving(mounted): server =>
      assertEquals(ask(server, "/shop/v1/path/a/1").body, "a 1")
      assertEquals(ask(server, "/shop/v1/rest/a/b").body, "a|b")
      assertEquals(ask(server, "/shop/v1").body, "root")
      assertEquals(ask(server, "/").body, "home")

  test("an endpoint that no request can reach is refused at once"):
    val error = intercept[IllegalArgumentException](
      EddyServerInterpreter().toRoutes(List(endpoint.trace.in("x").out(stringBody).handleSuccess(_ => "")))
    )
    assert(error.getMessage.nn.contains("TRACE"), error.getMessage)

  test("an endpoint that would send a form is refused at once, whichever of its outputs does"):
    val made = Upload("t", sttp.model.Part("photo", java.io.File("photo.png")))
    val refused = List(
      endpoint.get.in("x").out(multipartBody[Upload]).handleSuccess(_ => made),
      endpoint.get.in("x").errorOut(multipartBody[Upload]).handle(_ => Left(made)),
      endpoint.get.in("x").out(oneOf[Upload](oneOfVariant(multipartBody[Upload]))).handleSuccess(_ => made)
    )
    for one <- refused do
      val error = intercept[IllegalArgumentException](EddyServerInterpreter().toRoutes(List(one)))
      assert(clue(error.getMessage.nn).contains("multipart/form-data"))

  test("the OpenAPI document and its page come from the endpoints alone"):
    serving(routes ++ OpenApi.routes(Shop.all.map(_.endpoint), "Shop", "1.0")): server =>
      val document = ask(server, "/docs/docs.yaml")
      assertEquals(document.statusCode, 200)
      for part <-
          Seq("title: Shop", "/path/{name}/{number}:", "$ref: '#/components/schemas/Item'", "httpAuth")
      do
        assert(document.body.contains(part), s"$part is not in ${document.body.take(2000)}")
      val page = ask(server, "/docs/")
      assertEquals(page.statusCode, 200)
      assert(page.body.contains("swagger-ui"), page.body.take(500))
      val script = ask(server, "/docs/swagger-ui-bundle.js")
      assertEquals(script.statusCode, 200)
end TapirSuite
