package service

import eddy.runtime.WorkerStats
import eddy.state.SharedMap
import eddy.testing.Eventually
import eddy.web.http2.RawHttp2
import eddy.web.{AheadFilter, Routes, RunningServer, Sweeps, Timeouts, WebSuite}

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Handlers that have to begin in time, however many events their requests have. */
class BeginWithinSuite extends WebSuite:
  private val config = quiet
  private val limit = 200.millis

  private def awaitEventsOver(): Unit = Eventually.until("its events are over"):
    engine.stats.queued == 0 && engine.stats.workers.forall(_.state == WorkerStats.State.Asleep)

  /** Returns when the server has looked at its deadlines that much later, and once more. */
  private def awaitLooks(server: RunningServer, later: FiniteDuration): Unit =
    val since = System.nanoTime
    val sweeps = Sweeps(server)
    while System.nanoTime - since < later.toNanos do sweeps.await()
    sweeps.await(2)

  /** A handler that holds the locks of `stock` until it is released, and others that wait for them. */
  private final class Stock:
    val (holds, release) = (CountDownLatch(1), CountDownLatch(1))
    private val stock = SharedMap[String, Int]()
    val runs: AtomicInteger = AtomicInteger()

    val hold: Routes = Routes.get("/hold"): (_, response) =>
      stock("x") = 1
      holds.countDown()
      await(release)
      response.text("held")

    val take: Routes = Routes
      .get("/take"): (_, response) =>
        runs.incrementAndGet(): Unit
        stock("x") = 2
        response.text("taken")
      .post("/take"): (_, response) =>
        stock("x") = 3
        response.text("taken")

    val socket: Routes = Routes
      .webSocket("/socket")(socket => socket.send("open"): Unit)
      .through((_, _) => stock("x") = 4)
  end Stock

  test("a handler does not run when a filter ahead of it takes longer than the handler has to begin"):
    val gate = CountDownLatch(1)
    val runs = AtomicInteger()
    val routes = Routes
      .get("/"): (_, response) =>
        runs.incrementAndGet(): Unit
        response.text("ran")
      .through(AheadFilter(() => await(gate)))
      .beginWithin(limit)
    serving(routes, config): server =>
      val answer = ask(server, "/")
      gate.countDown()
      assertEquals((answer.statusCode, answer.head("Retry-After")), (503, "1"))
      assert(clue(answer.body).contains("could not begin"))
      awaitEventsOver()
      assertEquals(runs.get, 0)
      Eventually.until("the next one begins in time")(ask(server, "/").statusCode == 200)

  test("a handler whose filter ahead has passed, and that waits for locks for too long, does not run"):
    val stock = Stock()
    val passed = AtomicInteger()
    val routes =
      stock.hold ++ stock.take.through(AheadFilter(() => passed.incrementAndGet(): Unit)).beginWithin(limit)
    serving(routes, config): server =>
      connected(server): raw =>
        raw.get("/hold")
        await(stock.holds)
        val answer = ask(server, "/take")
        assertEquals((answer.statusCode, answer.head("Retry-After")), (503, "1"))
        assertEquals(passed.get, 1)
        stock.release.countDown()
        assertEquals(raw.answer().body, "held")
        awaitEventsOver()
        assertEquals(stock.runs.get, 0)

  test("over HTTP/2 a handler that waits for locks for too long gets 503 and does not run"):
    val stock = Stock()
    serving(stock.hold ++ stock.take.beginWithin(limit), config): server =>
      val raw = RawHttp2(server.port)
      try
        val held = raw.request("/hold")
        await(stock.holds)
        assertEquals(raw.answer(raw.request("/take")).status, 503)
        stock.release.countDown()
        assertEquals(raw.answer(held).text, "held")
        awaitEventsOver()
        assertEquals(stock.runs.get, 0)
      finally raw.close()

  test("the time of a handler whose body is buffered begins with the end of the body"):
    val stock = Stock()
    val within = 3.seconds
    val often = config.copy(timeouts = Timeouts(linger = 40.millis))
    serving(stock.hold ++ stock.take.beginWithin(within), often): server =>
      connected(server): raw =>
        connected(server): holder =>
          holder.get("/hold")
          await(stock.holds)
          raw.send("POST /take HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na")
          awaitLooks(server, within)
          raw.send("b")
          awaitLooks(server, 40.millis)
          stock.release.countDown()
          assertEquals(raw.answer().body, "taken")

  test("the handshake of a WebSocket may wait longer for its filters"):
    val stock = Stock()
    serving((stock.hold ++ stock.socket).beginWithin(limit), config): server =>
      connected(server): raw =>
        connected(server): holder =>
          holder.get("/hold")
          await(stock.holds)
          val upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
          raw.get("/socket", s"${upgrade}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")
          awaitLooks(server, limit)
          stock.release.countDown()
          assertEquals(raw.head().status, 101)
end BeginWithinSuite
