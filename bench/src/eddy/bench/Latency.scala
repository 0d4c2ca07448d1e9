package eddy.bench

import org.HdrHistogram.{Histogram, Recorder}

/** One kind of latency: any thread records, one thread at a time reads. Three significant digits, up to ten minutes. */
private[bench] final class Latency(val name: String):
  private val recorder = new Recorder(Latency.highestNanos, 3)
  private val all = new Histogram(Latency.highestNanos, 3)
  private var interval: Histogram | Null = null

  def record(nanos: Long): Unit = recorder.recordValue(math.max(0, math.min(nanos, Latency.highestNanos)))

  /** What was recorded since the last call; adds it to the total. Valid until the next call. */
  def takeInterval(): Histogram =
    val taken = recorder.getIntervalHistogram(interval)
    interval = taken
    all.add(taken)
    taken

  /** Everything up to the last [[takeInterval]], in nanoseconds. */
  def total: Histogram = all
end Latency

private[bench] object Latency:
  private val highestNanos = 600_000_000_000L
