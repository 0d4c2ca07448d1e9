package eddy.bench.web.workload

import eddy.bench.Rising
import eddy.bench.contest.Sheet
import eddy.bench.web.load.{Arrived, Ask, OpenLoop}
import eddy.bench.web.run.{Course, Stand}

/** A load whose rate rises, looked at in steps of the rate. */
private[workload] object Ramp:
  private val steps = 10

  /** @throws LoadFailure for a wrong answer */
  def run(course: Course, stand: Stand, rising: Rising, ask: Long => Ask): Arrived =
    val length = (rising.seconds * 1e9).toLong
    val step = (event: Long) => math.min(steps - 1, (rising.dueNanos(event) * steps / length).toInt)
    OpenRun.of(new OpenLoop(course.client, stand.port, rising, ask, steps, step))

  /** Mean milliseconds at the middle rate of each step, as the thesis shows them. */
  def means(rising: Rising, arrived: Arrived): Seq[(Double, Double)] =
    for i <- 0 until steps if !arrived.fates(i).meanMillis.isNaN
    yield (rising.topPerSecond * (i + 0.5) / steps, arrived.fates(i).meanMillis)

  /** Latencies over the whole, and at the top; and what has none. */
  def add(sheet: Sheet, stand: Stand, setting: String, arrived: Arrived): Unit =
    OpenRun.percentiles(sheet, stand, setting)(arrived.all.millis)
    sheet.add(stand.name, setting, "mean at top", "ms", more = false, arrived.fates.last.meanMillis)
    OpenRun.shares(sheet, stand, setting, arrived)
end Ramp
