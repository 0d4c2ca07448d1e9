package eddy.runtime.internal

import eddy.runtime.{EngineFixture, EngineStats}

import java.util.concurrent.LinkedBlockingQueue

class CrewSuite extends EngineFixture:
  test("statistics do not wait for the lock, though it is held"):
    withEngine(): engine =>
      val lock = engine.scheduler.asInstanceOf[Scheduler].lock
      val seen = new LinkedBlockingQueue[EngineStats]()
      lock.lock()
      try
        val _ = Thread.ofVirtual.nn.start(() => seen.put(engine.stats))
        assertEquals(awaitNext(seen).workers.size, 2)
      finally lock.unlock()
