package eddy.actor.testkit

import eddy.actor.*

import scala.concurrent.duration.DurationInt

class KeyedTimerSuite extends eddy.testing.PatientSuite:
  private val runs = 50

  /** Lets virtual time pass in place, so that messages of timers arrive that no behavior has tried. */
  private def pass()(using ActorSystem, Actor[?]): Unit =
    val silent = actor[ActorRef[Unit]](loop(react { case _ => done }))
    try silent.askAndWait[Unit](1.minute)(identity)
    catch case _: AskTimeoutException => ()
    silent.kill()

  test("a timer with a key sends its message once, and the periodic one until it is cancelled"):
    val _ = Simulation.explore(runs): sim =>
      val heard = TestProbe[(String, Int)]("heard")
      val ref = actor[String]:
        startTimer("once", 10.seconds, "once")
        startTimerEvery("often", 4.seconds, "often")
        loop:
          react:
            case "end" => assert(cancelTimer("often")); done
            case text => heard.ref ! (text -> sim.now.toSeconds.toInt); done
      sim.advance(13.seconds)
      assertEquals(heard.receiveN(4), List(("often", 4), ("often", 8), ("once", 10), ("often", 12)))
      ref ! "end"
      sim.advance(1.hour)
      heard.expectNone(1.second)
      assertEquals(sim.system.engine.stats.timers, 0)

  test("a timer replaces the one with an equal key, and no other"):
    val _ = Simulation.explore(runs): sim =>
      val heard = TestProbe[Int]("heard")
      val _ = actor[Int]:
        startTimer("a", 10.seconds, 1)
        startTimer("b", 10.seconds, 2)
        startTimer("a", 20.seconds, 3)
        loop(react { case n => heard.ref ! n; done })
      sim.advance(1.hour)
      assertEquals(heard.receiveN(2), List(2, 3))
      heard.expectNone(1.second)

  test("a message that waits in the mailbox is dropped when its timer is cancelled or replaced"):
    val _ = Simulation.explore(runs): sim =>
      for threaded <- List(false, true) do
        val heard = TestProbe[String]("heard")
        def begin(using Actor[String]): Unit =
          startTimer("cancelled", 1.second, "stale")
          startTimer("replaced", 1.second, "stale")
          startTimerEvery("often", 1.second, "stale")
          pass()
          assert(cancelTimer("cancelled"))
          assert(!cancelTimer("cancelled"))
          startTimer("replaced", 1.second, "fresh")
          assert(cancelTimer("often"))
        val ref =
          if threaded then
            threadActor[String]:
              begin
              while true do receive { case text => heard.ref ! text }
          else
            actor[String]:
              begin
              loop(react { case text => heard.ref ! text; done })
        sim.advance(1.hour)
        assertEquals(heard.receive(), "fresh")
        heard.expectNone(1.second)
        // dropped by the actor's own wish, not lost
        assertEquals(sim.system.stats.deadLettersBy(DeadLetter.Reason.Restarted), 0L)
        ref.kill()
        sim.runUntilQuiet()

  test("a timer whose message a reaction has tried is over, and the message is one like any"):
    val _ = Simulation.explore(runs): sim =>
      val heard = TestProbe[Any]("heard")
      val ref = actor[String]:
        startTimer("k", 1.second, "late")
        react:
          case "go" =>
            heard.ref ! hasTimer("k")
            heard.ref ! cancelTimer("k")
            react { case text => heard.ref ! text; stop }
      sim.advance(2.seconds)
      ref ! "go"
      assertEquals(heard.receiveN(3), List[Any](false, false, "late"))

  test("an unmatched message of a timer that is over does not end the next timer with that key"):
    val _ = Simulation.explore(runs): sim =>
      val heard = TestProbe[String]("heard")
      val ref = actor[String]:
        startTimer("k", 1.second, "first")
        react:
          case "go" =>
            startTimer("k", 1.second, "second")
            loop(react { case text => heard.ref ! s"$text, next: ${hasTimer("k")}"; done })
      sim.advance(2.seconds)
      ref ! "go"
      assertEquals(heard.receiveN(2), List("first, next: true", "second, next: false"))

  test("a restart cancels the timers of the life before, and drops what they have sent"):
    val _ = Simulation.explore(runs): sim =>
      val heard = TestProbe[String]("heard")
      var life = 0
      val child = Child[String]("child", ChildOptions(startTimeout = 1.hour)):
        life += 1
        startTimer("short", 1.second, s"short $life")
        startTimer("long", 2.minutes, s"long $life")
        if life == 1 then
          pass()
          throw IllegalStateException("fail")
        loop(react { case text => heard.ref ! text; done })
      val _ = supervise()(child)
      sim.advance(1.hour)
      assertEquals(heard.receiveN(2), List("short 2", "long 2"))
      heard.expectNone(1.second)
      assertEquals(sim.system.engine.stats.timers, 0)

  test("the end of an actor cancels its timers"):
    val _ = Simulation.explore(runs): sim =>
      val _ = actor[String]:
        startTimer("k", 1.hour, "never")
        startTimerEvery("often", 1.hour, "never")
        stop
      sim.advance(1.second)
      assertEquals(sim.system.engine.stats.timers, 0)
end KeyedTimerSuite
