package eddy.web

import eddy.web.http2.{Frame, RawHttp2}

import java.util.concurrent.CompletableFuture

/** Fields behind a body, of requests and of responses, over HTTP/1.1 and HTTP/2. */
class TrailerSuite extends WebSuite:
  private def shown(req: Request) =
    req.trailers.map((name, value) => s"${name.toLowerCase}=$value").mkString(",")

  private val routes = Routes
    .post("/whole")((req, res) => res.text(s"${req.bodyText} ${shown(req)} ${req.header("X-Sum").isEmpty}"))
    .post("/streamed", Body.Streamed()): (req, res) =>
      req.body.onEnd(() => res.text(shown(req)))
      req.body.onData(_ => ())
    .get("/sum"): (_, res) =>
      val out = res.stream("text/plain")
      out.write("some"): Unit
      out.write("thing"): Unit
      out.end(Seq("X-Sum" -> "9", "X-Check" -> "a b"))

  private def serve[A](body: RunningServer => A): A = serving(routes, quiet.copy(http2 = Some(Http2())))(body)

  test("HTTP/1.1: trailer fields of a request are read, and those that frame messages are ignored"):
    serve: server =>
      connected(server): raw =>
        def post(path: String, trailers: String) =
          raw.send(
            s"POST $path HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n$trailers\r\n"
          )
          raw.answer().body
        assertEquals(
          post("/whole", "X-Sum: 3\r\nContent-Length: 7\r\nX-Two: b\r\n"),
          "abc x-sum=3,x-two=b true"
        )
        assertEquals(post("/whole", ""), "abc  true")
        assertEquals(post("/streamed", "X-Sum: 3\r\n"), "x-sum=3")

  test("HTTP/2: trailer fields of a request are read, and those that frame messages are ignored"):
    serve: server =>
      val raw = RawHttp2(server.port)
      try
        def post(path: String, trailers: Seq[(String, String)]) =
          val stream = raw.request(path, "POST", end = false)
          raw.data(stream, "abc".getBytes, end = trailers.isEmpty)
          if trailers.nonEmpty then raw.headers(stream, trailers)
          raw.answer(stream).text
        assertEquals(
          post("/whole", Seq("x-sum" -> "3", "content-length" -> "7", "x-two" -> "b")),
          "abc x-sum=3,x-two=b true"
        )
        assertEquals(post("/whole", Nil), "abc  true")
        assertEquals(post("/streamed", Seq("x-sum" -> "3")), "x-sum=3")
      finally raw.close()

  test("HTTP/1.1: a streamed response ends with fields of its own, and the connection stays usable"):
    serve: server =>
      connected(server): raw =>
        for _ <- 1 to 2 do
          raw.get("/sum")
          assertEquals(raw.head().status, 200)
          val lines = Iterator.continually(raw.line()).takeWhile(line => line != null && line.nonEmpty).toSeq
          assertEquals(lines, Seq("4", "some", "5", "thing", "0", "X-Sum: 9", "X-Check: a b"))

  test("HTTP/2: a streamed response ends with fields of its own"):
    serve: server =>
      val raw = RawHttp2(server.port)
      try
        for _ <- 1 to 2 do
          val stream = raw.request("/sum")
          val head = raw.await(f => f.stream == stream && f.kind == Frame.Headers)
          assert(!head.ends && head.fields.contains(":status" -> "200"))
          val pieces = Iterator.continually(raw.await(_.stream == stream))
          val (data, rest) = pieces.span(_.kind == Frame.Data)
          assertEquals(data.map(f => String(f.payload)).mkString, "something")
          val last = rest.next()
          assertEquals(
            (last.kind, last.ends, last.fields),
            (Frame.Headers, true, Seq("x-sum" -> "9", "x-check" -> "a b"))
          )
      finally raw.close()

  test("HEAD and HTTP/1.0 get none"):
    serve: server =>
      connected(server): raw =>
        raw.send("HEAD /sum HTTP/1.1\r\nHost: x\r\n\r\nGET /sum HTTP/1.0\r\n\r\n")
        assertEquals(raw.answer(toHead = true).status, 200)
        assertEquals(raw.answer().body, "something")
      val http2 = RawHttp2(server.port)
      try
        val answer = http2.answer(http2.request("/sum", "HEAD"))
        assertEquals((answer.text, answer.headers.exists(_(0) == "x-sum")), ("", false))
      finally http2.close()

  test("fields that must precede the body are refused behind it"):
    val errors = CompletableFuture[Seq[String]]()
    val bad = Seq(
      "Content-Length" -> "1",
      "Set-Cookie" -> "a=b",
      "Content-Type" -> "text/html",
      "X y" -> "1",
      "X" -> "a\r\nb"
    )
    val refusing = Routes.get("/"): (_, res) =>
      val out = res.stream("text/plain")
      errors.complete(bad.map(one => intercept[IllegalArgumentException](out.end(Seq(one))).getMessage)): Unit
      out.end()
    serving(refusing): server =>
      assertEquals(ask(server, "/").statusCode, 200)
      assertEquals(await(errors).size, bad.size)
end TrailerSuite
