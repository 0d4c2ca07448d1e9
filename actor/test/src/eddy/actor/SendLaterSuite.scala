package eddy.actor

import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt

class SendLaterSuite extends ActorFixture:
  /** Polls what has no event to wait for, until it lasts: a beat on its way has no timer for a moment. */
  private def eventually(condition: => Boolean): Unit =
    val until = System.nanoTime() + 120_000_000_000L
    var lasts = 0
    while lasts < 10_000 && System.nanoTime() < until do
      Thread.onSpinWait()
      lasts = if condition then lasts + 1 else 0
    assertEquals(lasts, 10_000)

  test("a beat ends by itself when its receiver has ended, and can still be cancelled"):
    val seen = new Probe[String]
    val ref = actor[String](loop(react { case "end" => stop; case text => seen.ref ! text; done }))
    val beat = sendEvery(ref, 2.millis, "tick")
    assertEquals(seen.next(3), List.fill(3)("tick"))
    eventually(engine.stats.timers >= 1)
    ref ! "end"
    eventually(!ref.isAlive)
    eventually(engine.stats.timers == 0)
    assert(!beat.cancel())

  test("a beat to one that has ended before sends nothing"):
    val ref = actor[String](stop)
    val _ = endOf(ref)
    val before = system.stats.deadLetters
    val _ = sendEvery(ref, 1.milli, "tick")
    eventually(engine.stats.timers == 0)
    assertEquals(system.stats.deadLetters, before)

  test("a beat that is cancelled comes no more, while its receiver lives"):
    val count = new AtomicInteger()
    val ref = actor[Int](loop(react { case _ => count.incrementAndGet(); done }))
    val beat = sendEvery(ref, 1.milli, 1)
    eventually(count.get > 3)
    assert(beat.cancel())
    eventually(engine.stats.timers == 0)
    ref.kill()

  test("a beat outlives a restart of its receiver"):
    val seen = new Probe[Int]
    val lives = new AtomicInteger()
    val child = Child[Int]("child"):
      val life = lives.incrementAndGet()
      loop(react { case n => if life == 1 then throw IllegalStateException("fail") else seen.ref ! n; done })
    val supervisor = supervise()(child)
    val beat = sendEvery(child.ref, 2.millis, 7)
    assertEquals(seen.next(2), List(7, 7))
    assert(beat.cancel())
    supervisor.ref.exit(ExitReason.Shutdown)
end SendLaterSuite
