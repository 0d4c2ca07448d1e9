package eddy.runtime

import eddy.testing.Eventually

import java.util.concurrent.atomic.{AtomicInteger, AtomicIntegerArray}
import java.util.concurrent.{CountDownLatch, CyclicBarrier, RejectedExecutionException}
import scala.concurrent.duration.DurationInt

/** Races of timers and of the end of an engine, tried again and again. EDDY_TEST_ROUNDS makes it longer. */
class StressSuite extends eddy.testing.PatientSuite:
  private val rounds = eddy.testing.TestLength.rounds(short = 1, full = 10)

  test("a timer that is cancelled when it expires either fires or is cancelled, never both, never neither"):
    val engine = Engine.start(EngineConfig(workers = 2))
    (1 to 20 * rounds).foreach: round =>
      val count = 300
      val fired = new AtomicIntegerArray(count)
      val timers = Vector.tabulate(count): i =>
        engine.after((1 + i % 3).millis)(() => fired.incrementAndGet(i): Unit)
      val cancelled = new AtomicIntegerArray(count)
      val start = new CyclicBarrier(2)
      val threads = (0 to 1).map: _ =>
        Thread.ofPlatform.nn.start: () =>
          val _ = start.await()
          timers.indices.foreach: i =>
            if timers(i).cancel() then cancelled.incrementAndGet(i): Unit
            if i % 20 == 0 then java.util.concurrent.locks.LockSupport.parkNanos(200_000)
      threads.foreach(_.join())
      // behind all that were due
      val after = new CountDownLatch(1)
      val _ = engine.after(5.millis)(() => after.countDown())
      await(after)
      def wrong = (0 until count).filter(i => fired.get(i) + cancelled.get(i) != 1)
      Eventually.until(
        "each timer was fired or cancelled, once",
        s"round $round: ${wrong.map(i => (i, fired.get(i), cancelled.get(i)))}"
      )(wrong.isEmpty)
    val _ = await(engine.shutdown(5.seconds))

  test("a repeated timer cancelled at any moment never fires afterwards"):
    val engine = Engine.start(EngineConfig(workers = 2))
    (1 to 50 * rounds).foreach: round =>
      val running = new AtomicInteger()
      val late = new AtomicInteger()
      @volatile var over = false
      val timer = engine.every(1.milli): () =>
        val begun = over
        val _ = running.incrementAndGet()
        if begun then late.incrementAndGet(): Unit
        val _ = running.decrementAndGet()
      java.util.concurrent.locks.LockSupport.parkNanos(1_000_000L + round % 10 * 200_000L)
      val _ = timer.cancel()
      // an event that had begun may still be ending
      Eventually.until("the event under way has ended")(running.get == 0)
      over = true
      val after = new CountDownLatch(1)
      val _ = engine.after(3.millis)(() => after.countDown())
      await(after)
      // one whose beginning could not be seen may have passed the flag; it is one at most, and then no more
      assert(late.get <= 1, s"round $round: ${late.get} beats after the cancel")
    assertEquals(engine.stats.timers, 0)
    val _ = await(engine.shutdown(5.seconds))

  test("a task submitted to an engine while it shuts down runs or is rejected"):
    (1 to 200 * rounds).foreach: round =>
      val engine = Engine.start(EngineConfig(workers = 2))
      val accepted = new AtomicInteger()
      val ran = new AtomicInteger()
      val start = new CyclicBarrier(3)
      val senders = (1 to 2).map: _ =>
        Thread.ofPlatform.nn.start: () =>
          val _ = start.await()
          try
            // one by one, so that the engine is idle at times
            while true do
              engine.execute(() => ran.incrementAndGet(): Unit)
              val _ = accepted.incrementAndGet()
              java.util.concurrent.locks.LockSupport.parkNanos(20_000)
          catch case _: RejectedExecutionException => ()
      val _ = start.await()
      if round % 2 == 0 then java.util.concurrent.locks.LockSupport.parkNanos(500_000)
      val drained = await(engine.shutdown(2.minutes))
      senders.foreach(_.join())
      assert(drained, s"round $round")
      assertEquals(ran.get, accepted.get, s"round $round")
end StressSuite
