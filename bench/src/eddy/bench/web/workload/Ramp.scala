package eddy.bench.web.workload

import eddy.bench.Rising
import eddy.bench.web.load.{Arrived, Ask, OpenLoop}
import eddy.bench.web.run.{Course, Sheet, Stand}

/** A load whose rate rises, looked at in steps of the rate. */
private[workload] object Ramp:
  private val steps = 10

  /** @throws LoadFailure for a wrong answer */
  def run(course: Course, stand: Stand, rising: Rising, ask: Long => Ask): Arrived =
    val length = (rising.seconds * 1e9).toLong
    val step = (event: Long) => math.min(steps - 1, (rising.dueNanos(event) * steps / length).toInt)
    val arrived = new OpenLoop(course.client, stand.port, rising, ask, steps, step).run()
    Faults.thrown(arrived)
    arrived

  /** Mean milliseconds at the middle rate of each step, as the thesis shows them. */
  def means(rising: Rising, arrived: Arrived): Seq[(Double, Double)] =
    for i <- 0 until steps if arrived.latencies(i).getTotalCount > 0
    yield (rising.topPerSecond * (i + 0.5) / steps, arrived.meanMillis(i))

  /** Latencies over the whole, and at the top. */
  def add(sheet: Sheet, stand: Stand, setting: String, arrived: Arrived): Unit =
    val all = arrived.latencies.reduce: (a, b) =>
      val sum = a.copy()
      sum.add(b)
      sum
    sheet.add(stand.name, setting, "p50", "ms", more = false, all.getValueAtPercentile(50) / 1e6)
    sheet.add(stand.name, setting, "p99", "ms", more = false, all.getValueAtPercentile(99) / 1e6)
    sheet.add(stand.name, setting, "mean at top", "ms", more = false, arrived.latencies.last.getMean / 1e6)
end Ramp
