package eddy.actor.testkit

import eddy.actor.*
import eddy.runtime.Engine

import java.util.concurrent.TimeoutException
import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, Future}

class SimulationSuite extends eddy.testing.PatientSuite:
  test("a world runs to its end without being driven, and returns the body's value"):
    var heard = List.empty[String]
    val given42 = Simulation.run(seed = 1): _ =>
      val echo = actor[String](loop(react { case text => heard = text :: heard; done }))
      echo ! "a"
      echo ! "b"
      42
    assertEquals((given42, heard), (42, List("b", "a")))

  test("one seed yields one trace, and other seeds yield others"):
    def traceOf(seed: Long): String = Simulation.run(seed): sim =>
      val sink = actor[Int](loop(react { case _ => done }))
      (1 to 5).foreach: n =>
        actor[Int](react { case m => sink ! m * n; stop }) ! n
      sim.runUntilIdle()
      sim.trace
    assertEquals(traceOf(7), traceOf(7))
    val traces = (1L to 50L).map(traceOf).toSet
    assert(traces.size > 25, s"${traces.size} different traces of 50")

  test("an hour of timeouts passes in virtual time, and the clock shows it"):
    val (rounds, now) = Simulation.run(seed = 1): sim =>
      var n = 0
      val _ = actor[Int](loop(reactWithin(1.second) { case TIMEOUT => n += 1; done }))
      sim.advance(1.hour)
      (n, sim.now)
    assertEquals((rounds, now), (3600, 1.hour))

  test("time stands still while anything is ready, and timers fire in order"):
    Simulation.run(seed = 3): sim =>
      val probe = TestProbe[Int]()
      val _ = sendAfter(probe.ref, 20.millis, 2)
      val _ = sendAfter(probe.ref, 10.millis, 1)
      val beat = sendEvery(probe.ref, 15.millis, 9)
      assertEquals(probe.receiveN(3), List(1, 9, 2))
      assertEquals(sim.now, 20.millis)
      assert(beat.cancel())
      probe.expectNone(1.minute)
      assertEquals(sim.now, 20.millis + 1.minute)

  test("step runs one event; one turn is one message, also of an actor that sends to itself"):
    Simulation.run(seed = 1): sim =>
      var seen = 0
      val busy = actor[Int]:
        loop:
          react: n =>
            seen += 1
            if n > 0 then self ! n - 1
            done
      busy ! 3
      assert(sim.step())
      assertEquals(seen, 0)
      (1 to 4).foreach: n =>
        assert(sim.step())
        assertEquals(seen, n)
      assert(!sim.step())

  test("futures: ask, sendTo and await, and a timeout of an ask"):
    Simulation.run(seed = 5): sim =>
      val echo = actor[(Int, ActorRef[Int])](loop(react { case (n, to) => to ! n; done }))
      assertEquals(sim.await(echo.ask[Int](1.second)((4, _))), 4)
      val mute = actor[ActorRef[Int]](react { case _ => react { case _ => stop } })
      val _ = intercept[TimeoutException](sim.await(mute.ask[Int](1.second)(identity)))
      assertEquals(sim.now, 1.second)
      val mapped = Future(20)(using sim.executionContext).map(_ + 1)(using sim.executionContext)
      assertEquals(sim.await(mapped), 21)

  test("actors with threads are simulated: receive, timeouts, exits, many at a time"):
    val result = Simulation.explore(runs = 50): _ =>
      val probe = TestProbe[Any]()
      val adders = (1 to 5).map: _ =>
        threadActor[Int]:
          val a = receive { case n if n > 10 => n }
          val b = receiveWithin(1.second) { case TIMEOUT => 0; case n: Int => n }
          probe.ref ! a + b
      adders.foreach(_ ! 1)
      adders.foreach(_ ! 20)
      adders.foreach(_ ! 30)
      assertEquals(probe.receiveN(5), List.fill(5)(21))
      val _ = threadActor[Int](receiveWithin(1.hour) { case TIMEOUT => probe.ref ! "late"; case _ => () })
      probe.expectNone(59.minutes)
      probe.expect("late", timeout = 2.minutes)
      val killed = threadActor[Int](receive { case n => println(n) })
      probe.watch(killed)
      killed.exit(ExitReason.Because("test"))
      assertEquals(probe.expectEnd(killed), ExitReason.Because("test"))
    assert(result.orders > 20, result.toString)

  test("a child with a thread that waits in place is interrupted when its time to end is over"):
    val waits = List[(String, ActorRef[ActorRef[Int]] => ThreadActor[Int] ?=> Unit)](
      "askAndWait" -> (silent => silent.askAndWait[Int](1.hour)(identity): Unit),
      "a full mailbox" -> (silent => silent ! self),
      "a receive that catches what ends it" -> (_ =>
        try receive { case 1 => () }
        catch case _: Throwable => receive { case 1 => () }
      )
    )
    for (name, wait) <- waits do
      val _ = Simulation.explore(runs = 20): sim =>
        val silent = actor.bounded[ActorRef[Int]](1, Overflow.SlowSender(1.hour)):
          react { case to if to == null => stop }
        if name == "a full mailbox" then silent ! actor[Int](stop)
        val child = Child.thread[Int]("child", ChildOptions[Int](shutdownTimeout = 500.millis)):
          receiveWithin(1.milli) { case TIMEOUT => () }
          wait(silent)
        val supervisor = supervise()(child)
        sim.advance(1.second)
        assert(child.ref.isAlive, name)
        sim.await(supervisor.shutdown(), timeout = 3.seconds): Unit
        assert(!child.ref.isAlive, name)

  test("askAndWait waits in place while others continue, also one inside the other"):
    val _ = Simulation.explore(runs = 50): sim =>
      type Asked = ActorRef[Int]
      val deep = actor[Asked](loop(reactWithin(1.hour) {
        case to: ActorRef[Int @unchecked] => to ! 1; done; case TIMEOUT => stop
      }))
      val middle = actor[Asked](loop(react { case to =>
        to ! 1 + deep.askAndWait[Int](1.second)(identity); done
      }))
      val probe = TestProbe[Int]()
      (1 to 3).foreach: _ =>
        val _ = actor[Unit]:
          probe.ref ! 1 + middle.askAndWait[Int](1.second)(identity)
          stop
      assertEquals(probe.receiveN(3), List(3, 3, 3))
      sim.expectNoFailures()

  test("a circle of askAndWait is found in every order in which there is one"):
    var seen = Set.empty[Int]
    val _ = Simulation.explore(runs = 100): sim =>
      var cycles = 0
      lazy val a: ActorRef[Asks | "go"] = asker(b)
      lazy val b: ActorRef[Asks | "go"] = asker(a)
      def asker(other: => ActorRef[Asks | "go"]): ActorRef[Asks | "go"] = actor[Asks | "go"]:
        loop:
          react:
            case asks: Asks => asks.to ! 1; done
            case "go" =>
              try other.askAndWait[Int](1.minute)(Asks(_)): Unit
              catch case _: AskCycleException => cycles += 1
              done
      a ! "go"
      b ! "go"
      sim.runUntilIdle()
      sim.expectNoFailures()
      assertEquals(sim.now, 0.seconds)
      seen += cycles
    assertEquals(seen, Set(0, 1))

  test("a bounded mailbox that slows its senders: they wait in virtual time"):
    val _ = Simulation.explore(runs = 50): sim =>
      val probe = TestProbe[Int]()
      val slow = actor.bounded[Int](1, Overflow.SlowSender(1.hour)):
        loop:
          react: n =>
            reactWithin(1.second):
              case TIMEOUT =>
                probe.ref ! n
                done
      val _ = actor[Unit]:
        (1 to 3).foreach(slow ! _)
        stop
      assertEquals(probe.within(1.minute)(probe.receiveN(3)), List(1, 2, 3))
      // the test itself is slowed too
      (4 to 6).foreach(slow ! _)
      sim.expectNoKeptMessages()

  test("a sender that has given up is not in the way of the next that waits for room"):
    val _ = Simulation.explore(runs = 50): sim =>
      val told = TestProbe[(Int, Delivery)]()
      // has taken the one message it has room for, and comes to it after 1.2 seconds
      val slow = actor.bounded[Int](1, Overflow.SlowSender(1.second)):
        reactWithin(1200.millis):
          case TIMEOUT => loop(react { _ => done })
      slow ! 1
      def sends(n: Int): ActorRef[Unit] = actor[Unit]:
        react { case () => told.ref ! (n -> slow.trySend(n)); stop }
      sends(2) ! ()
      val _ = sendAfter(sends(3), 500.millis, ())
      assertEquals(told.receive(), 2 -> Delivery.Full)
      assertEquals(sim.now, 1.second)
      assertEquals(told.receive(), 3 -> Delivery.Accepted)
      assertEquals(sim.now, 1200.millis)

  test("an invariant is looked at after every event"):
    val failed = intercept[SimulationFailure]:
      Simulation.run(seed = 1): sim =>
        var level = 0
        sim.always("the level is at most 2")(level <= 2)
        val up = actor[Int](loop(react { case n => level += n; done }))
        (1 to 4).foreach(_ => up ! 1)
    assert(
      failed.getMessage.nn.contains("\"the level is at most 2\" does not hold after step 4"),
      failed.getMessage
    )

  test("an assertion that fails in an actor fails the run; other failures are recorded"):
    Simulation.run(seed = 1): sim =>
      val bad = actor[Int](react { case n => throw IllegalStateException(s"got $n") })
      bad ! 1
      sim.runUntilIdle()
      assertEquals(sim.failures.map(_.getMessage), List("got 1"))
    val failed = intercept[SimulationFailure]:
      Simulation.run(seed = 9): _ =>
        actor[Int](react { case n => assertEquals(n, 2); stop }) ! 1
    assertEquals(failed.seed, 9L)

  test("the failure tells the seed, how to replay it, the last steps and the live actors"):
    val failed = intercept[SimulationFailure]:
      Simulation.run(seed = 12, slowness = 0.25): _ =>
        val shop = actor.named[String]("shop")(react { case "open" => react { case "close" => stop } })
        shop ! "open"
        shop ! "sell"
        TestProbe[String]("customer").expect("welcome", timeout = 5.seconds)
    val text = failed.getMessage.nn
    List(
      "failed with seed 12:",
      "expected welcome, but nothing came within 5 seconds",
      "Simulation.run(seed = 12L, slowness = 0.25)",
      "EDDY_SEED=12",
      "sell: kept for later",
      "SimulationSuite.scala:"
    ).foreach(part => assert(text.contains(part), s"\"$part\" is not in: $text"))

  test("messages that nobody matches are found when no event is left"):
    val failed = intercept[SimulationFailure]:
      Simulation.run(seed = 1): sim =>
        actor.named[Any]("picky")(react { case _: Int => stop }) ! "no number"
        sim.expectNoKeptMessages()
    assert(failed.getMessage.nn.contains("picky"), failed.getMessage)

  test("what cannot be repeated is refused with what to do instead"):
    def refusal(body: Simulation => ActorSystem ?=> Any): String =
      intercept[SimulationFailure](Simulation.run(seed = 1)(body)).getMessage.nn
    assert(refusal(_ => Await.result(Future.never, 1.second)).contains("use sim.await"))
    assert(refusal(sim => sim.system.engine.pool("p", 1)).contains("pool \"p\" has threads of its own"))
    assert(refusal { sim =>
      val ref = actor[Int](react { case _ => stop })
      sim.runUntilIdle()
      val outside = Thread.ofPlatform.nn.start(() =>
        try ref.exit(ExitReason.Killed)
        catch case _: IllegalStateException => ()
      )
      outside.nn.join()
      ref ! 1
    }.contains("reached into a simulation"))
    val inActor = Simulation.run(seed = 1): sim =>
      val _ = actor[Int] { val _ = Await.result(Future.never, 1.second); stop }
      sim.runUntilIdle()
      sim.failures.map(_.getMessage.nn)
    assert(inActor.exists(_.contains("use askAndWait")), inActor.toString)

  test("an event that never ends is reported with its stack, not waited for"):
    val settings = Simulation.Settings(0, 1000, 300.millis)
    val failed = intercept[SimulationFailure]:
      new Runs(settings).run(1): _ =>
        val _ = actor.named[Int]("stuck") { new java.util.concurrent.CountDownLatch(1).await(); stop }
    assert(failed.getMessage.nn.contains("more than 0.3 seconds of real time"), failed.getMessage)
    assert(failed.getMessage.nn.contains("CountDownLatch.await"), failed.getMessage)

  test("a wait for a lock that an interrupted sender holds is reported, with the remedy"):
    val failed = intercept[SimulationFailure]:
      new Runs(Simulation.Settings(0, 1000, 300.millis)).explore(200, 1): _ =>
        val lock = new Object
        val sink = actor[Int](loop(react { case _ => done }))
        (1 to 3).foreach: n =>
          val _ = actor[Int] { lock.synchronized { sink ! n; sink ! n }; stop }
    assert(failed.getMessage.nn.contains("waits for a lock"), failed.getMessage)

  test("a seed to replay that is no number is refused"):
    assertEquals(Runs.seedOf("-4711"), -4711L)
    val refused = intercept[IllegalArgumentException](Runs.seedOf("first"))
    assert(refused.getMessage.nn.contains("\"first\": must be a whole number"), refused.getMessage)

  test("actors that keep each other busy for ever are found"):
    val failed = intercept[SimulationFailure]:
      Simulation.run(seed = 1, maxSteps = 500): _ =>
        actor[Int](loop(react { case n => self ! n; done })) ! 1
    assert(failed.getMessage.nn.contains("after 500 steps"), failed.getMessage)

  test("a body that depends on more than its seed is reported as such"):
    var run = 0
    val failed = intercept[SimulationFailure]:
      Simulation.explore(runs = 5): _ =>
        run += 1
        val sink = actor[Int](loop(react { case _ => done }))
        (1 to run).foreach(sink ! _)
        assert(run < 2)
    assert(failed.getMessage.nn.contains("depends on more than its seed"), failed.getMessage)

  test("sets of actors have the same order in each run"):
    def order(): List[String] = Simulation.run(seed = 1): _ =>
      val all = mutable.HashSet.empty[ActorRef[Int]]
      (1 to 20).foreach(_ => all += actor[Int](loop(react { case _ => done })))
      all.toList.map(_.toString)
    assertEquals(order(), order())

  test("an engine of a simulation can be shut down, from outside"):
    Simulation.run(seed = 1): sim =>
      var ran = false
      actor[Int](react { case _ => ran = true; stop }) ! 1
      assert(await(sim.system.engine.shutdown(1.second)))
      assert(ran)
      val engine: Engine = sim.system.engine
      val _ = intercept[java.util.concurrent.RejectedExecutionException](engine.execute(() => ()))
  private final class Asks(val to: ActorRef[Int])
end SimulationSuite
