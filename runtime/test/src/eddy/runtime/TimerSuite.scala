package eddy.runtime

import eddy.testing.Eventually

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

class TimerSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start(EngineConfig(workers = 2))
  override def afterAll(): Unit = await(engine.shutdown(5.seconds)): Unit

  private def millisUntil(delay: FiniteDuration): Long =
    val fired = new CountDownLatch(1)
    val from = System.nanoTime()
    val _ = engine.after(delay)(() => fired.countDown())
    await(fired)
    (System.nanoTime() - from) / 1_000_000

  test("a timer never fires early, and fires"):
    List(0, 1, 2, 5, 63, 64, 65, 200).foreach: n =>
      val took = millisUntil(n.millis)
      assert(took >= n, s"$n ms timer fired after $took ms")

  test("a timer of zero or negative delay fires at once"):
    val _ = millisUntil(0.millis)
    val _ = millisUntil(-5.seconds)

  test("a cancelled timer does not fire, and only the first cancel says that it helped"):
    val early = engine.after(1.hour)(() => ())
    assert(early.cancel())
    assert(!early.cancel())
    // some may expire before a busy machine cancels them
    val fired = Vector.fill(20)(new AtomicInteger())
    val cancelled =
      fired.map(count => engine.after(20.millis)(() => count.incrementAndGet(): Unit)).map(_.cancel())
    val _ = millisUntil(40.millis)
    def counts = fired.map(_.get)
    Eventually.until(
      "exactly the others fire",
      s"$counts, $cancelled"
    )(counts == cancelled.map(c => if c then 0 else 1))

  test("cancelling a timer that has fired says that it came too late"):
    val fired = new CountDownLatch(1)
    val timer = engine.after(1.millis)(() => fired.countDown())
    await(fired)
    assert(!timer.cancel())

  test("timers fire by their deadlines"):
    val single = Engine.start(EngineConfig(workers = 1, maxSpareWorkers = 0))
    val order = new java.util.concurrent.LinkedBlockingQueue[Int]()
    // a busy machine may be late with the later ones: a deadline is between these two
    val deadlines = List(250, 50, 450, 150, 350).map: n =>
      val earliest = System.nanoTime() + n * 1_000_000L
      val _ = single.after(n.millis)(() => order.put(n))
      n -> (earliest, System.nanoTime() + n * 1_000_000L)
    .toMap
    val fired = Vector.fill(5)(awaitNext(order))
    val _ = await(single.shutdown(5.seconds))
    assertEquals(fired.sorted, Vector(50, 150, 250, 350, 450))
    // of one tick the order is open
    val tick = 10_000_000L
    for later <- 1 until 5; earlier <- 0 until later do
      assert(deadlines(fired(earlier))(0) <= deadlines(fired(later))(1) + tick, s"$fired, $deadlines")

  test("a repeated timer fires again and again, and not after it was cancelled"):
    val beats = new CountDownLatch(5)
    val count = new AtomicInteger()
    val timer = engine.every(5.millis): () =>
      val _ = count.incrementAndGet()
      beats.countDown()
    await(beats)
    assert(timer.cancel())
    val after = count.get
    val _ = millisUntil(50.millis)
    // one may have been under way
    assert(count.get <= after + 1, s"${count.get - after} beats after the cancel")

  test("a repeated timer whose event is slow skips beats and never runs twice at once"):
    val running = new AtomicInteger()
    val overlaps = new AtomicInteger()
    val rounds = new CountDownLatch(3)
    val timer = engine.every(1.millis): () =>
      if running.incrementAndGet() > 1 then overlaps.incrementAndGet(): Unit
      val _ = new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS)
      val _ = running.decrementAndGet()
      rounds.countDown()
    await(rounds)
    val _ = timer.cancel()
    assertEquals(overlaps.get, 0)

  test("a repeated timer continues after its event has failed"):
    val beats = new CountDownLatch(3)
    val quiet = Engine.start(EngineConfig(workers = 1, reporter = (_, _) => ()))
    val _ = quiet.every(1.millis): () =>
      beats.countDown()
      throw new IllegalStateException("beat")
    await(beats)
    val _ = await(quiet.shutdown(5.seconds))

  test("a hundred thousand timers, half of them cancelled from other threads, fire exactly the other half"):
    val fired = new AtomicInteger()
    val kept = new CountDownLatch(50_000)
    val timers = Vector.tabulate(100_000): i =>
      engine.after((20 + i % 180).millis): () =>
        val _ = fired.incrementAndGet()
        if i % 2 == 0 then kept.countDown()
    val cancelled = new AtomicInteger()
    val threads = (0 to 1).map: t =>
      Thread.ofPlatform.nn.start: () =>
        timers.indices.filter(i => i % 4 == 1 + 2 * t).foreach(i =>
          if timers(i).cancel() then cancelled.incrementAndGet(): Unit
        )
    threads.foreach(_.join())
    await(kept)
    // the others were due as soon as these; one that fires twice does so by then
    val _ = millisUntil(250.millis)
    Eventually.until("no timer is left", s"${fired.get} fired, ${cancelled.get} cancelled, ${engine.stats}"):
      fired.get + cancelled.get >= 100_000 && engine.stats.timers == 0
    assertEquals(fired.get + cancelled.get, 100_000)
end TimerSuite
