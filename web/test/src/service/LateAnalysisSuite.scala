package service

import eddy.state.SharedMap
import eddy.testing.Eventually
import eddy.web.{Routes, Timeouts, WebSuite}

import java.util.concurrent.CountDownLatch
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
end LateAnalysisSuite

private object AnalysisGate:
  val open: CountDownLatch = CountDownLatch(1)

/** The analysis initialises it, and waits. */
private object Late:
  AnalysisGate.open.await()
  val stock: SharedMap[String, Int] = SharedMap()
