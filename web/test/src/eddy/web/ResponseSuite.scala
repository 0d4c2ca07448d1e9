package eddy.web

import java.util.concurrent.CompletableFuture

class ResponseSuite extends WebSuite:
  test("status, headers and cookies go out"):
    val routes = Routes.get("/"): (_, res) =>
      res.status(201).header(
        "X-A",
        "1"
      ).header("x-a", "2").cookie(Cookie("id", "7", secure = true)).cookie(Cookie("b", "2"))
        .html("<p>")
    serving(routes): server =>
      val answer = ask(server, "/")
      assertEquals((answer.statusCode, answer.head("x-a"), answer.body), (201, "2", "<p>"))
      assertEquals(
        answer.headers.allValues("set-cookie").toString,
        "[id=7; Path=/; Secure; HttpOnly; SameSite=Lax, b=2; Path=/; HttpOnly; SameSite=Lax]"
      )
      assertEquals(answer.head("content-type"), "text/html; charset=utf-8")
      assertEquals(answer.head("x-content-type-options"), "nosniff")
      assertEquals(answer.head("x-frame-options"), "SAMEORIGIN")
      assert(answer.head("date").endsWith("GMT"))
      assertEquals(answer.head("server"), "")

  test("an answer without added headers is otherwise as any other"):
    def answers(res: Response): Map[String, () => Unit] = Map(
      "text" -> (() => res.text("x" * 1000)),
      "html" -> (() => res.status(404).html("<p>")),
      "json" -> (() => res.status(503).bytes("application/json", "{}".getBytes)),
      "long" -> (() => res.uncompressed().bytes("application/octet-stream", new Array[Byte](100_000))),
      "none" -> (() => res.status(204).text("")),
      "same" -> (() => res.status(304).text("")),
      "own" -> (() => res.bytes("text/css", Array(1, 2, 3)))
    )
    val routes = Routes
      .get("/plain/:kind")((req, res) => answers(res)(req.path("kind"))())
      .get("/more/:kind")((req, res) => answers(res.header("X-More", "x"))(req.path("kind"))())
    serving(routes): server =>
      for
        kind <- Seq("text", "html", "json", "long", "none", "same", "own")
        method <- Seq("GET", "HEAD")
        end <- Seq("HTTP/1.1\r\n", "HTTP/1.1\r\nConnection: close\r\n", "HTTP/1.0\r\n")
      do
        def answer(path: String) = connected(server): raw =>
          raw.send(s"$method /$path/$kind ${end}Host: x\r\n\r\n")
          val answer = raw.answer(toHead = method == "HEAD")
          val fields = answer.headers.map((name, value) => name.toLowerCase -> value).toSet
          (
            answer.status,
            fields.filterNot((name, _) => name == "date"),
            answer.header("Date").nonEmpty,
            answer.body
          )
        val (status, fields, dated, body) = answer("more")
        assertEquals(
          answer("plain"),
          (status, fields - ("x-more" -> "x"), dated, body),
          s"$method $kind $end"
        )

  test("header values cannot begin new lines, and framing headers are the server's"):
    val messages = CompletableFuture[Seq[String]]()
    val routes = Routes.get("/"): (_, res) =>
      messages.complete(
        Seq(
          "X-A" -> "a\r\nSet-Cookie: x=y",
          "X A" -> "1",
          "Content-Length" -> "5",
          "Transfer-Encoding" -> "chunked",
          "X" -> "\u0100"
        )
          .map((name, value) => intercept[IllegalArgumentException](res.header(name, value)).getMessage)
      ): Unit
      res.empty()
    serving(routes): server =>
      assertEquals(ask(server, "/").statusCode, 204)
      assert(await(messages).forall(_.nonEmpty))

  test("redirections carry their location; a location with a line break is refused"):
    val routes = Routes
      .get("/")((_, res) => res.redirect("/next"))
      .get("/bad")((_, res) => res.redirect("/x\r\nSet-Cookie: a=b"))
    serving(routes, quiet): server =>
      connected(server): raw =>
        raw.get("/")
        val answer = raw.answer()
        assertEquals((answer.status, answer.header("Location")), (303, Some("/next")))
      assertEquals(ask(server, "/bad").statusCode, 500)

  test(
    "an exception becomes a 500 problem with the request's id and nothing of the exception"
  ):
    val routes = Routes
      .get("/boom")((_, _) => throw IllegalStateException("secret"))
      .get("/stack"): (_, res) =>
        def deep(n: Int): Int = 1 + deep(n + 1)
        res.text(deep(0).toString)
      .get("/ok")((_, res) => res.text("ok"))
    serving(routes): server =>
      val answer = ask(server, "/boom")
      assertEquals(answer.statusCode, 500)
      assertEquals(answer.head("content-type"), "application/problem+json")
      assert(answer.body.contains("requestId") && !answer.body.contains("secret"), answer.body)
      val (failure, where) = nextReport()
      assertEquals(failure.getMessage, "secret")
      assert(where.startsWith("GET /boom (request "), where)
      assertEquals(ask(server, "/stack").statusCode, 500)
      assertEquals(ask(server, "/ok").body, "ok")

  test("an HttpProblem that is let through is the answer"):
    serving(Routes.get("/")((_, _) => throw HttpProblem(409, "Taken."))): server =>
      val answer = ask(server, "/")
      assertEquals(answer.statusCode, 409)
      assert(answer.body.contains("\"title\":\"Conflict\",\"status\":409,\"detail\":\"Taken.\""), answer.body)

  test("ending twice throws, and the first answer stands"):
    val message = CompletableFuture[String]()
    val routes = Routes.get("/"): (_, res) =>
      res.text("first")
      message.complete(intercept[IllegalStateException](res.text("second")).getMessage): Unit
    serving(routes): server =>
      assertEquals(ask(server, "/").body, "first")
      assert(await(message).contains("ended already"))

  test("another thread may end the response after the handler has returned"):
    val routes = Routes.get("/"): (_, res) =>
      val _ = CompletableFuture.runAsync(() => res.text("later"))
    serving(routes)(server => assertEquals(ask(server, "/").body, "later"))

  test("compressible bodies are compressed for those who take it"):
    val long = "abc " * 1000
    val routes = Routes
      .get("/text")((_, res) => res.header("ETag", "\"1\"").text(long))
      .get("/short")((_, res) => res.text("abc"))
      .get("/image")((_, res) => res.bytes("image/png", long.getBytes))
    serving(routes): server =>
      def encoding(path: String, accepted: String) =
        connected(server): raw =>
          raw.get(path, s"Accept-Encoding: $accepted\r\n")
          val answer = raw.answer()
          (
            answer.header("Content-Encoding"),
            answer.header("Vary"),
            answer.header("ETag"),
            answer.body.length < 1000
          )
      assertEquals(
        encoding("/text", "br, gzip"),
        (Some("gzip"), Some("Accept-Encoding"), Some("W/\"1\""), true)
      )
      assertEquals(encoding("/text", "gzip;q=0, *"), (None, Some("Accept-Encoding"), Some("\"1\""), false))
      assertEquals(encoding("/text", "br"), (None, Some("Accept-Encoding"), Some("\"1\""), false))
      assertEquals(encoding("/short", "gzip")._1, None)
      assertEquals(encoding("/image", "gzip")._1, None)

  test("a handler that blocks stops no other"):
    val open = CompletableFuture[Unit]()
    val routes = Routes
      .get("/block"): (_, res) =>
        await(open)
        res.text("done")
      .get("/ok")((_, res) => res.text("ok"))
    serving(routes): server =>
      val blocked = (1 to 20).map(_ =>
        CompletableFuture.supplyAsync(() => ask(server, "/block").body, r => Thread(r).start())
      )
      for _ <- 1 to 20 do assertEquals(ask(server, "/ok").body, "ok")
      open.complete(()): Unit
      blocked.foreach(b => assertEquals(await(b), "done"))
end ResponseSuite
