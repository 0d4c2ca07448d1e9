package eddy.actor

import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.annotation.nowarn
import scala.concurrent.duration.{Duration, DurationInt}

/** What `reactWithin` promises at the edges. */
class TimeoutSuite extends ActorFixture:
  test("reactWithin receives TIMEOUT when nothing matches in time, though other messages come"):
    val seen = new Probe[Any]
    val to = seen.ref
    val ref = actor[Any]:
      reactWithin(80.millis):
        case n: Int => to ! n; stop
        case TIMEOUT => to ! "timeout"; stop
    val beats = sendEvery(ref, 10.millis, "does not match")
    assertEquals(seen.next(), "timeout")
    // it has ended already, with its receiver
    beats.cancel(): Unit

  test("reactWithin takes a message that comes in time, and its timer does not disturb what follows"):
    val seen = new Probe[Any]
    val to = seen.ref
    val ref = actor[Any]:
      reactWithin(2.minutes):
        case TIMEOUT => to ! "timeout"; stop
        case n: Int =>
          to ! n
          reactWithin(30.millis):
            case TIMEOUT => to ! "second timeout"; stop
    ref ! 7
    assertEquals(List.fill(2)(seen.next()), List[Any](7, "second timeout"))

  test("reactWithin(0) looks at what is in the mailbox before it times out"):
    val seen = new Probe[Any]
    val to = seen.ref
    val gate = new CountDownLatch(1)
    val ref = actor[Any]:
      gate.await()
      def drain(n: Int): Behavior[Any] = reactWithin(Duration.Zero):
        case _: Int => drain(n + 1)
        case TIMEOUT => to ! n; stop
      drain(0)
    (1 to 500).foreach(ref ! _)
    gate.countDown()
    assertEquals(seen.next(), 500)

  test("reactWithin without a case TIMEOUT fails the actor with the remedy when the time is over"):
    val seen = new Probe[ExitReason]
    val to = seen.ref
    @nowarn("msg=has no case TIMEOUT")
    val ref = actor[Int](reactWithin(1.millis) { case _: Int => stop })
    val _ = actor[ExitReason]:
      val _ = monitor(ref)(identity)
      react { case reason => to ! reason; stop }
    seen.next() match
      case ExitReason.Failed(cause) => assert(cause.getMessage.nn.contains("has no case TIMEOUT"))
      // it may have ended before the monitor came
      case other => assertEquals(other, ExitReason.NoActor)

  test("the time is never cut short"):
    val took = new Probe[Long]
    for limit <- List(5.millis, 60.millis) do
      val reacting = actor[Any]:
        val from = System.nanoTime()
        reactWithin(limit) { case TIMEOUT => took.ref ! System.nanoTime() - from; stop }
      val threaded = threadActor[Any]:
        val from = System.nanoTime()
        receiveWithin(limit) { case TIMEOUT => took.ref ! System.nanoTime() - from }
      List(reacting, threaded).foreach(_ ! "kept")
      assert(took.next(2).min >= limit.toNanos)

  test("an actor that waits no more leaves no timer behind: answered, or ended"):
    val own = Engine.start(EngineConfig(workers = 1))
    given ActorSystem = new ActorSystem(own)
    val ready = new CountDownLatch(1)
    def waiting(): ActorRef[String] = actor[String]:
      reactWithin(1.hour):
        case "answer" => ready.countDown(); react { case _ => stop }
        case TIMEOUT => stop
    val (answered, killed) = (waiting(), waiting())
    Eventually.until("both have their timers")(own.stats.timers == 2)
    answered ! "answer"
    ready.await()
    killed.kill()
    Eventually.until("one is killed, and no timer is left")(!killed.isAlive && own.stats.timers == 0)
    // an ask that was answered, and one that could not be
    val echo = actor[ActorRef[Int]](loop(react { case to => to ! 1; done }))
    assertEquals(await(echo.ask[Int](1.hour)(identity)), 1)
    val _ = awaitTry(killed.ask[Int](1.hour)(_ => "gone"))
    Eventually.until("no timer is left")(own.stats.timers == 0)
    val _ = await(own.shutdown(5.seconds))

  /** Each message that is tried brings another, none matches. */
  private def flooded(threaded: Boolean, bounded: Boolean, atOnce: Boolean, said: Probe[Any]): ActorRef[Int] =
    def again(n: Int)(using Actor[Int]): Boolean =
      self ! n + 1
      false
    def reacting(using Actor[Int]): Behavior[Int] =
      if atOnce then self ! 0
      reactWithin(30.millis):
        case n: Int if again(n) => stop
        case TIMEOUT => said.ref ! TIMEOUT; stop
    def thread(using ThreadActor[Int]): Unit =
      if atOnce then self ! 0
      receiveWithin(30.millis):
        case n: Int if again(n) => ()
        case TIMEOUT => said.ref ! TIMEOUT
    if threaded then
      if bounded then threadActor.bounded[Int](20, Overflow.DropOldest)(thread) else threadActor[Int](thread)
    else if bounded then actor.bounded[Int](20, Overflow.DropOldest)(reacting)
    else actor[Int](reacting)

  for threaded <- List(false, true); bounded <- List(false, true) do
    val kind = s"${if threaded then "threaded" else "reacting"}${if bounded then ", bounded" else ""}"

    test(s"$kind: messages that do not match and come without end do not prolong the time"):
      val said = new Probe[Any]
      val early = flooded(threaded, bounded, atOnce = true, said)
      assertEquals(said.next(), TIMEOUT)
      assertEndsWell(early)
      val later = flooded(threaded, bounded, atOnce = false, said)
      later ! 0
      assertEquals(said.next(), TIMEOUT)
      assertEndsWell(later)

    test(s"$kind: what matches and came before the time was over is taken, however late it is tried"):
      val said = new Probe[Any]
      def late(from: Long): Boolean =
        while System.nanoTime() - from < 3_000_000L do Thread.onSpinWait()
        false
      def begin(using Actor[String]): Unit = List("first", "second", "third").foreach(self ! _)
      def reacting(using Actor[String]): Behavior[String] =
        begin
        val from = System.nanoTime()
        reactWithin(1.milli):
          case "first" if late(from) => stop
          case "third" => said.ref ! "third"; stop
          case TIMEOUT => said.ref ! TIMEOUT; stop
      def thread(using ThreadActor[String]): Unit =
        begin
        val from = System.nanoTime()
        receiveWithin(1.milli):
          case "first" if late(from) => ()
          case "third" => said.ref ! "third"
          case TIMEOUT => said.ref ! TIMEOUT
      val _ =
        if threaded then
          if bounded then threadActor.bounded[String](9, Overflow.Refuse)(thread)
          else threadActor[String](thread)
        else if bounded then actor.bounded[String](9, Overflow.Refuse)(reacting)
        else actor[String](reacting)
      assertEquals(said.next(), "third")
  end for

  test("a guard that receives past the end of the time does not lose it"):
    val said = new Probe[Any]
    val _ = threadActor[Int]:
      def past(n: Int): Boolean =
        if n < 4 then self ! n + 1
        receiveWithin(10.millis) { case TIMEOUT => () }
        false
      self ! 1
      receiveWithin(5.millis):
        case n: Int if past(n) => ()
        case TIMEOUT => said.ref ! TIMEOUT
    assertEquals(said.next(), TIMEOUT)

  for eventsPerTurn <- List(1, 64) do
    test(
      s"an actor that polls its mailbox without end lets others have their turn, $eventsPerTurn events a turn"
    ):
      val own = Engine.start(EngineConfig(workers = 1, maxSpareWorkers = 0, eventsPerTurn = eventsPerTurn))
      given ActorSystem = new ActorSystem(own)
      val began = new AtomicInteger()
      val pollers = List.fill(2):
        actor[String]:
          react:
            case "go" =>
              began.incrementAndGet(): Unit
              loop:
                reactWithin(Duration.Zero):
                  case "go" => began.incrementAndGet(): Unit; done
                  case TIMEOUT => done
      pollers.foreach(_ ! "go")
      val echo = actor[ActorRef[Int]](loop(react { case to => to ! 1; done }))
      (1 to 3).foreach: _ =>
        assertEquals(await(echo.ask[Int](2.minutes)(identity)), 1)
      pollers.foreach(_.kill())
      Eventually.until("the pollers have terminated")(pollers.forall(!_.isAlive))
      assertEquals(began.get, 2)
      val _ = await(own.shutdown(5.seconds))
  end for

  test("an actor that always has something to do lets others have their turn"):
    val own = Engine.start(EngineConfig(workers = 1, maxSpareWorkers = 0, reporter = (_, _) => ()))
    given ActorSystem = new ActorSystem(own)
    val ran = new CountDownLatch(1)
    val greedy = actor[Int]:
      loop:
        react: n =>
          if ran.getCount > 0 then self ! n + 1
          done
    greedy ! 0
    val _ = actor[Int] { ran.countDown(); stop }
    await(ran)
    val _ = await(own.shutdown(5.seconds))
end TimeoutSuite
