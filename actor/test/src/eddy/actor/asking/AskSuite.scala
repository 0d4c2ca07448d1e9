package eddy.actor
package asking

import eddy.runtime.{Engine, EngineConfig, WaitRefusedException}
import eddy.testing.Eventually

import scala.concurrent.duration.{Duration, DurationInt}
import scala.util.{Failure, Success, Try}

class AskSuite extends ActorFixture:
  private final case class Double(n: Int, to: ActorRef[Int])
  private def doubler() = actor[Double](loop(react { case Double(n, to) => to ! n * 2; done }))

  test("askAndWait returns the answer, inside both kinds of actor"):
    val seen = new Probe[Int]
    val other = doubler()
    val _ = actor[Unit]:
      seen.ref ! other.askAndWait[Int](2.minutes)(Double(21, _))
      stop
    assertEquals(seen.next(), 42)
    val _ = threadActor[Unit](seen.ref ! other.askAndWait[Int](2.minutes)(Double(4, _)))
    assertEquals(seen.next(), 8)

  test("a question to an actor that ends before it comes to the question fails at once"):
    val gate = new java.util.concurrent.CountDownLatch(1)
    val ref = actor[Double](react { case _ => gate.await(); stop })
    ref ! Double(0, new Probe[Int].ref)
    val answers = List(ref.ask[Int](1.hour)(Double(1, _)), ref.ask[Int](1.hour)(Double(2, _)))
    gate.countDown()
    for answer <- answers do
      val lost = intercept[UnansweredException](await(answer))
      assertEquals(lost.reason, DeadLetter.Reason.Terminated)

  test("a question to an actor whose mailbox is full fails at once"):
    val gate = new java.util.concurrent.CountDownLatch(1)
    val ref = actor.bounded[Double](1, Overflow.DropNewest)(loop(react { case _ => gate.await(); done }))
    ref ! Double(0, new Probe[Int].ref)
    val lost = intercept[UnansweredException](await(ref.ask[Int](1.hour)(Double(1, _))))
    assertEquals(lost.reason, DeadLetter.Reason.Overflow)
    assert(lost.getMessage.nn.endsWith("its mailbox was full"), lost.getMessage)
    gate.countDown()
    ref.kill()

  test("a question fails at once when a later question replaces it"):
    val gate = new java.util.concurrent.CountDownLatch(1)
    val ref = actor.bounded[Double](10, Overflow.KeepLatest(_.n)):
      gate.await()
      loop(react { case Double(n, to) => to ! n; done })
    val first = ref.ask[Int](1.hour)(Double(7, _))
    val second = ref.ask[Int](1.hour)(Double(7, _))
    val lost = intercept[UnansweredException](await(first))
    assertEquals(lost.reason.toString, "Replaced")
    assert(lost.getMessage.nn.endsWith("a later message took its place"), lost.getMessage)
    gate.countDown()
    assertEquals(await(second), 7)
    ref.kill()

  test("a question to an actor that fails while it handles the question fails at once, with the cause"):
    val reacting = actor[Double](react { case Double(n, _) => throw IllegalStateException(s"no $n") })
    val nested = actor[Any]:
      react { case "go" => react { case Double(n, _) => throw IllegalStateException(s"no $n") } }
    val threaded = threadActor[Double](receive { case Double(n, _) => throw IllegalStateException(s"no $n") })
    val early = nested.ask[Int](1.hour)(Double(5, _))
    nested ! "go"
    val answers = List(reacting, threaded).map(_.ask[Int](1.hour)(Double(5, _)))
    for answer <- early :: answers do
      val failure = intercept[RuntimeException](await(answer))
      assert(
        failure.getMessage.nn.endsWith(
          "failed while it handled the question: java.lang.IllegalStateException: no 5"
        ),
        failure.getMessage
      )
      assertEquals(failure.getCause.nn.getMessage, "no 5")

  test("a failure that the body catches, and one after the answer, do not fail the question"):
    val gate = new java.util.concurrent.CountDownLatch(1)
    val catching = threadActor[Double]:
      var asked: ActorRef[Int] | Null = null
      try receive { case Double(_, to) => asked = to; throw IllegalStateException("caught") }
      catch case _: IllegalStateException => ()
      gate.await()
      asked.nn ! 1
    val failing = actor[Double](react { case Double(_, to) => to ! 1; throw IllegalStateException("later") })
    val (first, second) = (catching.ask[Int](1.hour)(Double(0, _)), failing.ask[Int](1.hour)(Double(0, _)))
    gate.countDown()
    assertEquals((await(first), await(second)), (1, 1))

  test(
    "a thousand questions that nobody answers fail in their time, and not before, though who asked is busy"
  ):
    val failed = new Probe[(Throwable, Long)]
    val gate = new java.util.concurrent.CountDownLatch(1)
    val silent = actor[Double](react { case Double(-1, _) => stop })
    val limit = 600.millis
    val asker = actor[Unit]:
      for n <- 1 to 1000 do
        val asked = System.nanoTime()
        silent.ask[Int](limit)(Double(n, _)).failed.foreach(why =>
          failed.ref ! (why -> (System.nanoTime() - asked))
        )(using scala.concurrent.ExecutionContext.parasitic)
      gate.await()
      stop
    for (why, nanos) <- failed.next(1000) do
      assert(why.isInstanceOf[java.util.concurrent.TimeoutException], why.toString)
      assert(nanos >= limit.toNanos, s"after ${nanos / 1_000_000} ms")
    gate.countDown()
    assertEndsWell(asker)
    silent.kill()

  test("of many questions from many workers each is answered or fails in its time, and no timer is left"):
    given scala.concurrent.ExecutionContext = scala.concurrent.ExecutionContext.parasitic
    val late = actor[Double](loop(react { case Double(n, to) => sendAfter(to, 100.millis, n): Unit; done }))
    val now = doubler()
    val silent = actor[Double](react { case Double(-1, _) => stop })
    val ends = new Probe[(Int, Try[Int])]
    val askers =
      for a <- 0 until 8 yield actor[Unit]:
        for n <- 0 until 1000 do
          val asked = List(now, late, silent)((a + n) % 3)
          asked.ask[Int](if asked eq silent then 500.millis else 1.hour)(Double(n, _)).onComplete(end =>
            ends.ref ! ((a + n) % 3 -> end)
          )
        stop
    for (kind, end) <- ends.next(8000) do
      assertEquals(end.isSuccess, kind != 2, s"$kind $end")
    askers.foreach(assertEndsWell)
    // the hours of those that were answered are forgotten
    Eventually.until("no timer is left", s"${engine.stats.timers} timers")(engine.stats.timers == 0)
    List(late, now, silent).foreach(_.kill())

  test("questions end with their engine: pending questions and later ones"):
    val other = eddy.runtime.Engine.start(eddy.runtime.EngineConfig(name = "short", workers = 2))
    val world = new ActorSystem(other)
    val silent = actor[Double](react { case Double(-1, _) => stop })(using world)
    val waiting = silent.ask[Int](1.hour)(Double(1, _))
    assert(await(other.shutdown(2.minutes)))
    for answer <- List(waiting, silent.ask[Int](1.hour)(Double(2, _))) do
      val ended = intercept[EngineShutDownException](await(answer))
      assert(ended.getMessage.nn.contains("engine \"short\" was shut down"))

  test("a single question that nobody answers fails too, again and again"):
    val silent = actor[Double](react { case Double(-1, _) => stop })
    for n <- 1 to 3 do
      val failed = new Probe[Throwable]
      val _ = actor[Unit]:
        silent.ask[Int](500.millis)(Double(n, _)).failed.foreach(failed.ref ! _)(using
          scala.concurrent.ExecutionContext.parasitic
        )
        stop
      assert(failed.next().isInstanceOf[java.util.concurrent.TimeoutException])
    silent.kill()

  test("a future's result comes back as a message, and the actor continues in the meantime"):
    val seen = new Probe[Any]
    val other = doubler()
    val ref = actor[Any]:
      other.ask[Int](2.minutes)(Double(3, _)).sendTo(identity)
      react { case "first" => react { case Success(n) => seen.ref ! n; stop } }
    ref ! "first"
    assertEquals(seen.next(), 6)

  test("an answer that comes too late is dropped"):
    val late = new Probe[ActorRef[Int]]
    val silent = actor[ActorRef[Int]](loop(react { to =>
      late.ref ! to; done
    }))
    val _ = intercept[java.util.concurrent.TimeoutException]:
      await(silent.ask[Int](10.millis)(identity))
    val to = late.next()
    assert(!to.isAlive)
    to ! 1

  test("a question to an actor of addresses that ends before it comes to the question fails at once"):
    val gate = new java.util.concurrent.CountDownLatch(1)
    val ref = actor[ActorRef[Int]](react { case _ => gate.await(); stop })
    ref ! new Probe[Int].ref
    val answer = ref.ask[Int](1.hour)(identity)
    gate.countDown()
    val lost = intercept[UnansweredException](await(answer))
    assertEquals(lost.reason, DeadLetter.Reason.Terminated)
    assert(lost.getMessage.nn.endsWith("it has terminated"), lost.getMessage)

  test("an answer with a sender is an answer like any"):
    val ref = actor[ActorRef[Int]](loop(react { case to => to.sendFrom(5); done }))
    assertEquals(await(ref.ask[Int](2.minutes)(identity)), 5)

  test("of two answers the second is rejected, since nobody waits for it"):
    val seen = new Probe[List[Delivery]]
    val ref = actor[ActorRef[Int]](react { case to => seen.ref ! List(to.trySend(1), to.trySend(2)); stop })
    assertEquals(await(ref.ask[Int](2.minutes)(identity)), 1)
    assertEquals(seen.next(), List(Delivery.Accepted, Delivery.Terminated))

  test("a future that fails comes back as a message too; one whose message cannot be made is reported"):
    val seen = new Probe[Any]
    val _ = actor[Any]:
      scala.concurrent.Future.failed[Int](IllegalStateException("no number")).sendTo(identity)
      react { case Failure(cause) => seen.ref ! cause.getMessage; stop }
    assertEquals(seen.next(), "no number")
    val ref = actor[Any]:
      scala.concurrent.Future.successful(1).sendTo(_ => throw IllegalStateException("no message"))
      stop
    assertEndsWell(ref)
    assertEquals(reported, List("no message"))

  test("when the question cannot be made or sent, no timer is left"):
    val own = eddy.runtime.Engine.start(eddy.runtime.EngineConfig(workers = 1))
    val world = new ActorSystem(own)
    given ActorSystem = world
    val other = doubler()
    val router = Router[Double](Routing.ByKey(_ => throw IllegalStateException("no key")), 1)(_ => other)
    def refused(ask: => Any): Unit = intercept[IllegalStateException](ask): Unit
    refused(other.ask[Int](1.hour)(_ => throw IllegalStateException("no question")))
    refused(router.ask[Int](1.hour)(Double(1, _)))
    assertEquals(own.stats.timers, 0)
    val _ = await(own.shutdown(5.seconds))

  test("a question with the address deep inside fails with the reason of its loss"):
    type Deep = (Int, List[ActorRef[Int]])
    def reasonOf(ref: ActorRef[Deep]) =
      val answer = ref.ask[Int](1.hour)(to => (1, List(to)))
      intercept[UnansweredException](await(answer)).reason
    val ended = actor[Deep](stop)
    assertEndsWell(ended)
    assertEquals(reasonOf(ended), DeadLetter.Reason.Terminated)
    val router = Router[Deep](Routing.RoundRobin, 1)(_ => ended)
    Eventually.until("no routee is left")(router.routees.isEmpty)
    assertEquals(reasonOf(router), DeadLetter.Reason.Terminated)
    val gate = new java.util.concurrent.CountDownLatch(1)
    def held(overflow: Overflow[Deep]) = actor.bounded[Deep](1, overflow) { gate.await(); stop }
    val keyless = held(Overflow.KeepLatest(_ => throw IllegalStateException("no key")))
    assertEquals(reasonOf(keyless), DeadLetter.Reason.Unkeyed)
    for overflow <- List(Overflow.Refuse, Overflow.DropNewest) do
      val full = held(overflow)
      full ! (0, Nil)
      assertEquals(reasonOf(full), DeadLetter.Reason.Overflow)
    gate.countDown()

  test("a limit that is not more than zero is refused, however it is asked"):
    val other = doubler()
    val router = Router[Double](Routing.RoundRobin, 1)(_ => other)
    for limit <- List(Duration.Zero, -1.second) do
      def refused(ask: => Any): Unit =
        val refusal = intercept[IllegalArgumentException](ask)
        assert(
          refusal.getMessage.nn.startsWith(s"timeout = $limit: must be more than zero"),
          refusal.getMessage
        )
      refused(other.ask[Int](limit)(Double(1, _)))
      refused(router.askAll[Int](limit)(Double(1, _)))
      refused(router.askFirst[Int](limit)(Double(1, _)))
      val seen = new Probe[Try[Int]]
      val _ = actor[Unit]:
        seen.ref ! Try(other.askAndWait[Int](limit)(Double(1, _)))
        stop
      refused(seen.next().get)
    router.kill()

  test("whatever a question fails with is an AskFailure, and a match on its cases is complete"):
    def kind(why: AskFailure): String = why match
      case _: AskTimeoutException => "timeout"
      case _: UnansweredException => "unanswered"
      case _: AskedFailedException => "failed"
      case _: EngineShutDownException => "engine"
      case _: AskCycleException => "cycle"
      case _: NobodyToAskException => "nobody"
    val silent = actor[Double](react { case Double(-1, _) => stop })
    val ended = actor[Double](stop)
    val failing = actor[Double](react { case _ => throw IllegalStateException("fail") })
    val empty = Router[Double](Routing.RoundRobin, 1)(_ => actor[Double](stop))
    Eventually.until("the router is empty")(empty.routees.isEmpty)
    val other = eddy.runtime.Engine.start(eddy.runtime.EngineConfig(name = "short", workers = 1))
    val idle = actor[Double](react { case Double(-1, _) => stop })(using new ActorSystem(other))
    val stopping = idle.ask[Int](1.hour)(Double(1, _))
    assert(await(other.shutdown(2.minutes)))
    val circle = new Probe[Throwable]
    val _ = actor[Double]:
      try self.askAndWait[Int](1.hour)(Double(1, _)): Unit
      catch case why: AskFailure => circle.ref ! why
      stop
    val kinds = List(
      silent.ask[Int](1.milli)(Double(1, _)),
      ended.ask[Int](1.hour)(Double(1, _)),
      failing.ask[Int](1.hour)(Double(1, _)),
      stopping,
      scala.concurrent.Future.failed[Int](circle.next()),
      empty.askFirst[Int](1.hour)(Double(1, _))
    ).map(answer => kind(intercept[AskFailure](await(answer))))
    assertEquals(kinds, List("timeout", "unanswered", "failed", "engine", "cycle", "nobody"))
    silent.kill()

  test("a wait that is refused or interrupted is no failure of its question"):
    val seen = new Probe[Throwable]
    val silent = actor[ActorRef[Int]](loop(react { case _ => done }))
    def wait(using Actor[?]): Unit =
      try silent.askAndWait[Int](1.hour)(identity): Unit
      catch case why: Throwable => seen.ref ! why
    val own = Engine.start(EngineConfig(workers = 1, maxSpareWorkers = 0))
    val _ = actor[Unit] { wait; stop }(using new ActorSystem(own))
    val refused = seen.next()
    assert(refused.isInstanceOf[WaitRefusedException], refused.toString)
    val _ = threadActor[Unit]:
      Thread.currentThread.interrupt()
      wait
    val interrupted = seen.next()
    assert(interrupted.isInstanceOf[InterruptedException], interrupted.toString)
    for why <- List(refused, interrupted) do assert(!why.isInstanceOf[AskFailure])
    silent.kill()
    await(own.shutdown(5.seconds)): Unit
end AskSuite
