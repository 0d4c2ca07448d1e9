package eddy.runtime.internal

import eddy.runtime.internal.Worker.StuckReason
import eddy.runtime.{EngineConfig, EngineFixture, EngineStats}

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}

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

  test("a worker that computes and then waits, when no spare is left, is known to be the last"):
    withEngine(EngineConfig(workers = 1, maxSpareWorkers = 1)): engine =>
      val workerSet = engine.scheduler.asInstanceOf[Scheduler].workerSet
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
