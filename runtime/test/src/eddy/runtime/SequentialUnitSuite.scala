package eddy.runtime

import eddy.runtime.WorkerStats.State

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}

class SequentialUnitSuite extends EngineFixture:
  test("events of one sender run in its order"):
    withEngine(EngineConfig(workers = 2)): engine =>
      val unit = engine.unit()
      val seen = new java.util.ArrayList[Int]()
      val done = new CountDownLatch(1)
      (0 until 100_000).foreach(i =>
        unit.submit(() =>
          val _ = seen.add(i)
        )
      )
      unit.submit(() => done.countDown())
      await(done)
      assertEquals(seen.size, 100_000)
      assert((0 until 100_000).forall(i => seen.get(i) == i))

  test(
    "events of one unit never run twice at once, nor miss what earlier ones wrote, under many senders and stealing"
  ):
    withEngine(EngineConfig(workers = 4, eventsPerTurn = 3)): engine =>
      val units = Vector.fill(16)(engine.unit())
      // plain fields on purpose: only the unit's order protects them
      final class Guarded:
        var inside = false; var count = 0
      val guarded = Vector.fill(16)(new Guarded)
      val broken = new AtomicInteger()
      val done = new CountDownLatch(16 * 4 * 5000)
      def event(i: Int): Runnable = () =>
        val g = guarded(i)
        if g.inside then broken.incrementAndGet(): Unit
        g.inside = true
        g.count += 1
        if g.count % 7 == 0 then Thread.`yield`()
        g.inside = false
        done.countDown()
      val senders = (1 to 4).map: _ =>
        Thread.ofPlatform.nn.start: () =>
          for _ <- 1 to 5000; i <- 0 until 16 do units(i).submit(event(i))
      senders.foreach(_.join())
      await(done, s"${done.getCount} events were lost")
      assertEquals(broken.get, 0)
      assertEquals(guarded.map(_.count).toList, List.fill(16)(20_000))

  test("no wake-up is lost: a single event is always run, however idle the workers are"):
    withEngine(EngineConfig(workers = 4)): engine =>
      val units = Vector.fill(3)(engine.unit())
      // each round waits for the engine's answer, so any lost wake-up stops the test
      (1 to 10_000).foreach: round =>
        val answer = new CountDownLatch(3)
        units.foreach(_.submit(() => answer.countDown()))
        if round % 16 == 0 then (1 to (round % 64)).foreach(_ => Thread.onSpinWait())
        await(answer, s"round $round: an event was never run; ${engine.stats}")

  test("a unit that never runs out of events lets others have their turn on a single worker"):
    withEngine(EngineConfig(workers = 1)): engine =>
      val greedy = engine.unit()
      val stop = new java.util.concurrent.atomic.AtomicBoolean()
      lazy val again: Runnable = () => if !stop.get then greedy.submit(again)
      greedy.submit(again)
      val other = new CountDownLatch(1)
      engine.unit().submit(() => other.countDown())
      await(other)
      stop.set(true)

  test("a blocked unit does not hold up the units that share its home"):
    withEngine(EngineConfig(workers = 1)): engine =>
      val release = new CountDownLatch(1)
      val blocked = engine.unit()
      val seen = new ConcurrentLinkedQueue[String]()
      blocked.submit: () =>
        release.await()
        val _ = seen.add("first")
      blocked.submit(() =>
        val _ = seen.add("second")
      )
      val others = new CountDownLatch(20)
      (1 to 20).foreach(_ => engine.unit().submit(() => others.countDown()))
      await(others)
      assert(seen.isEmpty, "the unit's own later event overtook the blocked one")
      val end = new CountDownLatch(1)
      blocked.submit(() => end.countDown())
      release.countDown()
      await(end)
      assertEquals(seen.toArray.toList, List[AnyRef]("first", "second"))

  test("light events queued behind a heavy one run beside it on a worker that is free, without any spare"):
    withEngine(EngineConfig(workers = 2, maxSpareWorkers = 0)): engine =>
      val (inside, lights) = (new CountDownLatch(1), new CountDownLatch(200))
      val heavy = engine.unit()
      val sameHome = Iterator.continually(engine.unit()).filter(_.home == heavy.home).take(200).toVector
      // computes until all light ones have run: in their home's own order they never would
      heavy.submit: () =>
        inside.countDown()
        while lights.getCount > 0 && !Thread.currentThread.isInterrupted do Thread.onSpinWait()
      await(inside)
      sameHome.foreach(_.submit(() => lights.countDown()))
      await(lights, s"${lights.getCount} light events waited for the heavy one")

  test("new units are shared out over the homes when nothing is running"):
    withEngine(EngineConfig(workers = 4)): engine =>
      val homes = Vector.fill(400)(engine.unit().home).groupMapReduce(identity)(_ => 1)(_ + _)
      assertEquals(homes.size, 4)

  test("a new unit's home is the worker with the shortest queue"):
    withEngine(EngineConfig(workers = 2)): engine =>
      val release = new CountDownLatch(1)
      val started = new CountDownLatch(1)
      val busy = engine.unit()
      busy.submit: () =>
        started.countDown()
        release.await()
      await(started)
      val busyWorker =
        engine.stats.workers.indexWhere(w => w.state != State.Asleep && w.state != State.Searching)
      val homes = Vector.fill(10)(engine.unit().home).toSet
      release.countDown()
      assertEquals(homes, Set(1 - busyWorker))
end SequentialUnitSuite
