package eddy.runtime.spi

import eddy.runtime.{Engine, EngineFixture}

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}

class DispatcherSuite extends EngineFixture:
  test("what a thread queues together begins after it has queued all of it"):
    withEngine(): engine =>
      val early = new AtomicInteger
      for _ <- 1 to 300 do
        val isQueued = new AtomicBoolean
        val done = new CountDownLatch(20)
        engine.scheduler.together:
          for _ <- 1 to 20 do
            engine.execute: () =>
              if !isQueued.get then early.incrementAndGet(): Unit
              done.countDown()
          isQueued.set(true)
        await(done)
      assertEquals(early.get, 0)

  test("tasks queued before a failure begin, and the thread queues as usual from then on"):
    withEngine(): engine =>
      val first, second = new CountDownLatch(1)
      val failure = intercept[IllegalStateException]:
        engine.scheduler.together:
          engine.execute(() => first.countDown())
          throw IllegalStateException("the rest")
      assertEquals(failure.getMessage, "the rest")
      await(first)
      engine.execute(() => second.countDown())
      await(second)

  test("a worker that queues together can wait for what it has queued"):
    withEngine(): engine =>
      val over = new CountDownLatch(1)
      engine.execute: () =>
        engine.scheduler.together:
          val done = new CountDownLatch(1)
          engine.execute(() => done.countDown())
          Engine.blocking(done.await())
        over.countDown()
      await(over)
end DispatcherSuite
