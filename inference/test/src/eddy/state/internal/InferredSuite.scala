package eddy.state.internal

import eddy.inference.Inference
import eddy.state.*
import eddy.state.spi.HandlerUnit
import eddy.state.{HandlerFixture, LockSet}

import java.util.concurrent.CountDownLatch

/** Handlers as users write them, under the locks that inference finds: the whole of the module at once. */
class InferredSuite extends eddy.testing.PatientSuite:

  private val rounds = 20_000

  /** The service of the Node.Scala paper, figure 2, with a plain array and a plain variable beside the shared
    * one.
    */
  private final class Service(eddy: HandlerFixture, inferred: Boolean):
    private val cache = SharedMap[Int, Int]()
    private val requests = new Array[Int](15)
    private var computed = 0
    val done = CountDownLatch(rounds)

    private def submit(unit: HandlerUnit)(callback: () => Unit): Unit =
      unit.submit(callback, if inferred then Inference.lockSet(callback) else LockSet.empty)(() => callback())

    private def fibo(n: Int): Int = if n < 2 then n else fibo(n - 1) + fibo(n - 2)

    def request(n: Int): Unit =
      val unit = eddy.runner.unit()
      submit(unit): () =>
        val before = requests(n)
        // 1, after a while in which another one may come
        requests(n) = before + fibo(16) / 987
        if cache.contains(n) then done.countDown()
        else
          nextTick(unit): () =>
            cache.put(n, fibo(n)): Unit
            computed += 1
            done.countDown()

    @Registers
    private def nextTick(unit: HandlerUnit)(callback: () => Unit): Unit = submit(unit)(callback)

    def total: Int = requests.sum
    def isRight: Boolean = cache.snapshot == (0 until 15).map(n => n -> fibo(n)).toMap && computed >= 15
  end Service

  private def total(inferred: Boolean): Int = HandlerFixture(): eddy =>
    val service = Service(eddy, inferred)
    for i <- 1 to rounds do service.request(i % 15)
    await(service.done)
    assert(!inferred || service.isRight)
    assertEquals(eddy.failures, Nil)
    service.total

  test("a service with shared and plain state loses nothing on four workers, with nothing but inference"):
    assertEquals(total(inferred = true), rounds)

  test("the same service without locks does lose updates"):
    assert((1 to 200).exists(_ => total(inferred = false) != rounds))
end InferredSuite
