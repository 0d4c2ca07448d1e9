package eddy.bench.peers

import java.util.concurrent.atomic.AtomicLong

/** What the workload `blocking` waits for: so many actors come to their end, each once. It takes the time in their
  * threads, as the one that waits may be behind.
  */
final class Ends(expected: Int):
  private val reports = Reports(expected)
  private val latest = AtomicLong(Long.MinValue)

  def end(): Unit =
    val _ = latest.accumulateAndGet(System.nanoTime(), math.max(_, _))
    reports.report(1)

  /** Blocks until all have ended; how many did. */
  def await(): Long = reports.await()

  /** The `System.nanoTime` at which the last did. */
  def last: Long = latest.get
end Ends
