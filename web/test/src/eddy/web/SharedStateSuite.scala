package eddy.web

import eddy.runtime.{Engine, EngineConfig}
import eddy.state.{LockPolicy, SharedMap, UnprotectedStateException}
import eddy.testing.Waits

import java.net.URI
import java.net.http.{HttpRequest, HttpResponse}
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, CyclicBarrier}
import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** Handlers share any objects, plain variables and collections too, and lose no update. */
class SharedStateSuite extends WebSuite:
  private val rounds = 400

  /** Counts in a variable, a plain map and a shared one, each by reading and writing. */
  private final class Tally:
    var total = 0
    val byName: mutable.HashMap[String, Int] = mutable.HashMap()
    val shared: SharedMap[String, Int] = SharedMap()
    val routes: Routes = Routes.get("/count/:name"): (request, response) =>
      val name = request.path("name")
      val before = (total, byName.getOrElse(name, 0), shared.getOrElse(name, 0))
      // long enough for others to come in between, if they may
      Thread.`yield`()
      total = before._1 + 1
      byName(name) = before._2 + 1
      shared(name) = before._3 + 1
      response.empty()

  private def counted(policy: LockPolicy): Tally =
    val tally = Tally()
    given Engine = Engine.start(EngineConfig(name = "four", workers = 4))
    // however slow the machine: nothing is refused for being late
    val patient = quiet.copy(
      locks = policy,
      overload = Overload(maxWait = 5.minutes),
      timeouts = Timeouts(response = 5.minutes)
    )
    val server = Server(patient).start(tally.routes)
    try
      val asked =
        for i <- 1 to rounds yield
          val uri = URI(s"${server.url}/count/${i % 3}")
          client.sendAsync(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
      asked.foreach(answer => assertEquals(await(answer).statusCode, 204))
    finally
      server.stop(1.second)
      await(summon[Engine].shutdown(5.seconds)): Unit
    tally
  end counted

  for policy <- List(LockPolicy.Park, LockPolicy.Requeue(10)) do
    test(s"requests on four loops lose no update of a var, a plain map or a shared one, under $policy"):
      val tally = counted(policy)
      assertEquals(tally.total, rounds)
      assertEquals(tally.byName.values.sum, rounds)
      assertEquals(tally.shared.snapshot.values.sum, rounds)

  test("without locks two requests that are in the same lines lose an update"):
    var total = 0
    val both = CyclicBarrier(2)
    val routes = Routes.get("/"): (_, response) =>
      val before = total
      val _ = both.await(Waits.LimitSeconds, SECONDS)
      total = before + 1
      response.empty()
    serving(routes, quiet.copy(locks = LockPolicy.Unprotected)): server =>
      val request = HttpRequest.newBuilder(URI(server.url)).build()
      val asked = Seq.fill(2)(client.sendAsync(request, HttpResponse.BodyHandlers.discarding()))
      asked.foreach(answer => assertEquals(await(answer).statusCode, 204))
      assertEquals(total, 1)

  test("an event that a handler registers has locks of its own, and runs when it has ended"):
    val log = mutable.ArrayBuffer[String]()
    val routes = Routes.get("/"): (request, response) =>
      request.nextTick: () =>
        log += "tick"
        request.nextTick(() => response.text(log.mkString(" ")))
      log += "first"
    serving(routes)(server => assertEquals(ask(server, "/").body, "first tick"))

  test("handlers that share nothing run beside each other, though one of them waits"):
    val inside, done = CountDownLatch(1)
    var slow = 0
    val routes = Routes
      .get("/slow"): (_, response) =>
        slow += 1
        inside.countDown()
        done.await()
        response.text(s"$slow")
      .get("/quick")((_, response) => response.text("quick"))
    serving(routes): server =>
      val waiting = client.sendAsync(
        HttpRequest.newBuilder(URI(s"${server.url}/slow")).build(),
        HttpResponse.BodyHandlers.ofString()
      )
      inside.await()
      assertEquals(ask(server, "/quick").body, "quick")
      done.countDown()
      assertEquals(await(waiting).body, "1")

  test("messages of different WebSockets share a variable"):
    var heard = 0
    val routes = Routes.webSocket("/ws"): socket =>
      socket.onText: _ =>
        val before = heard
        Thread.`yield`()
        heard = before + 1
        socket.send(heard.toString): Unit
    serving(routes): server =>
      def talk(open: List[WebSocketClient], more: Int): Unit =
        if more > 0 then connected(server)(raw => talk(WebSocketClient(raw, "/ws") :: open, more - 1))
        else
          for _ <- 1 to 50; client <- open do client.send("x")
          val answers = open.flatMap(client => List.fill(50)(client.frame().text.toInt))
          assertEquals(answers.sorted, (1 to 200).toList)
      talk(Nil, 4)

  test("a service is one handler, as in the Node.Scala paper: every method and path"):
    val server = Server(quiet)
    val hits = AtomicInteger()
    val running = server.start: connection =>
      server.nextTick: () =>
        connection.res.text(s"${connection.req.method} ${connection.req.path} ${hits.incrementAndGet()}")
    try
      assertEquals(ask(running, "/").body, "GET / 1")
      assertEquals(ask(running, "/a/b", "POST").body, "POST /a/b 2")
    finally running.stop(1.second)

  test("nextTick and after outside of a handler say where they belong"):
    val server = Server(quiet)
    val tick = intercept[IllegalStateException](server.nextTick(() => ()))
    assert(clue(tick.getMessage.nn).contains("outside of the handler of a request"))
    val later = intercept[IllegalStateException](server.after(1.second)(() => ()))
    assert(clue(later.getMessage.nn).contains("Engine.execute"))

  test("after runs a further event of the request"):
    val server = Server(quiet)
    var order = "first"
    val running = server.start: connection =>
      val _ = server.after(1.milli): () =>
        order += " later"
        connection.res.text(order)
      order += " second"
    try assertEquals(ask(running, "/").body, "first second later")
    finally running.stop(1.second)

  private def refusal(routes: Routes): String =
    intercept[ServerStartException](Server(quiet).start(routes)).getMessage.nn

  test("requests that use different entries of a map do not wait for each other, those of one entry do"):
    val visits = SharedMap[String, Int]()
    val inside, done = CountDownLatch(1)
    val routes = Routes.get("/visit/:who"): (request, response) =>
      val before = visits.getOrElse(request.path("who"), 0)
      if request.path("who") == "slow" && before == 0 then
        inside.countDown()
        done.await()
      visits(request.path("who")) = before + 1
      response.text(s"${before + 1}")
    serving(routes): server =>
      def later(path: String) =
        client.sendAsync(
          HttpRequest.newBuilder(URI(s"${server.url}$path")).build(),
          HttpResponse.BodyHandlers.ofString()
        )
      val first = later("/visit/slow")
      inside.await()
      val second = later("/visit/slow")
      for n <- 1 to 3 do assertEquals(ask(server, "/visit/quick").body, s"$n")
      done.countDown()
      assertEquals(Set(await(first).body, await(second).body), Set("1", "2"))

  test(
    "handlers that no lock can protect are refused at the start, each with its line and what to use instead"
  ):
    val seen = mutable.HashSet[String]()
    val list = mutable.ArrayBuffer[String]()
    val routes = Routes
      .get("/seen"): (request, response) =>
        val _ = Thread.startVirtualThread(() => seen += request.path)
        response.empty()
      .get("/fine")((_, response) => response.empty())
      .get("/listed"): (request, response) =>
        val _ = Thread.startVirtualThread(() => list += request.path)
        response.empty()
    val said = clue(refusal(routes)).linesIterator.toList
    assert(
      said(0).startsWith("GET /seen: The handler writes seen on a thread of its own at ")
    )
    assert(said(0).contains("SharedStateSuite.closure:") && said(0).contains("SharedSet"))
    assert(said(1).startsWith("GET /listed: ") && said(1).contains("SharedBuffer"))
    assert(said(2).contains("LockPolicy.Unprotected"))

  test("a handler that is not read in time is reported when it is, and answered with 500"):
    val seen = mutable.HashSet[String]()
    val routes = Routes.get("/seen"): (request, response) =>
      val _ = Thread.startVirtualThread(() => seen += request.path)
      response.empty()
    serving(routes, quiet.copy(analysisWithin = 0.seconds)): server =>
      assert(clue(nextReport()._1.getMessage.nn).startsWith("GET /seen: The handler writes "))
      assertEquals(ask(server, "/seen").statusCode, 500)
      assertEquals(seen.size, 0)
    serving(routes, quiet.copy(locks = LockPolicy.Unprotected)): server =>
      assertEquals(ask(server, "/seen").statusCode, 204)

  test("so is what they register"):
    val seen = mutable.HashSet[String]()
    val routes = Routes.get("/"): (request, response) =>
      request.nextTick: () =>
        val _ = Thread.startVirtualThread(() => seen += request.path)
        response.empty()
    assert(clue(refusal(routes)).contains("SharedStateSuite.closure:"))

  test("a handler that is found to be so only when it runs is answered by 500, and reported"):
    val seen = mutable.HashSet[String]()
    val later = SharedMap[String, () => Unit]()
    later("/") = () =>
      val _ = Thread.startVirtualThread(() => seen += "/")
    val routes = Routes.get("/")((request, _) => request.nextTick(later(request.path)))
    serving(routes): server =>
      assertEquals(ask(server, "/").statusCode, 500)
      assert(clue(nextReport()._1).getMessage.nn.contains("no lock protects that"))

  test("from then on it is refused where it is registered"):
    val seen = mutable.HashSet[String]()
    val later = SharedMap[String, () => Unit]()
    later("/") = () =>
      val _ = Thread.startVirtualThread(() => seen += "/")
    val routes = Routes.get("/"): (request, response) =>
      try request.nextTick(later(request.path))
      catch case refused: UnprotectedStateException => response.text(s"refused: ${refused.getMessage}")
    serving(routes): server =>
      assertEquals(ask(server, "/").statusCode, 500)
      val _ = nextReport()
      assert(clue(ask(server, "/").body).startsWith("refused: The handler writes seen on a thread"))

  test("the explanation lists what handlers register under them"):
    val visits = SharedMap[String, Int]()
    val routes = Routes
      .get("/"): (request, response) =>
        request.nextTick: () =>
          visits("all") = visits.getOrElse("all", 0) + 1
          response.empty()
      .webSocket("/ws")(socket => socket.onText(text => visits(text) = 1))
    val text = Explanation.of(routes)
    assert(clue(text).contains("GET /: stateless"))
    assert(clue(text).contains("  registers by nextTick at eddy.web.SharedStateSuite.closure:"))
    assert(text.contains("  registers by onText at eddy.web.SharedStateSuite.closure:"))
    assertEquals("(?m)^ +writes SharedMap#".r.findAllIn(text).size, 2, text)
    val matrix = text.linesIterator.toList
    assert(matrix.exists(_.matches("1 \\. \\. \\. \\.  GET /")))
    assert(matrix.exists(_.matches("2 \\. x \\. .  GET /, nextTick at .*")))
    assert(matrix.exists(_.startsWith("2 twice: it writes SharedMap#")))

  test("the explanation names each handler, the objects it touches, and the handlers it excludes"):
    val tally = Tally()
    serving(tally.routes ++ Explanation.routes ++ Health.routes): server =>
      val text = ask(server, "/handlers").body
      assert(clue(text).contains("GET /count/:name: exclusive: excludes handlers that use what it writes"))
      assert(text.contains("SharedStateSuite.scala") || text.contains("Tally"))
      assert(!text.contains("/health"), "the server's own handlers use nothing shared")
end SharedStateSuite
