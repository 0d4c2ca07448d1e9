package eddy.state.internal

import eddy.inference.Inference
import eddy.state.*
import eddy.state.HandlerFixture

import java.util.concurrent.CountDownLatch

/** Handlers that use entries of maps, on several workers, under what is inferred for them. */
class KeyStressSuite extends eddy.testing.PatientSuite:
  private val keys = 5
  private val rounds = 10_000

  private final class Shop:
    val stock: SharedMap[String, Int] = SharedMap()
    private val limits = SharedMap.from((0 until keys).map(k => s"$k" -> 1))

    val sell: String => Unit = key =>
      val before = stock.getOrElse(key, 0)
      // long enough for another one to come in between, if it may
      if before % 8 == 0 then Thread.`yield`()
      stock(key) = before + limits(key)

    def move(from: String, to: String): () => Unit = () =>
      val (a, b) = (stock.getOrElse(from, 0), stock.getOrElse(to, 0))
      if a % 8 == 0 then Thread.`yield`()
      // the same key twice changes nothing
      stock(from) = a - 1
      stock(to) = (if from == to then a - 1 else b) + 1

    val total: Int => Int = _ => stock.snapshot.values.sum
  end Shop

  /** The stock when all have been sold by handlers that hold the entry of `heldFor` of their key. */
  private def sold(heldFor: String => String): Int = HandlerFixture(): eddy =>
    val shop = Shop()
    val done = CountDownLatch(rounds)
    for i <- 1 to rounds do
      val key = s"${i % keys}"
      eddy.run(Inference.lockSet(shop.sell, heldFor(key))):
        try shop.sell(key)
        finally done.countDown()
    await(done)
    assertEquals(eddy.failures, Nil)
    shop.stock.snapshot.values.sum

  test("handlers that change entries lose no update"):
    assertEquals(sold(identity), rounds)

  test("under the locks of other entries they do, so that the test above can fail"):
    val turns = java.util.concurrent.atomic.AtomicInteger()
    assert((1 to 200).exists(_ => sold(key => s"$key of ${turns.incrementAndGet()}") != rounds))

  test("two entries in any order end in no deadlock, and a reader of all entries sees nothing half-done"):
    HandlerFixture(): eddy =>
      val shop = Shop()
      val done = CountDownLatch(rounds)
      val wrong = java.util.concurrent.atomic.AtomicInteger()
      for i <- 1 to rounds do
        if i % 50 == 0 then
          eddy.run(Inference.lockSet(shop.total)):
            if shop.total(0) != 0 then wrong.incrementAndGet(): Unit
            done.countDown()
        else
          val move = shop.move(s"${i % keys}", s"${i * 7 % 11 % keys}")
          eddy.run(Inference.lockSet(move)):
            try move()
            finally done.countDown()
      await(done)
      assertEquals(eddy.failures, Nil)
      assertEquals(wrong.get, 0)
      assertEquals(shop.stock.snapshot.values.sum, 0)
end KeyStressSuite
