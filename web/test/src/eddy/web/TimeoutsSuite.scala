package eddy.web

import java.util.concurrent.CompletableFuture
import scala.concurrent.duration.DurationInt

class TimeoutsSuite extends WebSuite, eddy.testing.WaitingTests:
  private val ok = Routes.get("/")((_, res) => res.text("ok")).post("/")((_, res) => res.text("ok"))
  private def with_(timeouts: Timeouts) = quiet.copy(timeouts = timeouts)

  test("a header that comes too slowly gets 408, however steadily it drips".tag(WaitingTest)):
    serving(ok, with_(Timeouts(header = 3.seconds))): server =>
      connected(server): raw =>
        raw.send("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        val answer = raw.answer()
        assertEquals((answer.status, answer.header("Connection")), (408, Some("close")))
        assert(raw.isAtEnd)

  test("a body that does not come gets 408"):
    serving(ok, with_(Timeouts(body = 150.millis))): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabc")
        assertEquals(raw.answer().status, 408)
        assert(raw.isAtEnd)

  test("a connection that says nothing is closed, at first and between requests".tag(WaitingTest)):
    serving(ok, with_(Timeouts(header = 3.seconds, keepAlive = 100.millis))): server =>
      connected(server)(raw => assert(raw.isAtEnd))
      connected(server): raw =>
        raw.get("/")
        assertEquals(raw.answer().status, 200)
        assert(raw.isAtEnd)

  test("a handler that never answers gets 503 and a report, and its later answer is dropped"):
    val late = CompletableFuture[Response]()
    val routes = Routes.get("/never")((_, res) => late.complete(res): Unit) ++ ok
    serving(routes, with_(Timeouts(response = 200.millis))): server =>
      connected(server): raw =>
        raw.get("/never")
        assertEquals(raw.answer().status, 503)
        val (failure, where) = nextReport()
        assert(failure.getMessage.contains("no answer within 200 milliseconds"), failure.getMessage)
        assert(where.startsWith("GET /never (request "), where)
        await(late).text("late")
        // what needs no handler, which a busy machine might run too late
        raw.get("/nowhere")
        assertEquals(raw.answer().status, 404)

  test("a request that was answered 503, since its time was up, still does what it does"):
    val free = CompletableFuture[Unit]()
    val done = CompletableFuture[Unit]()
    val routes = Routes.get("/held"): (_, res) =>
      await(free)
      done.complete(()): Unit
      res.text("late")
    serving(routes, with_(Timeouts(response = 100.millis))): server =>
      assertEquals(ask(server, "/held").statusCode, 503)
      assert(!done.isDone)
      free.complete(()): Unit
      await(done)

  test("a stream that has begun may last longer than the response timeout".tag(WaitingTest)):
    val routes = Routes.get("/"): (req, res) =>
      val body = res.stream("text/plain")
      val _ = body.write("a")
      val _ = req.after(4.seconds): () =>
        val _ = body.write("b")
        body.end()
    serving(routes, with_(Timeouts(response = 3.seconds)))(server =>
      assertEquals(ask(server, "/").body, "ab")
    )

  test("a request that takes long is not cut off by the timeouts of idle connections".tag(WaitingTest)):
    val routes = Routes.get("/")((req, res) =>
      val _ = req.after(4.seconds)(() => res.text("ok"))
    )
    serving(routes, with_(Timeouts(header = 3.seconds, keepAlive = 3.seconds, body = 3.seconds))): server =>
      assertEquals(ask(server, "/").body, "ok")

  // proxies keep theirs for 60 s; the tests above show that the timeout holds
  test("by default an idle connection is kept for longer than proxies keep theirs, and not for ever"):
    val usual = Timeouts().keepAlive
    assert(usual >= 75.seconds && usual <= 120.seconds, usual)
end TimeoutsSuite
