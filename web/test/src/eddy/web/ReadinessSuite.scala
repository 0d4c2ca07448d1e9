package eddy.web

import eddy.testing.{Eventually, Waits}

import java.net.URI
import java.net.http.{HttpRequest, HttpResponse}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.{CountDownLatch, CyclicBarrier, TimeUnit}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

class ReadinessSuite extends WebSuite:
  test("a service without checks is ready, as is one whose checks pass"):
    for ready <- Seq(Readiness(), Readiness().check("a")(() => true).check("b")(() => true)) do
      serving(ready.routes): server =>
        val answer = ask(server, "/ready")
        assertEquals(answer.statusCode, 200)
        assert(clue(answer.body).startsWith("""{"status":"ready","""))
        assertEquals(answer.head("cache-control"), "no-store")

  test("one check that fails makes it 503 with its name, and no word of why"):
    val ready = Readiness()
      .check("database")(() => throw RuntimeException("password hunter2 is wrong"))
      .check("queue")(() => false)
      .check("disk")(() => true)
    serving(ready.routes): server =>
      val answer = ask(server, "/ready")
      assertEquals((answer.statusCode, answer.head("retry-after")), (503, "5"))
      assertEquals(
        answer.body,
        """{"status":"not ready","checks":{"database":"failed","queue":"failed","disk":"ok"}}"""
      )
      val told = Seq.fill(2)(nextReport()).map((failure, where) => (where, failure.getMessage.nn)).toMap
      assertEquals(
        told,
        Map(
          "the readiness check database" -> "password hunter2 is wrong",
          "the readiness check queue" -> "the check returned false"
        )
      )

  test("a check may tell everybody why it does not pass; the log says so once, and when it passes again"):
    val up = AtomicBoolean()
    val ready = Readiness(cacheFor = 0.seconds).check("queue", 2.minutes): () =>
      up.get || (throw NotReady("queue \"in\" is away"))
    logged("eddy.web"): lines =>
      serving(ready.routes): server =>
        for _ <- 1 to 3 do
          val answer = ask(server, "/ready")
          assertEquals(answer.statusCode, 503)
          assert(clue(answer.body).contains(""""queue":"queue \"in\" is away""""))
        up.set(true)
        (1 to 2).foreach(_ => assertEquals(ask(server, "/ready").statusCode, 200))
        val told = lines.asScala.filter(_.matches(".*ready.*: queue.*")).toSeq
        assertEquals(told, Seq("not ready: queue: queue \"in\" is away", "ready again: queue"))
        assert(reports.isEmpty, "that is no failure of the check's")

  test("checks run beside each other"):
    val both = CyclicBarrier(2)
    def meets() = () => both.await(Waits.LimitSeconds, TimeUnit.SECONDS) >= 0
    serving(Readiness().check("a", 2.minutes)(meets()).check("b", 2.minutes)(meets()).routes): server =>
      assertEquals(ask(server, "/ready").statusCode, 200)

  test("a check that hangs is late, the others are reported, and it is not started again while it hangs"):
    val started = AtomicInteger()
    val go = CountDownLatch(1)
    val ready = Readiness(cacheFor = 0.seconds)
      .check("hangs", 50.millis): () =>
        val _ = started.incrementAndGet()
        go.await()
        true
      .check("ok", 2.minutes)(() => true)
    serving(ready.routes): server =>
      for _ <- 1 to 3 do
        val answer = ask(server, "/ready")
        assertEquals(answer.statusCode, 503)
        assert(clue(answer.body).contains(""""hangs":"no answer in time","ok":"ok""""))
      assertEquals(started.get, 1)
      go.countDown()

  test("requests within cacheFor, and those that come while the checks run, share one result"):
    val ran = AtomicInteger()
    val go = CountDownLatch(1)
    val ready = Readiness(cacheFor = 1.hour).check("slow", 2.minutes): () =>
      val _ = ran.incrementAndGet()
      go.await()
      true
    serving(ready.routes): server =>
      def later() = client.sendAsync(
        HttpRequest.newBuilder(URI(s"${server.url}/ready")).build(),
        HttpResponse.BodyHandlers.ofString()
      )
      val waiting = Seq.fill(5)(later())
      go.countDown()
      waiting.foreach(answer => assertEquals(await(answer).statusCode, 200))
      assertEquals(ask(server, "/ready").statusCode, 200)
      assertEquals(ran.get, 1)

  test("without caching each request has the checks run, and a recovered service is ready"):
    @volatile var up = false
    serving(Readiness(cacheFor = 0.seconds).check("a", 2.minutes)(() => up).routes): server =>
      (1 to 3).foreach(_ => assertEquals(ask(server, "/ready").statusCode, 503))
      up = true
      assertEquals(ask(server, "/ready").statusCode, 200)
      // each time that it has failed after it passed, and not for each request
      assertEquals(reports.size, 1)
      up = false
      assertEquals(ask(server, "/ready").statusCode, 503)
      assertEquals(reports.size, 2)

  test("a server that is about to stop is not ready, whatever its checks say"):
    val asked = AtomicInteger()
    val ready = Readiness(cacheFor = 0.seconds).check("a")(() => asked.incrementAndGet() > 0)
    val server = Server(quiet.copy(unreadyFor = 1.hour)).start(ready.routes)
    assertEquals(ask(server, "/ready").statusCode, 200)
    val stopping = Thread(() => server.stop(1.second))
    stopping.start()
    Eventually.until("the stop has begun")(!server.isServing)
    val answer = ask(server, "/ready")
    assertEquals((answer.statusCode, answer.body), (503, """{"status":"stopping","checks":{}}"""))
    assertEquals(asked.get, 1)
    stopping.interrupt()
    stopping.join()

  test("names are given once"):
    intercept[IllegalArgumentException](Readiness().check("a")(() => true).check("a")(() => true)): Unit
end ReadinessSuite
