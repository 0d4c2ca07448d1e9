package service

import eddy.runtime.WorkerStats
import eddy.state.SharedMap
import eddy.testing.Eventually
import eddy.web.{Routes, Timeouts, WebSuite}

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt

/** Requests for handlers whose analysis takes longer than the start waits. */
class LateAnalysisSuite extends WebSuite:
  test("a request that times out while its handler is analysed gets 503 with Retry-After, which says so"):
    val routes = Routes.get("/late")((_, response) => response.text(Late.stock.size.toString))
    val short = quiet.copy(analysisWithin = 0.seconds, timeouts = Timeouts(response = 200.millis))
    serving(routes, short): server =>
      val answer = ask(server, "/late")
      assertEquals((answer.statusCode, answer.head("Retry-After")), (503, "1"))
      assert(clue(answer.body).contains("still prepares the handler"))
      assert(clue(nextReport()._1.getMessage).contains("still being analysed after 200 milliseconds"))
      AnalysisGate.open.countDown()
      Eventually.until("the handler answers")(ask(server, "/late").statusCode == 200)

  test("a handler that has not begun in time, as it is analysed, gets 503 and does not run any more"):
    val runs = AtomicInteger()
    val routes = Routes
      .get("/later"): (_, response) =>
        runs.incrementAndGet(): Unit
        response.text(Later.stock.size.toString)
      .beginWithin(200.millis)
    serving(routes, quiet.copy(analysisWithin = 0.seconds)): server =>
      logged("eddy.web"): lines =>
        val answer = ask(server, "/later")
        assertEquals((answer.statusCode, answer.head("Retry-After")), (503, "1"))
        assert(clue(answer.body).contains("still prepares the handler"))
        val line = Iterator.continually(awaitNext(lines)).find(_.startsWith("GET /later ")).get
        assert(clue(line).contains("still being analysed after 200 milliseconds"))
        assert(clue(reports).isEmpty)
      LaterGate.open.countDown()
      Eventually.until("its events are over"):
        engine.stats.queued == 0 && engine.stats.workers.forall(_.state == WorkerStats.State.Asleep)
      assertEquals(runs.get, 0)
      Eventually.until("the handler answers")(ask(server, "/later").statusCode == 200)

  test("a handler that waits for another one's locks longer than it may take to begin gets 503"):
    val stock = SharedMap[String, Int]()
    val (holds, release) = (CountDownLatch(1), CountDownLatch(1))
    val routes = Routes
      .get("/hold"): (_, response) =>
        stock("x") = 1
        holds.countDown()
        await(release)
        response.text("held")
      .get("/take"): (_, response) =>
        stock("x") = 2
        response.text("taken")
      .beginWithin(200.millis)
    serving(routes, quiet): server =>
      connected(server): raw =>
        raw.get("/hold")
        await(holds)
        val answer = ask(server, "/take")
        assertEquals((answer.statusCode, answer.head("Retry-After")), (503, "1"))
        assert(clue(answer.body).contains("could not begin"))
        release.countDown()
        // a handler that has begun is not concerned
        assertEquals(raw.answer().body, "held")
        Eventually.until("the next one begins in time")(ask(server, "/take").statusCode == 200)
end LateAnalysisSuite

private object AnalysisGate:
  val open: CountDownLatch = CountDownLatch(1)

private object LaterGate:
  val open: CountDownLatch = CountDownLatch(1)

private object Later:
  LaterGate.open.await()
  val stock: SharedMap[String, Int] = SharedMap()

/** The analysis initialises it, and waits. */
private object Late:
  AnalysisGate.open.await()
  val stock: SharedMap[String, Int] = SharedMap()
