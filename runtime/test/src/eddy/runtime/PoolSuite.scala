package eddy.runtime

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, ExecutionException, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

class PoolSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start(EngineConfig(workers = 2))
  override def afterAll(): Unit = await(engine.shutdown(5.seconds)): Unit

  test("a pool never runs more tasks at a time than its maximum"):
    val pool = engine.pool("narrow", maxThreads = 3)
    val now = new AtomicInteger()
    val most = new AtomicInteger()
    val done = new CountDownLatch(200)
    (1 to 200).foreach: _ =>
      val result = pool.submit: () =>
        val _ = most.accumulateAndGet(now.incrementAndGet(), math.max)
        Thread.`yield`()
        val _ = now.decrementAndGet()
        done.countDown()
      assertEquals(result, PoolResult.Accepted)
    await(done)
    assert(most.get <= 3, s"${most.get} at a time")

  test("a full pool refuses, says why, and counts it"):
    val pool = engine.pool("full", maxThreads = 1, maxQueued = 1)
    val release = new CountDownLatch(1)
    val started = new CountDownLatch(1)
    assertEquals(
      pool.submit(() =>
        started.countDown(); release.await()
      ),
      PoolResult.Accepted
    )
    await(started)
    assertEquals(pool.submit(() => ()), PoolResult.Accepted)
    assertEquals(pool.submit(() => ()), PoolResult.Full)
    val failure = intercept[PoolFullException](await(pool.call(1)))
    assert(failure.getMessage.nn.contains("pool \"full\" is full: 1 tasks wait for 1 threads"))
    assertEquals(pool.stats.refused, 2L)
    release.countDown()

  test("call returns the value or the failure of its body"):
    val pool = engine.pool("calls", maxThreads = 1)
    assertEquals(await(pool.call(6 * 7)), 42)
    intercept[ArithmeticException](await(pool.call(1 / 0)))

  test("the future of a call fails with an Error of its body, too, and the pool still works"):
    val reported = new LinkedBlockingQueue[Throwable]()
    val other = Engine.start(EngineConfig(reporter = (failure, _) => reported.add(failure): Unit))
    try
      val pool = other.pool("errors", maxThreads = 1)
      val error = new LinkageError("no such class")
      assert(intercept[ExecutionException](await(pool.call(throw error))).getCause eq error)
      assert(reported.take() eq error)
      assertEquals(await(pool.call(1)), 1)
    finally await(other.shutdown(5.seconds)): Unit

  test("the same name returns the same pool, and other limits are rejected"):
    val pool = engine.pool("images", maxThreads = 2)
    assert(pool eq engine.pool("images", maxThreads = 2))
    val refusal = intercept[IllegalArgumentException](engine.pool("images", maxThreads = 5))
    assert(refusal.getMessage.nn.contains("exists with maxThreads = 2"))
end PoolSuite
