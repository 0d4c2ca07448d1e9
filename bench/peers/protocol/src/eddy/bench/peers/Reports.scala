package eddy.bench.peers

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.{AtomicLong, AtomicReference}

/** What a workload waits for: each of `expected` actors reports a number once. For ends, not for each message.
  *
  * Any thread may report; one waits.
  */
final class Reports(expected: Int):
  private val open = CountDownLatch(expected)
  private val sum = AtomicLong()
  private val failure = AtomicReference[Throwable | Null](null)

  def report(number: Long): Unit =
    val _ = sum.addAndGet(number)
    open.countDown()

  /** Ends the waiting: the work cannot be done. */
  def fail(cause: Throwable): Unit =
    val _ = failure.compareAndSet(null, cause)
    while open.getCount > 0 do open.countDown()

  /** Blocks until all have reported; their sum.
    *
    * @throws Throwable what the work failed with
    */
  def await(): Long =
    open.await()
    val cause = failure.get
    if cause != null then throw cause
    sum.get
end Reports
