package eddy.web

import eddy.actor.{
  ActorRef,
  ActorSystem,
  AskTimeoutException,
  DeadLetter,
  Delivery,
  Overflow,
  UnansweredException,
  UnreachableFailure,
  actor,
  ask,
  done,
  loop,
  react
}
import eddy.runtime.PoolResult
import eddy.state.LockPolicy
import eddy.testing.Eventually

import java.net.URI
import java.net.http.{HttpRequest, HttpResponse}
import java.util.concurrent.{CompletableFuture, CountDownLatch, RejectedExecutionException}
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, Future, Promise}

/** Answers that wait for a Future. */
class AsyncAnswerSuite extends WebSuite:
  private given ActorSystem = ActorSystem(engine)

  test("the answer is sent when the result is complete, as an event of the request, and no thread waits"):
    val promises = Vector.fill(200)(Promise[String]())
    val routes = Routes.get("/:n"): (req, res) =>
      res.complete(promises(req.path("n").toInt).future)(res.text(_))
    serving(routes): server =>
      val clients = promises.indices.map(_ => RawClient(server.port))
      try
        clients.zipWithIndex.foreach((raw, n) => raw.get(s"/$n"))
        assert(!clients.last.hasMoreWithin(50))
        promises.zipWithIndex.foreach((promise, n) => promise.success(s"answer $n"))
        clients.zipWithIndex.foreach((raw, n) => assertEquals(raw.answer().body, s"answer $n"))
      finally clients.foreach(_.close())

  test("an actor's answer is the response's; a question that is lost is a 500 at once"):
    final case class Price(of: String, to: ActorRef[Int])
    val prices = actor[Price]:
      loop:
        react:
          case Price("tea", to) => to ! 3; done
          case Price(_, to) => done
    val ended = actor[Price](eddy.actor.stop)
    val routes = Routes
      .get("/price/:of"): (req, res) =>
        res.complete(prices.ask[Int](2.minutes)(Price(req.path("of"), _)))(n => res.text(s"$n"))
      .get("/lost"): (_, res) =>
        res.complete(ended.ask[Int](1.hour)(Price("tea", _)))(n => res.text(s"$n"))
    serving(routes): server =>
      assertEquals(ask(server, "/price/tea").body, "3")
      assertEquals(ask(server, "/lost").statusCode, 500)
      assert(nextReport()._1.getMessage.contains("will not answer"))

  test(
    "a failure becomes the answer: a problem as it says, anything else a 500 that is reported and tells nothing"
  ):
    val routes = Routes
      .get("/problem"): (_, res) =>
        res.complete(Future.failed(HttpProblem(409, "sold out")))((n: Int) => res.text(s"$n"))
      .get("/bug"): (_, res) =>
        res.complete(Future.failed(IllegalStateException("secret")))((n: Int) => res.text(s"$n"))
      .get("/answer"): (_, res) =>
        res.complete(Future.successful(1))(_ => throw HttpProblem(410, "gone"))
    serving(routes): server =>
      val problem = ask(server, "/problem")
      assertEquals((problem.statusCode, problem.body.contains("sold out")), (409, true))
      val bug = ask(server, "/bug")
      assertEquals((bug.statusCode, bug.body.contains("secret")), (500, false))
      assertEquals(nextReport()._1.getMessage, "secret")
      assertEquals(ask(server, "/answer").statusCode, 410)

  test(
    "a pool or a mailbox that is full is a 503 with Retry-After; an actor that is late is a 504, reported"
  ):
    final case class Price(to: ActorRef[Int] | Null)
    val free = CountDownLatch(1)
    val mute = actor[Price](loop(react { case Price(_) => done }))
    val crowded = actor.bounded[Price](1, Overflow.Refuse):
      loop:
        react:
          case Price(_) =>
            free.await()
            done
    val pool = engine.pool("crowded", maxThreads = 1, maxQueued = 1)
    val routes = Routes
      .get("/pool")((_, res) => res.complete(pool.call(1))(n => res.text(s"$n")))
      .get("/thrown")((_, res) => res.text(s"${Await.result(pool.call(1), 1.minute)}"))
      .get("/crowded")((_, res) => res.complete(crowded.ask[Int](1.hour)(Price(_)))(n => res.text(s"$n")))
      .get("/mute")((_, res) => res.complete(mute.ask[Int](1.milli)(Price(_)))(n => res.text(s"$n")))
      .get("/own"): (_, res) =>
        res.complete(Future.failed(RejectedExecutionException("mine")))((n: Int) => res.text(s"$n"))
    serving(routes): server =>
      try
        while pool.submit(() => free.await()) != PoolResult.Full do ()
        while crowded.trySend(Price(null)) != Delivery.Full do ()
        for path <- Seq("/pool", "/thrown", "/crowded") do
          val busy = ask(server, path)
          assertEquals((busy.statusCode, busy.head("Retry-After")), (503, "1"), path)
        // the first thing that is reported
        assertEquals(ask(server, "/mute").statusCode, 504)
        assert(nextReport()._1.isInstanceOf[AskTimeoutException])
        assertEquals(ask(server, "/own").statusCode, 500)
        assertEquals(nextReport()._1.getMessage, "mine")
      finally free.countDown()

  test("an actor whose node cannot be reached is a 503 with Retry-After, reported"):
    val far = actor[Int](loop(react { case _ => done }))
    val lost = UnansweredException(far, DeadLetter.Reason.Unreachable)
    val away = new RuntimeException("node b is unreachable") with UnreachableFailure
    val routes = Routes
      .get("/lost")((_, res) => res.complete(Future.failed(lost))((n: Int) => res.text(s"$n")))
      .get("/away")((_, res) => res.complete(Future.failed(away))((n: Int) => res.text(s"$n")))
    serving(routes): server =>
      for (path, failure) <- Seq("/lost" -> lost, "/away" -> away) do
        val answer = ask(server, path)
        assertEquals((answer.statusCode, answer.head("Retry-After")), (503, "1"), path)
        assertEquals(nextReport()._1, failure)

  test("a result that takes too long gets 503, and when it comes it is dropped"):
    val result = Promise[String]()
    val asked = CompletableFuture[Request]()
    val called = CompletableFuture[String]()
    val routes = Routes.get("/"): (req, res) =>
      asked.complete(req): Unit
      res.complete(result.future): text =>
        called.complete(text): Unit
        res.text(text)
    serving(routes, quiet.copy(timeouts = Timeouts(response = 100.millis))): server =>
      assertEquals(ask(server, "/").statusCode, 503)
      result.success("late")
      // behind the event that the result became
      val after = CompletableFuture[Boolean]()
      await(asked).nextTick(() => after.complete(called.isDone): Unit)
      assertEquals(await(after), false)

  test("a service whose 1,100 requests all wait in place for one busy actor stays alive"):
    val requests = 1100
    val open = CountDownLatch(1)
    val busy = actor[ActorRef[Int]]:
      open.await()
      loop(react { case to => to ! 1; done })
    val routes = Routes
      .get("/ask")((_, res) => res.text(s"${Await.result(busy.ask[Int](1.hour)(identity), 1.hour)}"))
      .get("/other")((_, res) => res.text("alive"))
    val config = quiet.copy(locks = LockPolicy.Unprotected, timeouts = Timeouts(response = 1.hour))
    serving(routes, config): server =>
      val request = HttpRequest.newBuilder(URI(s"${server.url}/ask")).build()
      val answers = Vector.fill(requests)(client.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
      def stats = engine.stats.copy(workers = Vector())
      Eventually.until("as many wait as may, and the others are refused", stats.toString):
        stats.stuck + stats.waitsRefused >= requests
      assertEquals(ask(server, "/other").body, "alive")
      open.countDown()
      val _ = await(CompletableFuture.allOf(answers*))
      val statuses = answers.map(_.join.statusCode)
      // of a refused wait nothing was done: the client may try again
      assertEquals(statuses.toSet - 200, Set(503))
      val succeeded = statuses.count(_ == 200)
      assert(succeeded >= 1000, s"$succeeded of $requests")
end AsyncAnswerSuite
