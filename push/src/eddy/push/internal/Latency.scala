package eddy.push.internal

import java.util.concurrent.TimeUnit

import org.HdrHistogram.{Histogram, Recorder}

/** Times of one kind: all since the start for counts, and percentiles of the last half to whole minute. Any
  * thread may record, without a lock.
  *
  * @param nanoTime when a half minute is over; looked at only when somebody reads
  */
private[push] final class Latency(nanoTime: () => Long):
  import Latency.*
  private val recorder = new Recorder(LeastNanos, MaxNanos, 3)
  // all guarded by this
  private var before = new Histogram(LeastNanos, MaxNanos, 3)
  private var present = new Histogram(LeastNanos, MaxNanos, 3)
  private var sinceNanos = nanoTime()
  private var totalCount = 0L
  private var totalNanos = 0.0

  def record(nanos: Long): Unit = recorder.recordValue(math.max(0, math.min(nanos, MaxNanos)))

  /** In seconds; 0 when there was none.
    * @param quantile from 0 to 1; 1 is the maximum
    */
  def seconds(quantile: Double): Double = synchronized:
    look()
    val both = present.copy().nn
    both.add(before)
    if both.getTotalCount == 0 then 0 else both.getValueAtPercentile(quantile * 100) / 1e9

  def count: Long = synchronized:
    look()
    totalCount

  /** Of all, in seconds. */
  def sum: Double = synchronized:
    look()
    totalNanos / 1e9

  private def look(): Unit =
    val now = nanoTime()
    val fresh = recorder.getIntervalHistogram().nn
    totalCount += fresh.getTotalCount
    if fresh.getTotalCount > 0 then totalNanos += fresh.getMean * fresh.getTotalCount
    if now - sinceNanos >= HalfNanos then
      before = if now - sinceNanos >= 2 * HalfNanos then new Histogram(LeastNanos, MaxNanos, 3) else present
      present = new Histogram(LeastNanos, MaxNanos, 3)
      sinceNanos = now
    present.add(fresh)
end Latency

private[push] object Latency:
  // shorter times are counted less finely, which keeps the tables small
  private final val LeastNanos = 1000L
  private final val MaxNanos = 600_000_000_000L
  private val HalfNanos = TimeUnit.SECONDS.toNanos(30)
