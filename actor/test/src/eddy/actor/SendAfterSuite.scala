package eddy.actor

import eddy.actor.internal.system.SystemCore
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt

class SendAfterSuite extends ActorFixture:

  /** Says when it was found to have ended. */
  private final class Receiver(world: ActorSystem, @volatile var living: Boolean) extends DyingRef[String]:
    private[eddy] override def system: SystemCore = world.core
    val (taken, foundDead) = (new CountDownLatch(3), new CountDownLatch(1))
    val late = new AtomicInteger()
    override def isAlive: Boolean =
      val now = living
      if !now then foundDead.countDown()
      now
    override def !(message: String): Unit =
      if living then taken.countDown() else late.incrementAndGet(): Unit

  /** With an engine of one thread, which has ended what it has begun when it comes to the next. */
  private def alone(body: (Engine, ActorSystem) => Unit): Unit =
    val own = Engine.start(EngineConfig(workers = 1, maxSpareWorkers = 0))
    try body(own, new ActorSystem(own))
    finally await(own.shutdown(5.seconds)): Unit

  private def timersLeft(own: Engine): Int =
    val over = new CountDownLatch(1)
    own.execute(() => over.countDown())
    await(over)
    own.stats.timers

  test("a beat ends automatically when its receiver has ended, and can still be cancelled"):
    alone: (own, world) =>
      val receiver = new Receiver(world, living = true)
      val beat = sendEvery(receiver, 2.millis, "tick")
      await(receiver.taken)
      Eventually.until("the beat has its timer")(own.stats.timers == 1)
      receiver.living = false
      await(receiver.foundDead)
      assertEquals(timersLeft(own), 0)
      assert(!beat.cancel())

  test("a beat to one that has ended before sends nothing"):
    alone: (own, world) =>
      val receiver = new Receiver(world, living = false)
      val _ = sendEvery(receiver, 1.milli, "tick")
      await(receiver.foundDead)
      // the first beat may come before its timer is known: then the next one ends it
      Eventually.until("no timer is left")(timersLeft(own) == 0)
      assertEquals(receiver.late.get, 0)

  test("a beat that is cancelled comes no more, while its receiver lives"):
    val count = new AtomicInteger()
    val ref = actor[Int](loop(react { case _ => count.incrementAndGet(); done }))
    val beat = sendEvery(ref, 1.milli, 1)
    Eventually.until("the beat comes")(count.get > 3)
    assert(beat.cancel())
    Eventually.until("no timer is left")(engine.stats.timers == 0)
    ref.kill()

  test("a timer runs on the engine of its receiver, whatever system is in scope"):
    alone: (own, world) =>
      val ref = actor[String](loop(react { case _ => done }))(using world)
      val router = Router[String](Routing.RoundRobin, 1)(_ => ref)(using world)
      val before = engine.stats.timers
      val timers = List[ActorRef[String]](ref, router).flatMap: to =>
        List(sendAfter(to, 1.hour, "late"), sendEvery(to, 1.hour, "tick"))
      assertEquals((own.stats.timers, engine.stats.timers), (4, before))
      timers.foreach(timer => assert(timer.cancel()))
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
end SendAfterSuite
