package eddy.runtime

import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicBoolean
import scala.jdk.CollectionConverters.*

/** Computations that have every worker. */
class ComputingSuite extends EngineFixture:
  private def compute(until: AtomicBoolean): Unit =
    var x = 1L
    while x != 0 && !until.get do x = x * 6364136223846793005L | 1

  test("computations that have every worker are reported once, with what to do"):
    for spares <- List(0, 4) do
      reported.clear()
      withEngine(EngineConfig(workers = 2, maxSpareWorkers = spares)): engine =>
        for round <- 1 to 2 do
          val over = new AtomicBoolean
          // more than there may be spares for computations
          val begun = new CountDownLatch(2)
          for _ <- 1 to 4 do
            engine.unit().submit: () =>
              begun.countDown()
              compute(over)
          begun.await()
          val ran = new CountDownLatch(1)
          engine.unit().submit(() => ran.countDown())
          if round == 1 then
            Eventually.until("it is reported", s"$reported")(!reported.isEmpty)
          over.set(true)
          ran.await()
      val texts = reported.asScala.map(_(0)).toList
      assertEquals(texts.size, 1, texts.toString)
      assert(texts.head.startsWith("computations have taken every worker for a second"), texts.toString)
      assert(texts.head.contains("Engine.pool"), texts.toString)
end ComputingSuite
