package eddy.web

import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.AtomicInteger

/** Answers given before the request's body has come (RFC 9112, sections 9.3 and 9.6). */
class EarlyAnswerSuite extends WebSuite:
  private val smuggled = AtomicInteger()
  private val routes = Routes
    .post("/no", Body.Streamed(maxBytes = Long.MaxValue))((_, res) => res.status(403).text("no"))
    .post("/some", Body.Streamed(maxBytes = Long.MaxValue)): (req, res) =>
      req.body.onData(_ => if !res.committed then res.status(422).text("enough"))
    .post("/begun", Body.Streamed(maxBytes = 100)): (req, res) =>
      val out = res.stream("text/plain")
      val _ = out.write("begun,")
      req.body.onError: failure =>
        val _ = out.write(failure.getMessage)
        out.end()
      req.body.onData(_ => ())
    .get("/next")((_, res) => res.text("next"))
    .get("/smuggled"): (_, res) =>
      smuggled.incrementAndGet(): Unit
      res.text("smuggled")
  private val few = quiet.copy(limits = Limits(maxDrainBytes = 1000))
  private val next = "GET /next HTTP/1.1\r\nHost: x\r\n\r\n"
  private val inside = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

  for path <- Seq("/no", "/some") do
    test(s"the rest of a short body is dropped, and the connection stays usable behind it: $path"):
      serving(routes, few): server =>
        connected(server): raw =>
          for _ <- 1 to 3 do
            raw.send(s"POST $path HTTP/1.1\r\nHost: x\r\nContent-Length: ${5 + inside.length}\r\n\r\nhello")
            val answer = raw.answer()
            assert(answer.status == 403 || answer.status == 422, answer)
            assertEquals(answer.header("Connection"), None)
            raw.send(inside + next)
            assertEquals(raw.answer().body, "next")
            raw.send(s"POST $path HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
            assert(raw.answer().status > 400)
            raw.send(s"${inside.length.toHexString}\r\n$inside\r\n0\r\n\r\n$next")
            assertEquals(raw.answer().body, "next")
      assertEquals(smuggled.get, 0)

  test("pipelined behind a complete body, the next request is answered next"):
    serving(routes, few): server =>
      connected(server): raw =>
        raw.send(s"POST /no HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n${"x" * 500}$next$next")
        assertEquals(raw.answer().body, "no")
        for _ <- 1 to 2 do assertEquals(raw.answer().body, "next")

  test("a long body by Content-Length ends the connection, which the answer says"):
    serving(routes, few): server =>
      connected(server): raw =>
        raw.send(s"POST /no HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n$inside")
        val answer = raw.answer()
        assertEquals((answer.body, answer.header("Connection")), ("no", Some("close")))
        raw.send(inside + next)
        assert(raw.isAtEnd)
      assertEquals(smuggled.get, 0)

  test("a chunked body ends the connection when it turns out to be long"):
    serving(routes, few): server =>
      connected(server): raw =>
        raw.send("POST /no HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        assertEquals(raw.answer().body, "no")
        raw.send(s"5dc\r\n${"x" * 1500}\r\n0\r\n\r\n$inside")
        assert(raw.isAtEnd)
      assertEquals(smuggled.get, 0)

  test(
    "a client that waits for 100 Continue is answered instead, and the connection ends: its body may come or not"
  ):
    serving(routes, few): server =>
      connected(server): raw =>
        raw.send("POST /no HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
        val answer = raw.answer()
        assertEquals((answer.status, answer.header("Connection")), (403, Some("close")))
        raw.send(inside)
        assert(raw.isAtEnd)
      assertEquals(smuggled.get, 0)

  test("a client that is still sending megabytes sees the answer"):
    serving(routes): server =>
      connected(server): raw =>
        raw.send(s"POST /no HTTP/1.1\r\nHost: x\r\nContent-Length: ${8 << 20}\r\n\r\n")
        raw.send(new Array[Byte](8 << 20))
        assertEquals(raw.answer().body, "no")

  test("a client that never sends the dropped rest is not waited for"):
    val soon = few.copy(timeouts = Timeouts(body = scala.concurrent.duration.DurationInt(150).millis))
    serving(routes, soon): server =>
      connected(server): raw =>
        raw.send("POST /no HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhello")
        assertEquals(raw.answer().body, "no")
        assert(raw.isAtEnd)

  test(
    "an answer that has begun before the body turned out too large is finished by its handler, and the connection ends"
  ):
    serving(routes): server =>
      connected(server): raw =>
        raw.send("POST /begun HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        assertEquals(raw.head().status, 200)
        raw.send(s"c8\r\n${"x" * 200}\r\n0\r\n\r\n$inside")
        val rest = raw.rest()
        assert(rest.contains("413") && rest.endsWith("\r\n0\r\n\r\n"), rest)
      assertEquals(smuggled.get, 0)

  test("the reader learns that the answer has ended its reading"):
    val told = CompletableFuture[Throwable]()
    val both = Routes.post("/", Body.Streamed()): (req, res) =>
      req.body.onError(told.complete(_): Unit)
      req.body.onData(_ => ())
      res.text("early")
    serving(both): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello")
        assertEquals(raw.answer().body, "early")
        assert(await(told).isInstanceOf[BodyException], await(told))
end EarlyAnswerSuite
