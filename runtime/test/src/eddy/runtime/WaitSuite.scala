package eddy.runtime

import eddy.testing.Eventually

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.concurrent.duration.{Duration, DurationInt}
import scala.concurrent.{Await, Promise, blocking}

/** Waits on workers leave some for the events that end them. */
class WaitSuite extends EngineFixture:
  private val small = EngineConfig(workers = 2, maxSpareWorkers = 4)

  test("an Await that would leave no worker for other events is refused at once, with the remedy"):
    withEngine(small): engine =>
      val answer = Promise[Int]()
      val refusals = new ConcurrentLinkedQueue[String]()
      val over = new CountDownLatch(10)
      (1 to 10).foreach: _ =>
        engine.execute: () =>
          try
            val _ = Await.result(answer.future, Duration.Inf)
          catch case refused: WaitRefusedException => refusals.add(refused.getMessage): Unit
          over.countDown()
      Eventually.until("all but two workers wait, and six waits are refused", engine.stats.toString):
        refusals.size == 6 && engine.stats.stuck == 4
      assert(refusals.peek().nn.contains("4 workers are blocked"), refusals.toString)
      assert(refusals.peek().nn.contains("threadActor"), refusals.toString)
      assertEquals(engine.stats.waitsRefused, 6L)
      engine.execute(() => answer.success(1): Unit)
      await(over)
      Eventually.until("nobody waits", engine.stats.toString)(engine.stats.stuck == 0)

  test("with a single worker and no spares no event may wait for others"):
    withEngine(EngineConfig(workers = 1, maxSpareWorkers = 0)): engine =>
      val refused = new CountDownLatch(1)
      engine.execute: () =>
        try Await.ready(Promise[Int]().future, Duration.Inf): Unit
        catch case _: WaitRefusedException => refused.countDown()
      await(refused)

  test("code that only says that it blocks is not refused: it may wait for what needs no worker"):
    withEngine(small): engine =>
      val release = new CountDownLatch(1)
      val over = new CountDownLatch(10)
      (1 to 10).foreach: i =>
        engine.execute: () =>
          if i % 2 == 0 then blocking(release.await()) else Engine.blocking(release.await())
          over.countDown()
      Eventually.until("every worker is blocked", engine.stats.toString)(engine.stats.stuck == 6)
      release.countDown()
      await(over)
      assertEquals(engine.stats.waitsRefused, 0L)

  test("a wait inside a wait is one wait"):
    withEngine(EngineConfig(workers = 1, maxSpareWorkers = 1)): engine =>
      val answer = Promise[Int]()
      val over = new CountDownLatch(1)
      engine.execute: () =>
        Engine.waiting(Engine.waiting(Await.ready(answer.future, Duration.Inf))): Unit
        over.countDown()
      Eventually.until("it waits", engine.stats.toString)(engine.stats.stuck == 1)
      engine.execute(() => answer.success(1): Unit)
      await(over)
      Eventually.until("nobody waits", engine.stats.toString)(engine.stats.stuck == 0)

  test("the wait of a thread that is no worker has a limit of its own and is never refused"):
    withEngine(EngineConfig(workers = 1, maxSpareWorkers = 0)): engine =>
      assert(!engine.platform.await(Promise[Int]().future, 1.milli.toNanos))
      assert(engine.platform.await(Promise.successful(1).future, 1.milli.toNanos))
end WaitSuite
