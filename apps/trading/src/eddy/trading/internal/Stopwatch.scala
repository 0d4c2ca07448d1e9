package eddy.trading.internal

import eddy.trading.Times

import org.HdrHistogram.{Histogram, Recorder}

/** Times of one kind. Any thread may record, without a lock; one at a time reads. */
private[trading] final class Stopwatch:
  // a thousandth of a millisecond to ten minutes, to 2 digits
  private val recorder = new Recorder(1000, Stopwatch.Most, 2)
  private var spent: Histogram | Null = null

  def record(nanos: Long): Unit = recorder.recordValue(math.max(0, math.min(nanos, Stopwatch.Most)))

  /** Those since this was asked last. */
  def take(): Times =
    val taken = recorder.getIntervalHistogram(spent).nn
    spent = taken
    def millis(percentile: Double) =
      if taken.getTotalCount == 0 then 0.0 else math.round(taken.getValueAtPercentile(percentile) / 1e3) / 1e3
    Times(taken.getTotalCount, millis(50), millis(99), millis(100))
end Stopwatch

private[trading] object Stopwatch:
  private val Most = 600_000_000_000L
