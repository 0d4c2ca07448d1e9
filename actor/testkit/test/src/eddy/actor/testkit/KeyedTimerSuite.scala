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
        sim.runUntilIdle()

  test("a timer is over for the reaction that takes its message"):
    val _ = Simulation.explore(runs): sim =>
      for threaded <- List(false, true) do
        val heard = TestProbe[Any]("heard")
        def take(text: String)(using Actor[String]): Unit =
          heard.ref ! List(text, hasTimer("k"), cancelTimer("k"))
        val _ =
          if threaded then
            threadActor[String]:
              startTimer("k", 1.second, "tick")
              receive { case text => take(text) }
          else
            actor[String]:
              startTimer("k", 1.second, "tick")
              react { case text => take(text); stop }
        sim.advance(2.seconds)
        assertEquals(heard.receive(), List("tick", false, false))

  test("a message that a behavior has tried in vain is still cancelled with its timer"):
    val _ = Simulation.explore(runs): sim =>
      for threaded <- List(false, true) do
        val heard = TestProbe[Any]("heard")
        def cancel(using Actor[String]): Unit = heard.ref ! List(hasTimer("k"), cancelTimer("k"))
        val ref =
          if threaded then
            threadActor[String]:
              startTimer("k", 1.second, "stale")
              receive { case "go" => cancel }
              receive { case text => heard.ref ! text }
          else
            actor[String]:
              startTimer("k", 1.second, "stale")
              react:
                case "go" =>
                  cancel
                  react { case text => heard.ref ! text; stop }
        sim.advance(2.seconds)
        ref ! "go"
        ref ! "end"
        assertEquals(heard.receiveN(2), List[Any](List(true, true), "end"))

  test("many rounds that wait for nothing use up no timer"):
    val _ = Simulation.explore(runs): sim =>
      val heard = TestProbe[Any]("heard")
      val ref = actor[String]:
        startTimer("cancelled", 1.second, "stale")
        startTimer("kept", 1.second, "tick")
        var n = 0
        loopWhile(n < 100):
          n += 1
          if n == 10 then pass()
          done
        .andThen:
          heard.ref ! cancelTimer("cancelled")
          loop(react { case text => heard.ref ! s"$text, still a timer: ${hasTimer("kept")}"; done })
      sim.advance(1.hour)
      assertEquals(heard.receiveN(2), List[Any](true, "tick, still a timer: false"))
      heard.expectNone(1.second)
      ref.kill()

  test("the next timer with a key drops a message of the one before that was tried in vain"):
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
      sim.advance(2.seconds)
      assertEquals(heard.receive(), "second, next: false")
      heard.expectNone(1.second)

  test("a timer that cannot be started leaves the one with its key as it is"):
    val _ = Simulation.explore(runs): sim =>
      val heard = TestProbe[String]("heard")
      val _ = actor[String]:
        startTimer("k", 1.second, "tick")
        try startTimerEvery("k", 0.seconds, "never")
        catch case _: IllegalArgumentException => heard.ref ! s"refused, and kept: ${hasTimer("k")}"
        loop(react { case text => heard.ref ! text; done })
      sim.advance(1.minute)
      assertEquals(heard.receiveN(2), List("refused, and kept: true", "tick"))
      heard.expectNone(1.second)

  test("a restart drops a message of the life before that was tried in vain"):
    val _ = Simulation.explore(runs): sim =>
      for keepMailbox <- List(true, false) do
        val heard = TestProbe[String]("heard")
        val before = sim.system.stats.deadLetters
        var life = 0
        val child = Child[String]("child", ChildOptions(keepMailbox = keepMailbox)):
          life += 1
          if life == 1 then
            startTimer("k", 1.second, "stale")
            react { case "fail" => throw IllegalStateException("fail") }
          else loop(react { case text => heard.ref ! text; done })
        val supervisor = supervise()(child)
        sim.advance(2.seconds)
        child.ref ! "fail"
        sim.advance(1.minute)
        child.ref ! "next"
        assertEquals(heard.receive(), "next")
        assertEquals(sim.system.stats.deadLetters, before)
        supervisor.ref.exit(ExitReason.Shutdown)
        sim.runUntilIdle()

  test("the messages of an actor's timers go to no heir, and are no dead letters"):
    val _ = Simulation.explore(runs): sim =>
      val heard = TestProbe[String]("heard")
      val router = Router[String](Routing.RoundRobin, 2): number =>
        actor[String]:
          if number == 0 then loop(react { case text => heard.ref ! text; done })
          else
            startTimer("cancelled", 1.second, "stale")
            startTimer("waits", 1.second, "stale")
            loop(react { case "cancel" => val _ = cancelTimer("cancelled"); done })
      sim.advance(2.seconds)
      val last = router.routees.last
      last ! "cancel"
      last ! "left"
      sim.runUntilIdle()
      router.resize(1)
      sim.advance(1.minute)
      assertEquals(heard.receive(), "left")
      heard.expectNone(1.second)
      assertEquals(sim.system.stats.deadLetters, 0L)

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
