package eddy.web.testkit

import eddy.state.{Checked, LockPolicy, SharedMap}
import eddy.web.{Cookie, EventStream, Overload, Routes, ServerConfig, Timeouts, WebSocket}

import java.net.{ConnectException, Socket}
import scala.concurrent.duration.DurationInt

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

class TestServiceSuite extends eddy.testing.PatientSuite:
  private final case class Order(item: String, count: Int)
  private given JsonValueCodec[Order] = JsonCodecMaker.make

  private def clock(events: EventStream): Unit =
    val _ = events.send("1", event = "tick", id = "a")
    val _ = events.send("two\nlines")
    events.end()

  private def echo(socket: WebSocket): Unit =
    socket.onText: text =>
      if text == "bye" then socket.close(4000, "as you say")
      else
        val _ = socket.send(text)
    socket.onBinary: bytes =>
      val _ = socket.send(bytes)

  private val routes = Routes
    .get("/hello/:name")((req, res) => res.header("X-Kind", "greeting").text(s"Hello, ${req.path("name")}!"))
    .post("/orders")((req, res) => res.status(201).header("Location", "/orders/1").json(req.json[Order]))
    .get("/gone")((_, res) => res.redirect("/hello/you"))
    .get("/bad")((_, _) => throw IllegalStateException("the price list is not there"))
    .get("/clock")((_, res) => clock(res.events()))
    .webSocket("/echo")(echo)

  private def run[A]()(body: TestService => A): A = TestService.run(routes, patience = 2.minutes)(body)

  test("a call says what is expected, one after another"):
    run(): service =>
      service.get("/hello/Ada").status(200).header(
        "X-Kind",
        "greeting"
      ).contentType("text/plain").text("Hello, Ada!")
      service.post(
        "/orders",
        _.json(Order("tea", 2))
      ).status(201).header("Location", "/orders/1").json(Order("tea", 2))
      service.get("/gone").status(303).header("Location", "/hello/you")
      service.post("/orders", _.text("tea")).problem(415, "must be JSON")
      assertEquals(service.get("/hello/you").code, 200)

  test("shared state is checked while a service is tested"):
    val before = Checked.on
    Checked.on = false
    try run()(_ => assert(Checked.on))
    finally Checked.on = before

  test("a failed expectation shows the complete answer"):
    run(): service =>
      def message(body: TestAnswer => Any): String =
        intercept[AssertionError](body(service.get("/hello/Ada"))).getMessage.nn
      val status = message(_.status(404))
      assert(clue(status).startsWith("GET /hello/Ada: status 404 is expected, but this came:\n  200\n"))
      assert(status.contains("Hello, Ada!") && status.toLowerCase.contains("x-kind: greeting"))
      assert(clue(message(_.text("Hello, Eve!"))).contains("the body \"Hello, Eve!\" is expected"))
      assert(clue(message(_.header("X-Kind", "curse"))).contains("the header X-Kind: curse is expected"))
      assert(clue(message(_.contains("Eve"))).contains("a body with \"Eve\" in it is expected"))
      assert(clue(message(_.as[Order])).contains("its body is not the JSON that is expected"))
      assert(clue(message(_.contentType("text/html"))).contains("content of type text/html is expected"))

  test("a failed expectation shows the service's exception"):
    run(): service =>
      service.get("/bad").status(500)
      val wrong = intercept[AssertionError](service.get("/bad").status(200)).getMessage.nn
      assert(
        clue(wrong).contains("The service failed meanwhile:") && wrong.contains("the price list is not there")
      )
      assertEquals(service.failures.size, 2)
      assert(
        clue(intercept[AssertionError](service.expectNoFailures()).getMessage.nn).contains("the price list")
      )

  test(
    "the service ends with the test, also when that fails, and the service's exception is added to the failure"
  ):
    var port = 0
    val failed = intercept[RuntimeException]:
      run(): service =>
        port = service.server.port
        service.get("/bad").status(500)
        throw RuntimeException("the test's own")
    assertEquals(failed.getMessage, "the test's own")
    assert(clue(failed.getSuppressed.toSeq).exists(_.getMessage.nn.contains("price list")))
    intercept[ConnectException](Socket("127.0.0.1", port)): Unit

  test("a WebSocket says what must come, and how it must end"):
    run(): service =>
      val socket = service.webSocket("/echo")
      socket.send("one")
      socket.send("two")
      socket.expect("one")
      assertEquals(socket.fishFor { case text if text.startsWith("t") => text.length }, 3)
      socket.send("a")
      socket.send("b")
      socket.expectAll("b", "a")
      socket.send(Array[Byte](1, 2))
      assertEquals(socket.receiveBytes().toSeq, Seq[Byte](1, 2))
      socket.send("x")
      val wrong = intercept[AssertionError](socket.expect("y")).getMessage.nn
      assert(clue(wrong).contains("WebSocket /echo: \"y\" is expected, but \"x\" came") && wrong.contains(
        "Came before: \"one\""
      ))
      assert(clue(intercept[AssertionError](socket.expect(
        "z",
        within = 1.milli
      )).getMessage.nn).contains("nothing came within"))
      socket.send("bye")
      socket.expectClose(4000)
      socket.close()
      val other = service.webSocket("/echo")
      other.close(1000)
      other.expectClose(1000)
      other.close()

  test("a WebSocket that the service refuses is an error with the reason"):
    run(): service =>
      val wrong =
        intercept[AssertionError](service.webSocket("/echo", Seq("Origin" -> "https://evil.example")))
      assert(clue(wrong.getMessage.nn).contains("answered the handshake with 403"))

  test("a stream of events says what must come, and that it ends"):
    run(): service =>
      val clock = service.events("/clock")
      assertEquals(clock.expect("1", event = "tick").id, "a")
      assert(clue(intercept[AssertionError](clock.expect("three")).getMessage.nn).contains("two\nlines"))
      clock.expectEnd()
      clock.close()
      val none = intercept[AssertionError](service.events("/hello/Ada")).getMessage.nn
      assert(clue(none).contains("a stream of events is expected, but this came: 200"))

  test("the failure of an unexpected event names the difference"):
    val routes = Routes.get("/events"): (_, res) =>
      val events = res.events()
      events.send("10 %", event = "progress"): Unit
      events.send("the first twenty characters and this"): Unit
      events.send("11 %", event = "progress"): Unit
    TestService.run(routes): service =>
      val events = service.events("/events")
      def wrong(body: => Any) = intercept[AssertionError](body).getMessage.nn
      val kind = wrong(events.expect("10 %"))
      assert(clue(kind).contains("an event of kind \"message\" is expected, but its kind is \"progress\""))
      val data = wrong(events.expect("the first twenty characters and that"))
      assert(clue(data).contains("its data differs from character 35 on: \"…is\")"))
      val both = wrong(events.expect("12 %"))
      assert(clue(both).contains("(its data differs, and its kind \"message\", not \"progress\")"))
      events.close()

  test("cookies that the service sets are sent with later requests, until it takes them back"):
    val routes = Routes
      .post("/login")((_, res) =>
        res.cookie(Cookie("session", "s1", secure = true)).cookie(Cookie(
          "area",
          "a",
          path = "/shop"
        )).text("in")
      )
      .post("/logout")((_, res) => res.cookie(Cookie("session", "", maxAge = 0.seconds)).text("out"))
      .get("/who")((req, res) => res.text(req.header("Cookie").getOrElse("nobody")))
      .get("/shop/who")((req, res) => res.text(req.header("Cookie").getOrElse("nobody")))
      .webSocket("/socket")(socket => socket.send(socket.request.header("Cookie").getOrElse("nobody")): Unit)
    TestService.run(routes): service =>
      service.get("/who").text("nobody")
      service.post("/login").status(200)
      service.get("/who").text("session=s1")
      service.get("/shop/who").text("area=a; session=s1")
      service.callAtOnce(2, "GET", _ => "/who").foreach(_.text("session=s1"))
      service.webSocket("/socket").expect("session=s1")
      service.get("/who", _.cookie("session", "s2")).text("session=s2")
      assertEquals(service.cookies.get("session"), Some("s1"))
      service.post("/logout").status(200)
      service.get("/who").text("nobody")
      service.cookies.set("session", "s3")
      service.get("/who").text("session=s3")
      service.cookies.clear()
      service.get("/shop/who").text("nobody")

  test("cookies that an event stream or the handshake of a WebSocket sets are sent with later requests"):
    val routes = Routes
      .get("/events"): (_, res) =>
        val events = res.cookie(Cookie("stream", "e1", path = "/")).events()
        events.end()
      .webSocket("/socket")(_ => ())
      .through((_, res) => res.cookie(Cookie("seen", "yes", path = "/")): Unit)
      .get("/who")((req, res) => res.text(req.header("Cookie").getOrElse("nobody")))
    TestService.run(routes): service =>
      service.webSocket("/socket").close()
      service.get("/who").text("seen=yes")
      service.cookies.clear()
      service.events("/events").expectEnd()
      assertEquals(service.cookies.all.toSet, Set("seen" -> "yes", "stream" -> "e1"))

  test("many at once: handlers that share a map lose nothing"):
    val hits = SharedMap("n" -> 0)
    val counting = Routes.get("/hit/:i"): (_, res) =>
      hits("n") = hits("n") + 1
      res.empty()
    TestService.run(
      counting,
      ServerConfig(
        locks = LockPolicy.Park,
        timeouts = Timeouts(response = 3.minutes),
        overload = Overload(maxWait = 3.minutes)
      ),
      patience = 3.minutes
    ): service =>
      val answers = service.callAtOnce(100, "GET", i => s"/hit/$i")
      answers.foreach(_.status(204))
      assertEquals(hits("n"), 100)

  test("a service that is one handler is started with its server"):
    TestService.runOne()(server =>
      connection => server.nextTick(() => connection.res.text(connection.req.path))
    ): service =>
      service.get("/any/path").status(200).text("/any/path")
end TestServiceSuite
