package eddy.web

import eddy.testing.Waits

import java.util.concurrent.CompletableFuture
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.Promise

class ConnectionSuite extends WebSuite:
  test("a connection is kept for further requests until one asks for its end"):
    serving(Routes.get("/")((_, res) => res.text("ok"))): server =>
      connected(server): raw =>
        for _ <- 1 to 3 do
          raw.get("/")
          assertEquals(raw.answer().header("Connection"), None)
        raw.get("/", "Connection: close\r\n")
        assertEquals(raw.answer().header("Connection"), Some("close"))
        assert(raw.isAtEnd)

  test("HTTP/1.0 ends after one answer unless keep-alive is asked for"):
    serving(Routes.get("/")((_, res) => res.text("ok"))): server =>
      connected(server): raw =>
        raw.send("GET / HTTP/1.0\r\n\r\n")
        assertEquals(raw.answer().body, "ok")
        assert(raw.isAtEnd)
      connected(server): raw =>
        raw.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        assertEquals(raw.answer().header("Connection"), Some("keep-alive"))
        raw.send("GET / HTTP/1.0\r\n\r\n")
        assertEquals(raw.answer().body, "ok")

  test("pipelined responses leave in the order of their requests, whichever is ready first"):
    val first = CompletableFuture[Unit]()
    val routes = Routes
      .get("/slow"): (_, res) =>
        await(first)
        res.text("slow")
      .get("/fast"): (_, res) =>
        res.text("fast")
        first.complete(()): Unit
    serving(routes): server =>
      connected(server): raw =>
        raw.send(
          "GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /fast HTTP/1.1\r\nHost: x\r\n\r\nGET /nope HTTP/1.1\r\nHost: x\r\n\r\n"
        )
        assertEquals(raw.answer().body, "slow")
        assertEquals(raw.answer().body, "fast")
        assertEquals(raw.answer().status, 404)

  test("a pipelined request that changes something runs alone"):
    val running = AtomicInteger()
    val most = AtomicInteger()
    def alone(req: Request, res: Response): Unit =
      most.accumulateAndGet(running.incrementAndGet(), math.max)
      val _ = req.after(scala.concurrent.duration.DurationInt(3).millis): () =>
        running.decrementAndGet()
        res.text("done")
    serving(Routes.post("/")(alone).get("/")(alone)): server =>
      connected(server): raw =>
        raw.send(
          "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nxGET / HTTP/1.1\r\nHost: x\r\n\r\nPOST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
        )
        for _ <- 1 to 3 do assertEquals(raw.answer().body, "done")
        assertEquals(most.get, 1)

  test("no more pipelined requests run at once than allowed, and all are answered"):
    val running = AtomicInteger()
    val most = AtomicInteger()
    val routes = Routes.get("/:n"): (req, res) =>
      most.accumulateAndGet(running.incrementAndGet(), math.max)
      val _ = req.after(scala.concurrent.duration.DurationInt(2).millis): () =>
        running.decrementAndGet()
        res.text(req.path("n"))
    serving(routes, quiet.copy(limits = Limits(maxPipelined = 4))): server =>
      connected(server): raw =>
        raw.send((1 to 400).map(n => s"GET /$n HTTP/1.1\r\nHost: x\r\n\r\n").mkString)
        for n <- 1 to 400 do assertEquals(raw.answer().body, n.toString)
        assert(most.get <= 4, s"${most.get} ran at once")

  test("a client that ends its side after a request still gets the answer"):
    serving(Routes.get("/")((_, res) => res.text("ok"))): server =>
      connected(server): raw =>
        raw.get("/")
        raw.endOutput()
        assertEquals(raw.answer().body, "ok")
        assert(raw.isAtEnd)

  test("after a refusal requests before it are answered and nothing after it"):
    serving(Routes.get("/")((_, res) => res.text("ok"))): server =>
      connected(server): raw =>
        raw.send(
          "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost : x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n"
        )
        assertEquals(raw.answer().status, 200)
        val refused = raw.answer()
        assertEquals((refused.status, refused.header("Connection")), (400, Some("close")))
        assert(refused.body.contains("without a space"), refused.body)
        assert(raw.isAtEnd)

  test("an empty line before a request is ignored, bytes may come one at a time"):
    serving(Routes.get("/")((_, res) => res.text("ok"))): server =>
      connected(server): raw =>
        "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n".foreach(c => raw.send(c.toString))
        assertEquals(raw.answer().body, "ok")

  test(
    "connections over the limit get 503 with Retry-After while all others are busy, and a slot when one is not"
  ):
    val begun = CountDownLatch(2)
    val done = Promise[String]()
    val routes = Routes.get("/")((_, res) => res.text("ok")).get("/held"): (_, res) =>
      begun.countDown()
      res.complete(done.future)(res.text(_))
    val config = quiet.copy(
      limits = Limits(maxConnections = 2, maxConnectionsPerAddress = 2),
      locks = eddy.state.LockPolicy.Unprotected
    )
    serving(routes, config): server =>
      connected(server): one =>
        connected(server): two =>
          for raw <- Seq(one, two) do raw.get("/held")
          assert(begun.await(Waits.LimitSeconds, SECONDS))
          connected(server): three =>
            three.get("/")
            val refused = three.answer()
            assertEquals((refused.status, refused.header("Retry-After")), (503, Some("1")))
            assert(three.isAtEnd)
          done.success("held"): Unit
          for raw <- Seq(one, two) do assertEquals(raw.answer().body, "held")
          connected(server): again =>
            again.get("/")
            assertEquals(again.answer().body, "ok")

  test("both transports serve"):
    for transport <- Seq(Transport.Nio, Transport.Auto) do
      serving(Routes.get("/")((_, res) => res.text("ok")), quiet.copy(transport = transport, ioThreads = 2)):
        server =>
          for _ <- 1 to 5 do
            connected(server) { raw =>
              raw.get("/"); assertEquals(raw.answer().body, "ok")
            }
end ConnectionSuite
