package eddy.actor

import eddy.runtime.{Engine, EngineConfig}

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

/** What `reactWithin` promises at the edges. */
class TimeoutSuite extends ActorFixture:
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

  /** The best of some: a machine may be busy for once. */
  test(
    "the time is not overdrawn by much, neither of one that was sent nothing nor of one that kept a message"
  ):
    val took = new Probe[Long]
    val limit = 20.millis
    def lateness(start: => ActorRef[Any]): Long =
      val all = List.fill(10):
        start ! "kept"
        took.next() - limit.toNanos
      all.min
    for kind <- List(
        () =>
          actor[Any]:
            val from = System.nanoTime()
            reactWithin(limit) { case TIMEOUT => took.ref ! System.nanoTime() - from; stop }
        ,
        () =>
          threadActor[Any]:
            val from = System.nanoTime()
            receiveWithin(limit) { case TIMEOUT => took.ref ! System.nanoTime() - from }
      )
    do
      val late = lateness(kind())
      assert(late < 500_000_000L, s"${late / 1_000_000} ms late")

  /** Answered while it waits, so by a turn of that one message. */
  test("the time of an answered reactWithin reaches no later react"):
    val seen = new Probe[Any]
    val ref = actor[Any]:
      reactWithin(150.millis):
        case "first" =>
          seen.ref ! "first"
          react:
            case other =>
              seen.ref ! other
              stop
    val _ = sendAfter(ref, 20.millis, "first")
    assertEquals(seen.next(), "first")
    val _ = sendAfter(ref, 300.millis, "last")
    assertEquals(seen.next(), "last")

  test("an actor that waits no more leaves no timer behind: answered, or ended"):
    val own = Engine.start(EngineConfig(workers = 1))
    given ActorSystem = new ActorSystem(own)
    val ready = new CountDownLatch(1)
    def waiting(): ActorRef[String] = actor[String]:
      reactWithin(1.hour):
        case "answer" => ready.countDown(); react { case _ => stop }
        case TIMEOUT => stop
    val (answered, killed) = (waiting(), waiting())
    eventually(own.stats.timers == 2)
    answered ! "answer"
    ready.await()
    killed.kill()
    eventually(!killed.isAlive && own.stats.timers == 0)
    // an ask that was answered, and one that could not be
    val echo = actor[ActorRef[Int]](loop(react { case to => to ! 1; done }))
    assertEquals(scala.concurrent.Await.result(echo.ask[Int](1.hour)(identity), 20.seconds), 1)
    assert(scala.concurrent.Await.ready(killed.ask[Int](1.hour)(_ => "gone"), 20.seconds).isCompleted)
    eventually(own.stats.timers == 0)
    val _ = own.shutdown(5.seconds)

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
    assert(ran.await(20, java.util.concurrent.TimeUnit.SECONDS))
    val _ = own.shutdown(5.seconds)

  /** Polls what has no event to wait for. */
  private def eventually(condition: => Boolean): Unit =
    val until = System.nanoTime() + 20_000_000_000L
    while !condition && System.nanoTime() < until do Thread.onSpinWait()
    assert(condition)
end TimeoutSuite
