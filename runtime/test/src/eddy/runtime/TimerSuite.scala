package eddy.runtime

import eddy.testing.Eventually

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

class TimerSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start(EngineConfig(workers = 2))
  override def afterAll(): Unit = engine.shutdown(5.seconds): Unit

  private def millisUntil(delay: FiniteDuration): Long =
    val fired = new CountDownLatch(1)
    val from = System.nanoTime()
    val _ = engine.after(delay)(() => fired.countDown())
    assert(fired.await(120, TimeUnit.SECONDS))
    (System.nanoTime() - from) / 1_000_000

  test("a timer never fires early, and fires"):
    List(0, 1, 2, 5, 63, 64, 65, 200).foreach: n =>
      val took = millisUntil(n.millis)
      assert(took >= n, s"$n ms timer fired after $took ms")

  test("a timer of zero or negative delay fires at once"):
    val _ = millisUntil(0.millis)
    val _ = millisUntil(-5.seconds)

  test("a cancelled timer does not fire, and only the first cancel says that it helped"):
    def made(): (Timer, AtomicInteger) =
      val count = new AtomicInteger()
      engine.after(100.millis)(() => count.incrementAndGet(): Unit) -> count
    // one may be due before a busy machine comes to cancel it
    val (timer, count) = Iterator.continually(made()).find((timer, _) => timer.cancel()).get
    assert(!timer.cancel())
    val _ = millisUntil(150.millis)
    assertEquals(count.get, 0)

  test("cancelling a timer that has fired says that it came too late"):
    val fired = new CountDownLatch(1)
    val timer = engine.after(1.millis)(() => fired.countDown())
    assert(fired.await(120, TimeUnit.SECONDS))
    assert(!timer.cancel())

  test("timers fire by their deadlines"):
    val single = Engine.start(EngineConfig(workers = 1, maxSpareWorkers = 0))
    def fired(): (inTime: Boolean, order: List[Any]) =
      val order = new java.util.concurrent.ConcurrentLinkedQueue[Int]()
      val done = new CountDownLatch(5)
      val from = System.nanoTime()
      List(250, 50, 450, 150, 350).foreach: n =>
        val _ = single.after(n.millis): () =>
          val _ = order.add(n)
          done.countDown()
      val took = System.nanoTime() - from
      assert(done.await(120, TimeUnit.SECONDS))
      (took < 50_000_000L, order.toArray.toList)
    // where a busy machine came late to the later ones, their deadlines are others
    val order = Iterator.continually(fired()).find(_.inTime).get.order
    val _ = single.shutdown(5.seconds)
    assertEquals(order, List[Any](50, 150, 250, 350, 450))

  test("a repeated timer fires again and again, and not after it was cancelled"):
    val beats = new CountDownLatch(5)
    val count = new AtomicInteger()
    val timer = engine.every(5.millis): () =>
      val _ = count.incrementAndGet()
      beats.countDown()
    assert(beats.await(120, TimeUnit.SECONDS))
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
    assert(rounds.await(120, TimeUnit.SECONDS))
    val _ = timer.cancel()
    assertEquals(overlaps.get, 0)

  test("a repeated timer goes on after its event has failed"):
    val beats = new CountDownLatch(3)
    val quiet = Engine.start(EngineConfig(workers = 1, reporter = (_, _) => ()))
    val _ = quiet.every(1.millis): () =>
      beats.countDown()
      throw new IllegalStateException("beat")
    assert(beats.await(120, TimeUnit.SECONDS))
    val _ = quiet.shutdown(5.seconds)

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
    assert(kept.await(120, TimeUnit.SECONDS))
    // the others were due as soon as these; one that fires twice does so by then
    val _ = millisUntil(250.millis)
    Eventually.until("no timer is left", s"${fired.get} fired, ${cancelled.get} cancelled, ${engine.stats}"):
      fired.get + cancelled.get >= 100_000 && engine.stats.timers == 0
    assertEquals(fired.get + cancelled.get, 100_000)
end TimerSuite
