package eddy.web

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromString}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

final case class Point(x: Int, y: Int)

class RequestSuite extends WebSuite:
  private given JsonValueCodec[Point] = JsonCodecMaker.make
  private val json = Seq("Content-Type" -> "application/json")
  private val form = Seq("Content-Type" -> "application/x-www-form-urlencoded")

  private val routes = Routes
    .get("/query")((req, res) =>
      res.text(s"${req.query("a")} ${req.queryAll("b").mkString("|")} ${req.query("c")}")
    )
    .get("/headers")((req, res) =>
      res.text(s"${req.header("x-one")} ${req.headers.count(_._1.startsWith("X-"))}")
    )
    .get("/cookies")((req, res) => res.text(s"${req.cookie("a")} ${req.cookies.map(_._1).mkString(",")}"))
    .post("/form")((req, res) => res.text(s"${req.form("name")} ${req.formAll("x").mkString("|")}"))
    .post("/json")((req, res) => res.json(req.json[Point]))
    .post("/text")((req, res) => res.text(req.bodyText))

  test("query parameters are decoded and may repeat"):
    serving(routes): server =>
      assertEquals(ask(server, "/query?a=1%2B1&b=x+y&b=z&c").body, "Some(1+1) x y|z Some()")
      assertEquals(ask(server, "/query?b=%zz".replace("%zz", "%25zz")).body, "None %zz None")
      connected(server): raw =>
        raw.get("/query?a=%zz")
        assertEquals(raw.answer().status, 400)

  test("headers are found whatever their capitals"):
    serving(routes): server =>
      val answer = ask(server, "/headers", headers = Seq("X-One" -> "1", "X-Two" -> "2"))
      assertEquals(answer.body, "Some(1) 2")

  test("cookies are parsed, with and without quotes"):
    serving(routes): server =>
      assertEquals(
        ask(server, "/cookies", headers = Seq("Cookie" -> "a=1; b=\"x y\"; bad; =z")).body,
        "Some(1) a,b"
      )

  test("forms are decoded; another content type gets 415"):
    serving(routes): server =>
      assertEquals(ask(server, "/form", "POST", "name=J%C3%B6rg+K&x=1&x=2", form).body, "Some(Jörg K) 1|2")
      assertEquals(ask(server, "/form", "POST", "name=x", json).statusCode, 415)
      assertEquals(ask(server, "/form", "POST", "name=%f", form).statusCode, 400)

  test("JSON is read, and written"):
    serving(routes): server =>
      val answer = ask(server, "/json", "POST", """{"x":1,"y":2}""", json)
      assertEquals(answer.head("content-type"), "application/json")
      assertEquals(readFromString[Point](answer.body), Point(1, 2))
      val vendor = Seq("Content-Type" -> "application/vnd.example+json; charset=utf-8")
      assertEquals(ask(server, "/json", "POST", """{"x":1,"y":2}""", vendor).statusCode, 200)

  test("wrong JSON gets 400 with line and column, in a problem document with the request's id"):
    serving(routes): server =>
      val answer = ask(server, "/json", "POST", "{\"x\":1,\n\"y\":true}", json)
      assertEquals(answer.statusCode, 400)
      assertEquals(answer.head("content-type"), "application/problem+json")
      assert(answer.body.contains("line 2, column 5"), answer.body)
      assert(answer.body.contains("\"requestId\":\""), answer.body)
      assertEquals(ask(server, "/json", "POST", "", json).statusCode, 400)

  test("JSON of another content type gets 415"):
    serving(routes): server =>
      assertEquals(ask(server, "/json", "POST", "{}", Seq("Content-Type" -> "text/plain")).statusCode, 415)
      assertEquals(ask(server, "/json", "POST", "{}").statusCode, 415)

  test("text is decoded by the charset of its content type"):
    serving(routes): server =>
      connected(server): raw =>
        raw.send(
          "POST /text HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Length: 1\r\n\r\n\u00e9"
        )
        assertEquals(raw.answer().body, "Ã©")
        raw.send(
          "POST /text HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain; charset=nope\r\nContent-Length: 1\r\n\r\nx"
        )
        assertEquals(raw.answer().status, 415)

  test("a body over the limit gets 413, announced or chunked, and the connection ends"):
    serving(routes, quiet.copy(limits = Limits(maxBodyBytes = 10))): server =>
      assertEquals(ask(server, "/text", "POST", "0123456789").body, "0123456789")
      connected(server): raw =>
        raw.send("POST /text HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n01234567890")
        assertEquals(raw.answer().status, 413)
        assert(raw.isAtEnd)
      connected(server): raw =>
        raw.send(
          "POST /text HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n012345\r\n6\r\n678901\r\n0\r\n\r\n"
        )
        assertEquals(raw.answer().status, 413)
        assert(raw.isAtEnd)

  test("a chunked body is put together, trailers are dropped"):
    serving(routes): server =>
      connected(server): raw =>
        raw.send(
          "POST /text HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nX-T: 1\r\n\r\n"
        )
        assertEquals(raw.answer().body, "abcde")

  test("100-continue is answered before the body, or with the refusal instead"):
    serving(routes, quiet.copy(limits = Limits(maxBodyBytes = 10))): server =>
      connected(server): raw =>
        raw.send("POST /text HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        assertEquals(raw.answer().status, 100)
        raw.send("hi")
        assertEquals(raw.answer().body, "hi")
      for (more, status) <- Seq(
          "Expect: 100-continue\r\nContent-Length: 20" -> 413,
          "Expect: a-pony\r\nContent-Length: 2" -> 417
        )
      do
        connected(server): raw =>
          raw.send(s"POST /text HTTP/1.1\r\nHost: x\r\n$more\r\n\r\n")
          assertEquals(raw.answer().status, status)
          assert(raw.isAtEnd)

  test("a request line over the limit gets 414, headers over theirs 431"):
    serving(routes): server =>
      connected(server): raw =>
        raw.get(s"/${"a" * 9000}")
        assertEquals(raw.answer().status, 414)
      connected(server): raw =>
        raw.get("/query", s"X-Long: ${"a" * 9000}\r\n")
        assertEquals(raw.answer().status, 431)
      connected(server): raw =>
        raw.get("/query", "X: y\r\n" * 101)
        assertEquals(raw.answer().status, 431)

  test("nextTick and after run further events of the request, in order"):
    val later = Routes.get("/later"): (req, res) =>
      val seen = new StringBuilder
      val _ = req.after(scala.concurrent.duration.DurationInt(5).millis)(() => res.text(s"${seen}3"))
      req.nextTick: () =>
        seen.append("2"): Unit
      seen.append("1"): Unit
    serving(later)(server => assertEquals(ask(server, "/later").body, "123"))
end RequestSuite
