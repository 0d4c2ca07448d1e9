package eddy.web

import eddy.state.SharedMap

import java.net.URI
import java.net.http.{HttpRequest, HttpResponse}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.CountDownLatch
import scala.concurrent.Promise
import scala.concurrent.duration.DurationInt

class FilterSuite extends WebSuite:
  private val user = Attribute[String]("user")
  private val named: Filter = (req, _) =>
    req.header("X-User") match
      case Some(name) => req.set(user, name)
      case None => throw HttpProblem(401, "Say who you are in X-User.")
  private val upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n" +
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
  private def marking(mark: String): Filter = (_, res) => res.header("X-Mark", mark): Unit

  test("a filter leaves attributes for the handler, or refuses and the handler does not run"):
    var ran = 0
    val routes = Routes
      .get("/me"): (req, res) =>
        ran += 1
        res.text(req(user))
      .through(named)
    serving(routes): server =>
      assertEquals(ask(server, "/me", headers = Seq("X-User" -> "ann")).body, "ann")
      val refused = ask(server, "/me")
      assertEquals(refused.statusCode, 401)
      assertEquals(refused.head("content-type"), "application/problem+json")
      assertEquals(ran, 1)

  test("a filter may answer without the handler"):
    val routes = Routes.get("/")((_, res) => res.text("handler")).through((_, res) => res.text("filter"))
    serving(routes)(server => assertEquals(ask(server, "/").body, "filter"))

  test("filters run in the order written, later ones outside, and only for routes inside"):
    val trace = Attribute[String]("trace")
    def log(name: String): Filter = (req, _) => req.set(trace, req.get(trace).getOrElse("") + name)
    val inside = Routes.get("/in")((req, res) => res.text(req.get(trace).toString))
    val outside = Routes.get("/out")((req, res) => res.text(req.get(trace).toString))
    val routes = inside.through(log("b"), log("c")).through(log("a")).under("/x") ++ outside
    serving(routes): server =>
      assertEquals(ask(server, "/x/in").body, "Some(abc)")
      assertEquals(ask(server, "/out").body, "None")

  test("an attribute that is not set is named, with the remedy"):
    val routes = Routes.get("/me")((req, res) => res.text(req(user)))
    serving(routes): server =>
      assertEquals(ask(server, "/me").statusCode, 500)
      assert(clue(nextReport()._1.getMessage.nn).contains("attribute user of GET /me"))

  test(
    "headers of a filter are on every answer: of the handler, its problem, its failure, a stream, events, a time-out"
  ):
    val routes = Routes
      .get("/text")((_, res) => res.text("x"))
      .get("/problem")((_, _) => throw HttpProblem(409, "no"))
      .get("/failure")((_, _) => throw RuntimeException("on purpose"))
      .get("/stream"): (_, res) =>
        val out = res.stream("text/plain")
        out.write("x"): Unit
        out.end()
      .get("/events")((_, res) => res.events().end())
      .post("/body", Body.Streamed(maxBytes = 4))((req, res) =>
        res.complete(req.body.discard())(n => res.text(s"$n"))
      )
      .through(marking("m"))
    serving(routes): server =>
      def answer(path: String, method: String = "GET", body: String = "") =
        val a = ask(server, path, method, body)
        (path, a.statusCode, a.head("x-mark"))
      assertEquals(answer("/text"), ("/text", 200, "m"))
      assertEquals(answer("/problem"), ("/problem", 409, "m"))
      assertEquals(answer("/failure"), ("/failure", 500, "m"))
      assertEquals(answer("/stream"), ("/stream", 200, "m"))
      assertEquals(answer("/events"), ("/events", 200, "m"))
      assertEquals(answer("/body", "POST", "abc"), ("/body", 200, "m"))
    val never =
      Routes.get("/")((_, res) => res.complete(Promise[String]().future)(res.text)).through(marking("m"))
    serving(never, quiet.copy(timeouts = Timeouts(response = 300.millis))): server =>
      val late = ask(server, "/")
      assertEquals((late.statusCode, late.head("x-mark")), (503, "m"))

  test("headers that a handler set do not leak into the answer to its failure"):
    val routes = Routes
      .get("/")((_, res) =>
        val _ = res.header("X-Half", "done"); throw HttpProblem(400, "no")
      )
      .through(marking("m"))
    serving(routes): server =>
      val answer = ask(server, "/")
      assertEquals((answer.head("x-half"), answer.head("x-mark")), ("", "m"))

  test("onHead has the last word on the headers, innermost first, and sees the status"):
    val outer: Filter =
      (_, res) => res.onHead(head => head.set("X-Seen", s"${head.status} ${head.header("X-Own")}"))
    val inner: Filter = (_, res) =>
      res.onHead: head =>
        head.remove("X-Secret")
        head.set("X-Own", "inner")
        head.add("Vary", "B")
    val routes = Routes
      .get("/")((_, res) => res.status(201).header("X-Secret", "s").header("Vary", "A").text("x"))
      .through(outer, inner)
    serving(routes): server =>
      val answer = ask(server, "/")
      assertEquals(answer.head("x-seen"), "201 Some(inner)")
      assertEquals(answer.head("x-secret"), "")
      assertEquals(answer.headers.allValues("vary").toString, "[A, B]")

  test("an onHead that fails is a failure of the handler, and the client gets 500"):
    val routes = Routes.get("/")((_, res) => res.text("x"))
      .through((_, res) => res.onHead(_ => throw RuntimeException("on purpose")))
    serving(routes): server =>
      assertEquals(ask(server, "/").statusCode, 500)
      assertEquals(nextReport()._1.getMessage, "on purpose")

  test("an onHead that fails does not leave the client without an answer, whatever the handler does"):
    val routes = Routes
      .get("/answer")((_, res) => res.text("x"))
      .get("/problem")((_, _) => throw HttpProblem(409, "no"))
      .get("/failure")((_, _) => throw RuntimeException("on purpose"))
      .through((_, res) => res.onHead(_.set("X-Bad", "a\nb")))
    serving(routes): server =>
      for (path, reported) <- Seq(("/answer", 1), ("/problem", 1), ("/failure", 2)) do
        assertEquals((path, ask(server, path).statusCode), (path, 500))
        val last = Seq.fill(reported)(nextReport()._1.getMessage.nn).last
        assert(clue(last).contains("X-Bad"))

  test("a body that streams is not read before the filter lets it pass"):
    val routes = Routes
      .post("/", Body.Streamed())((req, res) => res.complete(req.body.discard())(n => res.text(s"$n")))
      .through(named)
    serving(routes): server =>
      connected(server): raw =>
        raw.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        assertEquals(raw.answer().status, 401)
      assertEquals(ask(server, "/", "POST", "abc", Seq("X-User" -> "ann")).body, "3")

  test("a WebSocket's handshake goes through the filters, and its handlers see the attributes"):
    val routes =
      Routes.webSocket("/ws")(socket => socket.onText(_ => socket.send(socket.request(user)): Unit))
        .through(marking("m"), named)
    serving(routes): server =>
      connected(server): raw =>
        val ws = WebSocketClient(raw, "/ws", "X-User: ann\r\n")
        assertEquals(ws.handshake.header("X-Mark"), Some("m"))
        ws.send("who?")
        assertEquals(ws.frame().text, "ann")
      connected(server): raw =>
        raw.get("/ws", upgrade)
        val refused = raw.answer()
        assertEquals((refused.status, refused.header("X-Mark")), (401, Some("m")))
        // the connection continues
        raw.get("/ws")
        assertEquals(raw.answer().status, 426)

  test("frames that come while the filter still runs are not lost"):
    val go = CountDownLatch(1)
    val routes = Routes.webSocket("/ws")(socket => socket.onText(text => socket.send(text): Unit))
      .through((_, _) => go.await())
    serving(routes): server =>
      connected(server): raw =>
        raw.get("/ws", upgrade)
        // text of 1000 bytes, masked with zeros
        val head = String(Array[Byte](0x81.toByte, 0xfe.toByte, 3, 0xe8.toByte, 0, 0, 0, 0), ISO_8859_1)
        for i <- 1 to 100 do raw.send(head + f"$i%04d" + "x" * 996)
        go.countDown()
        assertEquals(raw.head().status, 101)
        for i <- 1 to 100 do assertEquals(String(raw.read(1004), ISO_8859_1).substring(4, 8), f"$i%04d")

  test("objects shared by filters and handlers are under the locks of one event"):
    var seen = 0
    val counting: Filter = (_, _) =>
      val before = seen
      Thread.`yield`()
      seen = before + 1
    val routes = Routes.get("/")((_, res) => res.empty()).through(counting)
    serving(routes): server =>
      assertEquals(ask(server, "/").statusCode, 204)
      val asked =
        for _ <- 1 to 100
        yield client.sendAsync(
          HttpRequest.newBuilder(URI(server.url)).build(),
          HttpResponse.BodyHandlers.discarding()
        )
      asked.foreach(answer => assertEquals(await(answer).statusCode, 204))
      assertEquals(seen, 101)
    assert(clue(
      Explanation.of(routes)
    ).contains("GET /: exclusive: excludes handlers that use what it writes"))

  // a StateViolationException, which checked mode throws, would be a 500
  test("objects that onHead uses are under the locks of the event that ends the response, whichever that is"):
    val counts = SharedMap[String, Int]()
    val counting: Filter = (req, res) =>
      val path = req.path
      res.onHead(_ => counts(path) = counts.getOrElse(path, 0) + 1)
    val done = Promise[String]()
    val routes = Routes
      .get("/now")((_, res) => res.text("x"))
      .get("/next")((req, res) => req.nextTick(() => res.text("x")))
      .get("/after")((req, res) => req.after(1.millis)(() => res.text("x")): Unit)
      .get("/complete")((_, res) => res.complete(done.future)(res.text))
      .post("/data", Body.Streamed()): (req, res) =>
        req.body.onEnd(() => res.text("x"))
        req.body.onData(_ => ())
      .through(counting)
    val paths = Seq("/now", "/next", "/after", "/complete", "/data")
    done.success("x")
    serving(routes, quiet): server =>
      for path <- paths do
        val (method, body) = if path == "/data" then ("POST", "abc") else ("GET", "")
        assertEquals((path, ask(server, path, method, body).statusCode), (path, 200))
    assertEquals(counts.snapshot.toSeq.sorted, paths.sorted.map(_ -> 1))
end FilterSuite
