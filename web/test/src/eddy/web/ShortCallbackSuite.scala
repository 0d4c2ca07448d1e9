package eddy.web

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CompletableFuture, CountDownLatch, Executors}
import scala.concurrent.duration.DurationInt

/** Callbacks that have proved short run on the I/O thread, and one that is not short after all holds nobody up. */
class ShortCallbackSuite extends WebSuite:
  private val pool = Executors.newCachedThreadPool()

  // proving takes its time on a busy machine: connections that wait for it are not closed meanwhile
  private def atOnce =
    quiet.copy(runShortAtOnce = true, timeouts = Timeouts(header = 10.minutes, keepAlive = 10.minutes))

  /** Says on which thread it ran; waits when it is told to. */
  private final class Gate:
    val inside, free = CountDownLatch(1)
    val runs = AtomicInteger()
    def callback(req: Request, res: Response): Unit =
      if req.query("wait").nonEmpty then
        inside.countDown()
        free.await()
      runs.incrementAndGet(): Unit
      res.text(Thread.currentThread.getName)

  /** Asks until the callback runs on the I/O thread: as often as it takes on a busy machine. */
  private def prove(raw: RawClient, path: String): Unit =
    var ran = ""
    while !ran.startsWith("eddy-io") do
      for _ <- 1 to 16 do raw.get(path)
      for _ <- 1 to 16 do ran = raw.answer().body

  private def takeovers(server: RunningServer): Int =
    "eddy_http_loops_taken_over_total (\\d+)".r.findFirstMatchIn(
      server.metrics.scrape()
    ).get.group(1).nn.toInt

  test("a callback that has proved short runs where its request was read, others do not"):
    val gate = Gate()
    val routes = Routes
      .get("/short")(gate.callback)
      .get("/other")((_, res) => res.text(Thread.currentThread.getName))
    serving(routes, atOnce): server =>
      connected(server): raw =>
        prove(raw, "/short")
        raw.get("/other")
        assert(raw.answer().body.startsWith("test-"))

  test("without the setting no callback runs there"):
    serving(Routes.get("/short")(Gate().callback)): server =>
      connected(server): raw =>
        for _ <- 1 to 200 do
          for _ <- 1 to 16 do raw.get("/short")
          for _ <- 1 to 16 do assert(raw.answer().body.startsWith("test-"))

  test("when such a callback blocks, all connections of its I/O thread go on, again and again"):
    val gates = Seq.fill(3)(Gate())
    val routes = gates.zipWithIndex.foldLeft(Routes: Routes): (all, each) =>
      all.get(s"/${each(1)}")(each(0).callback)
    serving(routes ++ Health.routes, atOnce): server =>
      connected(server): other =>
        for (gate, n) <- gates.zipWithIndex do
          connected(server): raw =>
            prove(raw, s"/$n")
            val before = takeovers(server)
            raw.get(s"/$n?wait=1")
            gate.inside.await()
            // also what was read with it, and what comes on connections that are new
            raw.get(s"/$n")
            other.get("/health")
            assertEquals(other.answer().status, 200)
            connected(server): late =>
              late.get(s"/$n")
              assert(late.answer().body.startsWith("test-"))
            gate.free.countDown()
            assert(raw.answer().body.startsWith("eddy-io"))
            assertEquals(raw.answer().status, 200)
            assert(takeovers(server) > before)
            // it has lost its proof
            raw.get(s"/$n")
            assert(raw.answer().body.startsWith("test-"))

  test("requests that are read together with one that blocks are run by others"):
    val gate = Gate()
    serving(Routes.get("/short")(gate.callback), atOnce): server =>
      connected(server): raw =>
        prove(raw, "/short")
        val before = gate.runs.get
        raw.send(
          "GET /short?wait=1 HTTP/1.1\r\nHost: x\r\n\r\n" + "GET /short HTTP/1.1\r\nHost: x\r\n\r\n" * 9
        )
        gate.inside.await()
        while gate.runs.get < before + 9 do Thread.onSpinWait()
        gate.free.countDown()
        for _ <- 1 to 10 do assertEquals(raw.answer().status, 200)

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
      clients.foreach(_.await())

  test("what a short callback submits to others under locks loses nothing"):
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

  test("a server stops though a callback has an I/O thread for good"):
    val gate = Gate()
    val server = Server(atOnce).start(Routes.get("/short")(gate.callback))
    connected(server): raw =>
      prove(raw, "/short")
      raw.get("/short?wait=1")
      gate.inside.await()
      server.stop(100.millis)
      gate.free.countDown()

  override def afterAll(): Unit =
    pool.shutdown()
    super.afterAll()
end ShortCallbackSuite
