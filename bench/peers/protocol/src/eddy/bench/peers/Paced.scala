package eddy.bench.peers

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.locks.LockSupport

/** Small questions, five each millisecond: the first half alone, the second half while a large message is
  * sent each 100 ms, unless the last is still under way.
  */
final class Paced(n: Long):
  private val half = n / 2
  private val alone, beside = Trips(n.toInt)
  private val back = AtomicLong()
  private val over = CountDownLatch(1)

  /** Blocks until all are answered.
    *
    * @param small sends a question with the time, which comes back
    * @param large sends a large message
    */
  def run(small: Long => Unit, large: () => Unit): Done =
    val began = System.nanoTime
    for i <- 0L until n do
      if i % 5 == 0 then
        while System.nanoTime < began + i / 5 * 1_000_000 do LockSupport.parkNanos(100_000)
      if i >= half && (i - half) % 500 == 0 then large()
      small(System.nanoTime)
    over.await()
    Done(
      System.nanoTime - began,
      back.get,
      Seq("alone" -> alone.quantile(0.99), "p99" -> beside.quantile(0.99))
    )
  end run

  /** A question that was sent at this time is answered; true for the last one. One thread at a time. */
  def returned(sent: Long): Boolean =
    val number = back.incrementAndGet
    (if number <= half then alone else beside).add(System.nanoTime - sent)
    if number == n then over.countDown()
    number == n
end Paced
