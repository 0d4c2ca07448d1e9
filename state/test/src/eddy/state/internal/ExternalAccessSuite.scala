package eddy.state.internal

import eddy.state.*
import eddy.state.HandlerFixture
import eddy.testing.Eventually

import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{CountDownLatch, Executors}
import scala.concurrent.{ExecutionContext, Future}

import HandlerFixture.locks

class ExternalAccessSuite extends eddy.testing.PatientSuite:
  private val threads = Executors.newFixedThreadPool(4).nn
  private given ExecutionContext = ExecutionContext.fromExecutor(threads)
  override def afterAll(): Unit = threads.shutdown()

  test("each operation of plain threads is atomic, beside handlers too"):
    HandlerFixture(): eddy =>
      val map = SharedMap[String, Int]("n" -> 0)
      val (count, done) = (2_000, CountDownLatch(3 * 2_000))
      for _ <- 1 to 2 do
        Future:
          for _ <- 1 to count do
            map.updateWith("n")(_.map(_ + 1)): Unit
            done.countDown()
      val set = locks(map -> AccessKind.Writes)
      for _ <- 1 to count do
        eddy.run(set):
          map.update("n", map("n") + 1)
          done.countDown()
      await(done)
      assertEquals(map("n"), 3 * count)

  test("a thread sees nothing of what a handler is in the middle of"):
    HandlerFixture(): eddy =>
      val ref = SharedRef(0)
      val (inside, looking, end) = (CountDownLatch(1), CountDownLatch(1), CountDownLatch(1))
      eddy.run(locks(ref -> AccessKind.Writes)):
        ref.set(1)
        inside.countDown()
        await(end)
        ref.set(2)
      await(inside)
      val seen = Future:
        looking.countDown()
        ref.get
      await(looking)
      Eventually.until("the thread waits for the lock")(ref.lock.waiting > 0)
      end.countDown()
      seen.map(value => assertEquals(value, 2))

  test(
    "a handler that reads twice sees the same, even if it was planned without a lock and a thread writes"
  ):
    HandlerFixture(): eddy =>
      val ref = SharedRef(0)
      val (inside, end, done) = (CountDownLatch(1), CountDownLatch(1), CountDownLatch(1))
      val same = AtomicBoolean()
      val reader = locks(ref -> AccessKind.Reads)
      assert(!reader.locks.contains(ref.lock))
      eddy.run(reader):
        val before = ref.get
        inside.countDown()
        await(end)
        same.set(ref.get == before)
        done.countDown()
      await(inside)
      val writer = Thread(() => ref.set(1))
      writer.start()
      Eventually.until("the writer waits for the reader, or has not waited", s"it is ${writer.getState}"):
        !writer.isAlive || writer.getState == Thread.State.TIMED_WAITING
      end.countDown()
      await(done)
      assert(same.get)
      writer.join()
      assertEquals(ref.get, 1)

  test("using an object inside an operation on another, outside of handlers, is refused with the remedy"):
    val (a, b) = (SharedRef(1).named("a"), SharedRef(2).named("b"))
    val refused = intercept[IllegalStateException](a.update(n => n + b.get))
    assert(
      refused.getMessage.nn.contains("reading SharedRef \"b\" inside an operation on SharedRef \"a\""),
      refused.getMessage
    )
    assert(a.lock.isFree)

  test("the same object may be used inside its own operation"):
    val map = SharedMap("a" -> 1, "b" -> 2)
    assertEquals(map.updateWith("a")(_.map(_ + map("b"))), Some(3))
    assert(map.lock.isFree)

  test("a counter is read without waiting for handlers that count"):
    HandlerFixture(): eddy =>
      val counter = SharedCounter()
      val (inside, end) = (CountDownLatch(1), CountDownLatch(1))
      eddy.run(locks(counter -> AccessKind.Commutes)):
        counter += 1
        inside.countDown()
        await(end)
      await(inside)
      assertEquals(counter.value, 1L)
      end.countDown()

  test("a counter is seen as it was set, and never on the way to that"):
    val counter = SharedCounter(5)
    val setting = Thread.ofPlatform.start: () =>
      for _ <- 1 to 100_000 do
        counter.set(7)
        counter.set(5)
    var seen = Set.empty[Long]
    while setting.isAlive do seen = seen + counter.value
    assertEquals(seen -- Set(5L, 7L), Set.empty[Long])
end ExternalAccessSuite
