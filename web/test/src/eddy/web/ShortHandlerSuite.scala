package eddy.web

import eddy.testing.{Eventually, Waits}
import eddy.web.internal.RouteProfile

import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import java.util.concurrent.{CompletableFuture, CountDownLatch, Executors}
import scala.concurrent.duration.DurationInt

/** Handlers that have proved short run on the I/O thread, and one that is not short after all holds up no
  * other.
  */
class ShortHandlerSuite extends WebSuite, eddy.testing.WaitingTests:
  private val pool = Executors.newCachedThreadPool()

  // proving takes its time on a busy machine: connections that wait for it are not closed meanwhile
  private def atOnce =
    quiet.copy(runShortAtOnce = true, timeouts = Timeouts(header = 10.minutes, keepAlive = 10.minutes))

  /** Says on which thread it ran; waits when asked to. */
  private final class Gate:
    val inside, free = AtomicReference(CountDownLatch(1))
    private val waiting = AtomicReference("")
    val runs = AtomicInteger()
    def callback(req: Request, res: Response): Unit =
      if req.query("wait").nonEmpty then
        waiting.set(Thread.currentThread.getName)
        inside.get.countDown()
        reached(free.get)
      runs.incrementAndGet(): Unit
      res.text(Thread.currentThread.getName)

    /** Has the handler wait on the I/O thread. Repeats that where the machine takes the core of the thread
      * just before: then the standby takes the loop, and the handler waits on a worker.
      *
      * @param before is done before each of these
      */
    def hold(server: RunningServer, raw: RawClient, path: String, before: () => Unit = () => ()): Unit =
      again("a handler waits on the I/O thread"):
        prove(server, path)
        before()
        inside.set(CountDownLatch(1))
        free.set(CountDownLatch(1))
        raw.send(s"GET $path?wait=1 HTTP/1.1\r\nHost: x\r\n\r\n")
        await(inside.get)
        val held = waiting.get.startsWith("eddy-io")
        if !held then
          free.get.countDown()
          raw.answer(): Unit
        held
  end Gate

  /** Tries until it is so: where the machine may take the core of a thread at the wrong moment. */
  private def again(what: String)(attempt: => Boolean): Unit = Eventually.until(what)(attempt)

  /** Not the suite's wait: it is called in handlers, which Eddy analyzes. */
  private def reached(latch: CountDownLatch): Unit =
    if !latch.await(Waits.LimitSeconds, SECONDS) then throw AssertionError("nobody opened the gate")

  private def profile(server: RunningServer, path: String): RouteProfile =
    server.core.tree.routes.find(_.label == path).get.profile

  /** Tells the profile of the route that its handler is short. A proof by requests needs a thousand runs,
    * few of which may lose their core; a busy machine never reaches it.
    */
  private def prove(server: RunningServer, path: String): Unit =
    val profile = this.profile(server, path)
    while !profile.isShort do profile.ran(0)
    // more than it needs: a run that loses its core does not cost the proof
    for _ <- 1 to 1000 do profile.ran(0)

  private def takeovers(server: RunningServer): Int =
    "eddy_http_loops_taken_over_total (\\d+)".r.findFirstMatchIn(
      server.metrics.scrape()
    ).get.group(1).nn.toInt

  test("a handler that has proved short runs where its request was read, others do not"):
    val gate = Gate()
    val routes = Routes
      .get("/short")(gate.callback)
      .get("/other")((_, res) => res.text(Thread.currentThread.getName))
    serving(routes, atOnce): server =>
      connected(server): raw =>
        again("/short runs on the I/O thread"):
          prove(server, "/short")
          raw.get("/short")
          raw.answer().body.startsWith("eddy-io")
        raw.get("/other")
        assert(raw.answer().body.startsWith("test-"))

  test("a short run of a handler counts for the proof of its route"):
    val paths = (1 to 200).map(n => s"/$n")
    val callback = (_: Request, res: Response) => res.text("ok")
    val routes = paths.foldLeft(Routes.get("/warm")(callback))((all, path) => all.get(path)(callback))
    serving(routes, atOnce): server =>
      connected(server): raw =>
        // the first runs of a process are not short
        for _ <- 1 to 200 do
          for _ <- 1 to 16 do raw.get("/warm")
          for _ <- 1 to 16 do assertEquals(raw.answer().body, "ok")
        // nor is a run that loses its core, hence many routes, of which one is enough
        val counted = paths.exists: path =>
          val profile = this.profile(server, path)
          for _ <- 1 until RouteProfile.Proven do profile.ran(0)
          assert(!profile.isShort)
          raw.get(path)
          assertEquals(raw.answer().body, "ok")
          // the run is counted behind its answer
          try
            Eventually.until("it is short", within = 50.millis)(profile.isShort)
            true
          catch case _: AssertionError => false
        assert(counted)

  test("without the setting no handler runs there"):
    serving(Routes.get("/short")(Gate().callback), quiet.copy(runShortAtOnce = false)): server =>
      connected(server): raw =>
        for _ <- 1 to 200 do
          for _ <- 1 to 16 do raw.get("/short")
          for _ <- 1 to 16 do assert(raw.answer().body.startsWith("test-"))

  test("when such a handler blocks, all connections of its I/O thread are served, again and again"):
    val gates = Seq.fill(3)(Gate())
    val routes = gates.zipWithIndex.foldLeft(Routes: Routes): (all, each) =>
      all.get(s"/${each(1)}")(each(0).callback)
    serving(routes ++ Health.routes, atOnce): server =>
      connected(server): other =>
        for (gate, n) <- gates.zipWithIndex do
          connected(server): raw =>
            var before = 0
            // a run that lost its core may have had the thread taken over, too
            gate.hold(server, raw, s"/$n", () => before = takeovers(server))
            // before that its other I/O thread runs it at once
            again("the I/O thread is taken over")(takeovers(server) > before)
            // also requests read with it, and those on new connections
            raw.get(s"/$n")
            other.get("/health")
            assertEquals(other.answer().status, 200)
            connected(server): late =>
              late.get(s"/$n")
              assert(late.answer().body.startsWith("test-"))
            gate.free.get.countDown()
            assert(raw.answer().body.startsWith("eddy-io"))
            assertEquals(raw.answer().status, 200)
            // it has lost its proof
            raw.get(s"/$n")
            assert(raw.answer().body.startsWith("test-"))

  test("requests that are read together with one that blocks are run by others"):
    val gate = Gate()
    serving(Routes.get("/short")(gate.callback), atOnce): server =>
      connected(server): raw =>
        prove(server, "/short")
        val before = gate.runs.get
        raw.send(
          "GET /short?wait=1 HTTP/1.1\r\nHost: x\r\n\r\n" + "GET /short HTTP/1.1\r\nHost: x\r\n\r\n" * 9
        )
        await(gate.inside.get)
        again("others run what was read together")(gate.runs.get >= before + 9)
        gate.free.get.countDown()
        for _ <- 1 to 10 do assertEquals(raw.answer().status, 200)

  test("when handlers that came together have taken a while, workers with nothing to do take the others"):
    val routes = Routes.get("/short"): (req, res) =>
      val until = System.nanoTime + (if req.query("while").nonEmpty then 200_000 else 0)
      while System.nanoTime < until do Thread.onSpinWait()
      res.text(Thread.currentThread.getName)
    serving(routes, atOnce): server =>
      connected(server): raw =>
        again("workers take some of what has come together"):
          prove(server, "/short")
          val before = takeovers(server)
          raw.send("GET /short?while=1 HTTP/1.1\r\nHost: x\r\n\r\n" * 16)
          val threads = Seq.fill(16)(raw.answer().body)
          threads.head.startsWith("eddy-io") && threads.exists(_.startsWith("test-")) &&
          takeovers(server) == before

  test(
    "messages of a WebSocket run where they were read once their handler has proved short, in their order"
  ):
    val gate = Gate()
    val routes = Routes.webSocket("/ws"): socket =>
      // a plain variable: two at once, or one that does not see the other, would be noticed
      var count = 0
      socket.onText: text =>
        if text == "wait" then
          gate.inside.get.countDown()
          reached(gate.free.get)
        count += 1
        socket.send(s"$count ${Thread.currentThread.getName}"): Unit
    serving(routes ++ Health.routes, atOnce): server =>
      connected(server): raw =>
        val ws = WebSocketClient(raw, "/ws")
        var count = 0
        def answered(): String =
          count += 1
          val text = ws.frame().text
          assert(text.startsWith(s"$count "), s"$text instead of $count")
          text.drop(count.toString.length + 1)
        again("a message runs on the I/O thread"):
          prove(server, "/ws")
          // alone, so that its unit is idle
          ws.send("x")
          answered().startsWith("eddy-io")
        ws.send("wait")
        await(gate.inside.get)
        for _ <- 1 to 5 do ws.send("x")
        assertEquals(ask(server, "/health").statusCode, 200)
        gate.free.get.countDown()
        for _ <- 1 to 6 do answered(): Unit

  test("answers keep the order of the requests, and a request's events theirs, wherever they run"):
    val routes = Routes.get("/:n"): (req, res) =>
      // a plain variable: two events at once, or one that does not see the other, would be noticed
      var seen = 0
      req.nextTick: () =>
        seen += 1
        req.nextTick: () =>
          seen += 1
          res.text(s"${req.path("n")} $seen")
      seen += 10
    serving(routes, atOnce): server =>
      val clients = (1 to 4).map: _ =>
        CompletableFuture.supplyAsync(
          () =>
            connected(server): raw =>
              for round <- 1 to 100 do
                for i <- 1 to 16 do raw.get(s"/$round.$i")
                for i <- 1 to 16 do
                  val body = raw.answer().body
                  if body != s"$round.$i 12" then throw AssertionError(s"$body instead of $round.$i 12")
          ,
          pool
        )
      clients.foreach(a => await(a))

  test("updates that a short handler submits to others under locks are not lost"):
    var total = 0
    val routes = Routes.get("/add"): (_, res) =>
      total += 1
      res.text(Thread.currentThread.getName)
    serving(
      routes,
      atOnce.copy(timeouts = Timeouts(response = 5.minutes))
    ): server =>
      val sent = AtomicInteger()
      val clients = (1 to 4).map: _ =>
        CompletableFuture.supplyAsync(
          () =>
            connected(server): raw =>
              for _ <- 1 to 50 do
                for _ <- 1 to 16 do raw.get("/add")
                for _ <- 1 to 16 do raw.answer()
                sent.addAndGet(16): Unit
          ,
          pool
        )
      clients.foreach(_.get())
      assertEquals(total, sent.get)

  test("requests that a filter has answered prove nothing about the handler behind it"):
    val routes =
      Routes.get("/short")((_, res) => res.text("ran")).through((_, res) => res.status(403).text("no"))
    serving(routes, atOnce): server =>
      val profile = this.profile(server, "/short")
      connected(server): raw =>
        def asked() =
          raw.get("/short")
          assertEquals(raw.answer().status, 403)
        // so that they are short
        for _ <- 1 to 1000 do asked()
        for _ <- 1 to 50 do
          profile.strike()
          for _ <- 1 until RouteProfile.Proven do profile.ran(0)
          asked()
          // its run is counted before the next one begins
          asked()
          assert(!profile.isShort)

  test("a server stops though a handler has an I/O thread for good".tag(WaitingTest)):
    val gate = Gate()
    val server = Server(atOnce).start(Routes.get("/short")(gate.callback))
    connected(server): raw =>
      gate.hold(server, raw, "/short")
      server.stop(100.millis)
      gate.free.get.countDown()

  override def afterAll(): Unit =
    pool.shutdown()
    super.afterAll()
end ShortHandlerSuite
