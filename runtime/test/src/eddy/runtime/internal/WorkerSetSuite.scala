package eddy.runtime.internal

import eddy.runtime.internal.Worker.StuckReason
import eddy.runtime.{Engine, EngineConfig, EngineFixture, EngineStats}
import eddy.testing.Eventually

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

class WorkerSetSuite extends EngineFixture:
  test("statistics do not wait for the lock, though it is held"):
    withEngine(): engine =>
      val lock = engine.scheduler.asInstanceOf[Scheduler].lock
      val seen = new LinkedBlockingQueue[EngineStats]()
      lock.lock()
      try
        val _ = Thread.ofVirtual.nn.start(() => seen.put(engine.stats))
        assertEquals(awaitNext(seen).workers.size, 2)
      finally lock.unlock()

  private def workerSetOf(engine: Engine) = engine.scheduler.asInstanceOf[Scheduler].workerSet

  test("for each blocked worker a spare is called, and those that have come back are called again"):
    withEngine(EngineConfig(workers = 1, maxSpareWorkers = 8, spareKeepAlive = 1.hour)): engine =>
      val workerSet = workerSetOf(engine)
      val releases = List.fill(3)(new CountDownLatch(1))
      val begun = new LinkedBlockingQueue[Worker]()
      for release <- releases do
        engine.execute: () =>
          Engine.blocking:
            begun.put(Worker.current)
            release.await()
      // each one blocks the last free worker
      val blocked = List.fill(3)(awaitNext(begun))
      assertEquals(blocked.distinct.size, 3)
      assertEquals(workerSet.stats.sparesStarted, 3L)
      assertEquals(workerSet.stats.stuckBy(StuckReason.Announced), 3L)
      releases.foreach(_.countDown())
      Eventually.until("no worker is blocked", workerSet.stats.toString)(workerSet.stats.stuck == 0)
      val again = new CountDownLatch(1)
      engine.execute: () =>
        Engine.blocking:
          begun.put(Worker.current)
          again.await()
      val _ = awaitNext(begun)
      val next = new CountDownLatch(1)
      engine.execute(() => next.countDown())
      await(next)
      assertEquals(workerSet.stats.sparesStarted, 3L)
      again.countDown()

  test("a spare with nothing to do ends after the keep-alive time"):
    withEngine(EngineConfig(workers = 1, maxSpareWorkers = 1, spareKeepAlive = 20.millis)): engine =>
      val done = new CountDownLatch(1)
      engine.execute: () =>
        Engine.blocking:
          val spare = new CountDownLatch(1)
          engine.execute(() => spare.countDown())
          spare.await()
        done.countDown()
      await(done)
      assertEquals(engine.stats.sparesStarted, 1L)
      Eventually.until("the spare has ended", engine.stats.toString)(engine.stats.spares == 0)

  test("waits are granted as long as workers are left for the events that answer"):
    // workers, spares, blocked
    for (workers, spares, most) <- Seq((1, 0, 0), (2, 0, 1), (2, 1, 2), (2, 4, 4), (4, 2, 4), (1, 5, 5)) do
      val granted = Iterator.from(0).takeWhile(WorkerSet.mayWait(workers, spares, _)).size
      assertEquals(granted, most, s"$workers workers, $spares spares")

  test("computing workers share half as many spares as there are workers, and at least one"):
    assertEquals(Seq(1, 2, 3, 8).map(WorkerSet.computingSpares(_, spares = 100)), Seq(1, 1, 1, 4))
    assertEquals(WorkerSet.computingSpares(8, spares = 2), 2)
    assertEquals(WorkerSet.computingSpares(8, spares = 0), 0)

  test("a worker that computes and then waits, when no spare is left, is known to be the last"):
    withEngine(EngineConfig(workers = 1, maxSpareWorkers = 1)): engine =>
      val workerSet = workerSetOf(engine)
      val over = new CountDownLatch(1)
      val begun = new LinkedBlockingQueue[Worker]()
      for _ <- 1 to 2 do
        engine.unit().submit: () =>
          begun.put(Worker.current)
          over.await()
      val first = awaitNext(begun)
      // the monitor may have said so: another task waits
      workerSet.declareStuck(first, StuckReason.Blocked)
      val spare = awaitNext(begun)
      // nothing is queued, so the monitor says nothing
      workerSet.declareStuck(spare, StuckReason.Computing)
      assertEquals(workerSet.stats.sparesRefused, 0L)
      workerSet.declareStuck(spare, StuckReason.Blocked)
      assertEquals(workerSet.stats.sparesRefused, 1L)
      over.countDown()
end WorkerSetSuite
