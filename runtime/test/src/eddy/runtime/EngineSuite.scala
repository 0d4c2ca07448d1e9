package eddy.runtime

import eddy.testing.{Eventually, Waits}

import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.{CountDownLatch, CyclicBarrier, RejectedExecutionException, TimeUnit}
import scala.concurrent.duration.{Duration, DurationInt}
import scala.concurrent.{Future, Promise}
import scala.jdk.CollectionConverters.*

class EngineSuite extends EngineFixture:
  /** A computation, not a wait: the tests are about what runs beside it. */
  private def computeUntil(release: AtomicBoolean): Unit =
    while !release.get && !Thread.currentThread.isInterrupted do Thread.onSpinWait()

  test("an event runs on a worker thread"):
    withEngine(): engine =>
      val name = new java.util.concurrent.LinkedBlockingQueue[String]()
      engine.execute(() => name.put(Thread.currentThread.getName))
      assert(awaitNext(name).startsWith("eddy-worker-"))

  test("events that add events run all of them, from inside and outside"):
    withEngine(): engine =>
      val all = new CountDownLatch(100 * 1000)
      def breed(n: Int): Runnable = () =>
        all.countDown()
        if n > 0 then engine.execute(breed(n - 1))
      (1 to 100).foreach(_ => engine.execute(breed(999)))
      await(all)

  test("a failing event is reported with its message and the worker continues"):
    withEngine(EngineConfig(workers = 1)): engine =>
      val after = new CountDownLatch(1)
      engine.execute(() => throw new IllegalStateException("boom"))
      engine.execute(() => throw new StackOverflowError("deep"))
      engine.execute(() => after.countDown())
      await(after)
      // on a busy machine a spare may have run the last while the others were still being reported
      Eventually.until("both failures are reported", reported.toString)(reported.size == 2)
      assertEquals(reported.asScala.toList.map(_._1).sorted, List("boom", "deep"))

  test("an interrupt left behind by one event does not reach the next"):
    withEngine(EngineConfig(workers = 1)): engine =>
      val seen = new java.util.concurrent.LinkedBlockingQueue[Boolean]()
      engine.execute(() => Thread.currentThread.interrupt())
      engine.execute(() => seen.put(Thread.currentThread.isInterrupted))
      assertEquals(awaitNext(seen), false)

  test("events that wait for each other all run, though there are many times more than workers"):
    withEngine(): engine =>
      val barrier = new CyclicBarrier(50)
      val all = new CountDownLatch(50)
      (1 to 50).foreach: _ =>
        engine.execute: () =>
          val _ = barrier.await(Waits.LimitSeconds, TimeUnit.SECONDS)
          all.countDown()
      await(all)
      assert(engine.stats.sparesStarted >= 48, engine.stats.toString)

  test("a blocking event, announced, calls a spare at once and the spare goes when it is over"):
    withEngine(EngineConfig(workers = 1, spareKeepAlive = 20.millis)): engine =>
      val release = new CountDownLatch(1)
      val others = new CountDownLatch(100)
      val back = new CountDownLatch(1)
      engine.execute: () =>
        Engine.blocking(release.await())
        back.countDown()
      (1 to 100).foreach(_ => engine.execute(() => others.countDown()))
      await(others)
      Eventually.until("one worker is stuck", engine.stats.toString)(engine.stats.stuck == 1)
      release.countDown()
      await(back)
      Eventually.until("no spare is left", engine.stats.toString):
        engine.stats.spares == 0 && engine.stats.stuck == 0

  test("long computations on every worker do not keep short events waiting"):
    withEngine(): engine =>
      val release = new AtomicBoolean()
      val started = new CountDownLatch(2)
      (1 to 2).foreach: _ =>
        engine.execute: () =>
          started.countDown()
          computeUntil(release)
      await(started)
      val short = new CountDownLatch(10)
      (1 to 10).foreach(_ => engine.execute(() => short.countDown()))
      await(short)
      assert(engine.stats.stuckComputing >= 1, engine.stats.toString)
      release.set(true)

  test("a worker that waits after a computation leaves its spare for computations to another"):
    withEngine(EngineConfig(workers = 1)): engine =>
      val (computed, release) = (new AtomicBoolean, new AtomicBoolean)
      val (waits, gate, short) = (new CountDownLatch(1), new CountDownLatch(1), new CountDownLatch(2))
      try
        engine.execute: () =>
          computeUntil(computed)
          Engine.blocking:
            waits.countDown()
            gate.await()
        engine.execute(() => short.countDown())
        Eventually.until(
          "the computation has a spare",
          engine.stats.toString
        )(engine.stats.stuckComputing == 1)
        computed.set(true)
        await(waits)
        engine.execute(() => computeUntil(release))
        engine.execute(() => short.countDown())
        await(short)
        assertEquals(engine.stats.stuckComputing, 2L)
      finally
        release.set(true)
        gate.countDown()
      end try

  test("computing workers get a spare for half of them, and nobody calls them blocked"):
    withEngine(): engine =>
      val release = new AtomicBoolean()
      val started = new CountDownLatch(3)
      val over = new CountDownLatch(8)
      (1 to 8).foreach: _ =>
        engine.execute: () =>
          started.countDown()
          computeUntil(release)
          over.countDown()
      await(started)
      val consumed = new CountDownLatch(1)
      assert(!consumed.await(200, TimeUnit.MILLISECONDS))
      assertEquals((engine.stats.sparesStarted, engine.stats.stuckComputing, reported.size), (1L, 1L, 0))
      release.set(true)
      await(over)

  test("an event inside a system call gets a spare"):
    withEngine(EngineConfig(workers = 1)): engine =>
      val server = java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress)
      val accepted = new CountDownLatch(1)
      engine.execute: () =>
        server.accept().nn.close()
        accepted.countDown()
      engine.execute: () =>
        java.net.Socket(server.getInetAddress, server.getLocalPort).close()
      await(accepted)
      assertEquals(engine.stats.stuckBlocked, 1L)
      server.close()

  test("what the blocked event itself had queued runs on a spare"):
    withEngine(EngineConfig(workers = 1)): engine =>
      val done = new CountDownLatch(1)
      val inner = new CountDownLatch(2)
      engine.execute: () =>
        engine.execute(() => inner.countDown())
        engine.unit().submit(() => inner.countDown())
        // not munit's assert: it takes the lock that the test's own assert holds
        if inner.await(Waits.LimitSeconds, TimeUnit.SECONDS) then done.countDown()
      await(done)

  test("an engine without further spares reports it and continues when the blocked events end"):
    withEngine(EngineConfig(workers = 1, maxSpareWorkers = 1)): engine =>
      val release = new CountDownLatch(1)
      val all = new CountDownLatch(5)
      (1 to 5).foreach: _ =>
        engine.execute: () =>
          release.await()
          all.countDown()
      Eventually.until("the full use of the spares is reported")(!reported.isEmpty)
      assert(reported.peek().nn._1.contains("all 1 spare workers are in use"), reported.toString)
      assert(engine.stats.sparesRefused > 0)
      release.countDown()
      await(all)

  test("it does not complain of too few spares while one is free"):
    withEngine(EngineConfig(workers = 2, maxSpareWorkers = 1)): engine =>
      val release = new CountDownLatch(1)
      val all = new CountDownLatch(3)
      (1 to 2).foreach: _ =>
        engine.execute: () =>
          Engine.blocking(release.await())
          all.countDown()
      Eventually.until("both have announced that they block", engine.stats.toString)(engine.stats.stuck == 2)
      engine.execute: () =>
        release.countDown()
        all.countDown()
      await(all)
      assertEquals((engine.stats.sparesRefused, reported.size), (0L, 0))

  test("an event that adds more than a worker's queue holds has each run once"):
    withEngine(EngineConfig(workers = 4)): engine =>
      val count = 200_000
      val ran = new java.util.concurrent.atomic.AtomicIntegerArray(count)
      val all = new CountDownLatch(count)
      engine.execute: () =>
        for i <- 0 until count do
          engine.execute: () =>
            ran.incrementAndGet(i): Unit
            all.countDown()
      await(all)
      assert((0 until count).forall(ran.get(_) == 1))

  test("a unit with many long events lets others go first in between"):
    withEngine(EngineConfig(workers = 1, maxSpareWorkers = 0)): engine =>
      val unit = engine.unit()
      val ran = new AtomicInteger()
      val other = new AtomicInteger(-1)
      val all = new CountDownLatch(61)
      for i <- 1 to 60 do
        unit.submit: () =>
          if i == 1 then
            engine.execute { () =>
              other.set(ran.get); all.countDown()
            }
          val until = System.nanoTime() + 5_000_000
          while System.nanoTime() < until do Thread.onSpinWait()
          ran.incrementAndGet(): Unit
          all.countDown()
      await(all)
      assert(other.get < 50, s"${other.get} of 60 events ran first")

  test("shutdown runs what is queued, then refuses"):
    val engine = Engine.start(EngineConfig(workers = 2))
    val ran = new AtomicInteger()
    def breed(n: Int): Runnable = () =>
      val _ = ran.incrementAndGet()
      if n > 0 then engine.execute(breed(n - 1))
    (1 to 1000).foreach(_ => engine.execute(breed(9)))
    assert(await(engine.shutdown(2.minutes)))
    assertEquals(ran.get, 10_000)
    val refusal = intercept[RejectedExecutionException](engine.execute(() => ()))
    assert(refusal.getMessage.nn.contains("was shut down"))

  test("shutdown interrupts what is still running when its time is over, and says so"):
    val engine = Engine.start(EngineConfig(workers = 1))
    val started = new CountDownLatch(1)
    val interrupted = new CountDownLatch(1)
    engine.execute: () =>
      started.countDown()
      try new CountDownLatch(1).await()
      catch case _: InterruptedException => interrupted.countDown()
    await(started)
    assert(!await(engine.shutdown(50.millis)))
    await(interrupted)

  test("shutdown ends events that breed for ever, when its time is over"):
    val engine = Engine.start(EngineConfig(workers = 2))
    val ran = new AtomicInteger()
    lazy val again: Runnable = () =>
      val _ = ran.incrementAndGet()
      try engine.execute(again)
      catch case _: RejectedExecutionException => ()
    engine.execute(again)
    Eventually.until("it runs again and again")(ran.get > 1000)
    assert(!await(engine.shutdown(20.millis)))
    Eventually.until("all workers have ended", engine.stats.toString):
      engine.stats.workers.forall(_.state == WorkerStats.State.Ended)
    val after = ran.get
    val pause = new CountDownLatch(1)
    assert(!pause.await(50, TimeUnit.MILLISECONDS))
    assertEquals(ran.get, after)

  test("an event may shut its own engine down, and runs to its end"):
    val engine = Engine.start(EngineConfig(workers = 1))
    val begun = Promise[Future[Boolean]]()
    val ended = new CountDownLatch(1)
    engine.execute: () =>
      val _ = begun.success(engine.shutdown(2.minutes))
      ended.countDown()
    assert(await(await(begun.future)))
    assertEquals(ended.getCount, 0L)

  test("later shutdowns return the future of the first, whatever their timeouts"):
    val engine = Engine.start(EngineConfig(workers = 1))
    val (started, release) = (new CountDownLatch(1), new CountDownLatch(1))
    engine.execute: () =>
      started.countDown()
      await(release)
    await(started)
    val end = engine.shutdown(2.minutes)
    assert(engine.shutdown(Duration.Zero) eq end)
    assert(!end.isCompleted)
    release.countDown()
    assert(await(end))
    assert(engine.shutdown() eq end)

  test("a negative timeout of a shutdown is refused, and the engine continues"):
    withEngine(): engine =>
      val refusal = intercept[IllegalArgumentException](engine.shutdown(-1.second))
      assert(refusal.getMessage.nn.contains("timeout = -1 seconds"), refusal.getMessage)
      val ran = new CountDownLatch(1)
      engine.execute(() => ran.countDown())
      await(ran)

  test("stats tell of events and workers"):
    // a spare would take what it has run along when it goes
    withEngine(EngineConfig(workers = 2, maxSpareWorkers = 0)): engine =>
      val all = new CountDownLatch(1000)
      (1 to 1000).foreach(_ => engine.execute(() => all.countDown()))
      await(all)
      Eventually.until("all events are counted", engine.stats.toString):
        engine.stats.workers.map(_.events).sum == 1000 && engine.stats.queued == 0
      assertEquals(engine.stats.workers.map(_.name), Vector("eddy-worker-0", "eddy-worker-1"))

  test("an idle engine runs nothing: all workers sleep and no spare is left"):
    withEngine(): engine =>
      engine.execute(() => ())
      Eventually.until("all workers sleep", engine.stats.toString):
        engine.stats.workers.forall(_.state == WorkerStats.State.Asleep)

  test("the default engine warns if other engines run, with their names and the remedy"):
    assertEquals(Engine.secondEngine("Engine", Nil), None)
    val warning = Engine.secondEngine("ActorSystem", Seq("shop", "stock")).get
    assert(warning.contains("the running engine \"shop\", \"stock\""), warning)
    assert(warning.contains("no given ActorSystem is in scope"), warning)
    assert(warning.contains("pass ActorSystem.default"), warning)

  test("a wrong setting is refused with the value and what is right"):
    val refusal = intercept[IllegalArgumentException](EngineConfig(workers = 0))
    assert(refusal.getMessage.nn.contains("workers = 0: must be from 1 to 1024"))
end EngineSuite
