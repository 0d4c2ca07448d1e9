package eddy.state.internal

import eddy.runtime.spi.OnRejected
import eddy.state.*
import eddy.state.spi.HandlerRunner
import eddy.state.{HandlerFixture, LockSet, Target}
import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import scala.jdk.CollectionConverters.*

import HandlerFixture.locks

class HandlerRunnerSuite extends eddy.testing.PatientSuite:
  test("handlers of one unit run in the order of submission, also when one must wait for its locks"):
    HandlerFixture(): eddy =>
      val ref = SharedRef(0)
      val (held, free, done) = (CountDownLatch(1), CountDownLatch(1), CountDownLatch(3))
      val order = java.util.concurrent.ConcurrentLinkedQueue[Int]()
      eddy.run(locks(ref -> AccessKind.Writes)):
        held.countDown()
        await(free)
      await(held)
      val unit = eddy.runner.unit()
      def note(n: Int): Runnable = () =>
        order.add(n): Unit
        done.countDown()
      unit.submit("1", LockSet.empty)(note(1))
      unit.submit("2", locks(ref -> AccessKind.Writes))(note(2))
      unit.submit("3", LockSet.empty)(note(3))
      Eventually.until("a handler waits for its locks")(eddy.runner.parkedCount > 0)
      free.countDown()
      await(done)
      assertEquals(order.asScala.toList, List(1, 2, 3))

  test("a handler that waits for a lock takes no worker away"):
    HandlerFixture(workers = 1, spares = 1): eddy =>
      val ref = SharedRef(0)
      val (held, free, others) = (CountDownLatch(1), CountDownLatch(1), CountDownLatch(100))
      val done = CountDownLatch(10)
      eddy.run(locks(ref -> AccessKind.Writes)):
        held.countDown()
        eddy_blocking(await(free))
      await(held)
      for _ <- 1 to 10 do eddy.run(locks(ref -> AccessKind.Writes))(done.countDown())
      for _ <- 1 to 100 do eddy.run(LockSet.empty)(others.countDown())
      await(others)
      assertEquals(done.getCount, 10L)
      free.countDown()
      await(done)

  test("a handler whose locks cannot be found out does not run, and hears of it"):
    HandlerFixture(): eddy =>
      val told = CountDownLatch(1)
      val ran = AtomicInteger()
      val body = new Runnable with OnRejected:
        def run(): Unit = ran.incrementAndGet(): Unit
        private[eddy] def refused(): Unit = told.countDown()
      eddy.runner.unit().submit("lockless", throw IllegalStateException("no locks"))(body)
      await(told)
      assertEquals(ran.get, 0)
      assertEquals(eddy.failures.map(_.getMessage), List("no locks"))

  test("a handler that fails releases its locks and is reported"):
    HandlerFixture(): eddy =>
      val ref = SharedRef(0)
      val done = CountDownLatch(1)
      val unit = eddy.runner.unit()
      unit.submit("broken", locks(ref -> AccessKind.Writes))(() => throw RuntimeException("on purpose"))
      unit.submit("next", locks(ref -> AccessKind.Writes))(() => done.countDown())
      await(done)
      assertEquals(eddy.failures.map(_.getMessage), List("on purpose"))
      assert(ref.lock.isFree || eddy.engine.stats.queued >= 0)

  test("readers run at the same time, and a writer does not run beside them"):
    HandlerFixture(): eddy =>
      val ref = SharedRef(0)
      // a writer there is, so that readers take the lock; nobody comes past one that waits
      val writer = locks(ref -> AccessKind.Writes)
      val (bothIn, free, done) = (CountDownLatch(2), CountDownLatch(1), CountDownLatch(3))
      val (reading, beside) = (AtomicInteger(), AtomicInteger(-1))
      for _ <- 1 to 2 do
        eddy.run(locks(ref -> AccessKind.Reads)):
          reading.incrementAndGet(): Unit
          bothIn.countDown()
          await(free)
          reading.decrementAndGet(): Unit
          done.countDown()
      await(bothIn)
      eddy.run(writer):
        beside.set(reading.get)
        done.countDown()
      Eventually.until("a handler waits for its locks")(eddy.runner.parkedCount > 0)
      free.countDown()
      await(done)
      assertEquals(beside.get, 0)

  test("what a handler submits to another unit begins when it has ended and its locks are free"):
    HandlerFixture(): eddy =>
      val ref = SharedRef(0)
      val (done, seen) = (CountDownLatch(1), AtomicInteger(-1))
      val other = eddy.runner.unit()
      val first = locks(ref -> AccessKind.Writes)
      eddy.run(first):
        other.submit("emitted", locks(ref -> AccessKind.Reads)): () =>
          seen.set(ref.get)
          done.countDown()
        // time enough to begin too early
        val until = System.nanoTime() + 20_000_000
        while System.nanoTime() < until do Thread.onSpinWait()
        ref.set(1)
      await(done)
      assertEquals(seen.get, 1)

  test("locks that depend on a variable are found again when it has changed before they were held"):
    HandlerFixture(): eddy =>
      val (first, second) = (SharedRef(0), SharedRef(0))
      val chosen = AtomicReference(first)
      val (held, free, done) = (CountDownLatch(1), CountDownLatch(1), CountDownLatch(1))
      eddy.run(locks(first -> AccessKind.Writes)):
        held.countDown()
        await(free)
        chosen.set(second)
      await(held)
      def claims() = List(LockSet.Claim(Target.Shared(chosen.get), AccessKind.Writes))
      var holds = List.empty[Boolean]
      eddy.run(LockSet.renewed(claims())(() => claims())):
        holds = List(first, second).map(ref => !ref.lock.isFree)
        done.countDown()
      Eventually.until("a handler waits for its locks")(eddy.runner.parkedCount > 0)
      free.countDown()
      await(done)
      assertEquals(holds, List(false, true))

  test("a handler whose locks cannot be found is reported, and the next one runs"):
    HandlerFixture(): eddy =>
      val ref = SharedRef(0)
      val done = CountDownLatch(1)
      val claims = List(LockSet.Claim(Target.Shared(ref), AccessKind.Writes))
      val unit = eddy.runner.unit()
      unit.submit("lost", LockSet.renewed(claims)(() => throw RuntimeException("no such path")))(() => ())
      unit.submit("next", locks(ref -> AccessKind.Writes))(() => done.countDown())
      await(done)
      assertEquals(eddy.failures.map(_.getMessage), List("no such path"))

  test(
    "under the policy that requeues, handlers that fail often wait with their thread and run all the same"
  ):
    HandlerFixture(workers = 2, policy = LockPolicy.Requeue(3)): eddy =>
      val ref = SharedRef(0)
      val done = CountDownLatch(1000)
      for _ <- 1 to 1000 do
        eddy.run(locks(ref -> AccessKind.Writes)):
          ref.set(ref.get + 1)
          done.countDown()
      await(done)
      assertEquals(ref.get, 1000)

  test("a policy that requeues less than never is refused"):
    HandlerFixture(): eddy =>
      val _ = intercept[IllegalArgumentException](HandlerRunner(eddy.engine, LockPolicy.Requeue(-1)))

  private def eddy_blocking(body: => Unit): Unit = eddy.runtime.Engine.blocking(body)
end HandlerRunnerSuite
