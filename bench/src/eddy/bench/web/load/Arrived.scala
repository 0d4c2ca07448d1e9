package eddy.bench.web.load

import org.HdrHistogram.Histogram

/** What became of an open-loop load.
  *
  * @param fates by place
  * @param wrong why the first wrong answer was wrong; wrong ones are in no place's count
  * @param lateness of the generator: from when a request was due until it turned to it, to send it or to let it wait for a connection
  * @param seconds that the schedule took
  * @param doneSeconds from the start until the last answer in time
  */
private[bench] final case class Arrived(
    fates: Vector[Fates],
    wrong: Option[LoadFailure],
    lateness: Histogram,
    sent: Long,
    seconds: Double,
    doneSeconds: Double
):
  def all: Fates = fates.reduce(_ + _)

/** What became of the requests of one place. A request that was refused or lost has no latency: how quickly a server says no
  * is not how quickly it answers.
  *
  * @param latencies nanoseconds from when a request was due until it was answered right; for one that was given up, what it had
  *   waited by then
  * @param inTime answered right, and within the time limit
  * @param late answered after the limit, or given up at the end
  * @param refused answered with 503
  * @param lost with their connection
  */
private[bench] final case class Fates(
    latencies: Histogram,
    inTime: Long,
    late: Long,
    refused: Long,
    lost: Long
):
  def count: Long = inTime + late + refused + lost

  /** NaN when no request has a latency; so are all that follow. */
  def millis(percentile: Double): Double = measured(latencies.getValueAtPercentile(percentile) / 1e6)
  def meanMillis: Double = measured(latencies.getMean / 1e6)
  def refusedPercent: Double = refused * 100.0 / count
  def lostPercent: Double = lost * 100.0 / count

  def +(other: Fates): Fates =
    val sum = latencies.copy()
    sum.add(other.latencies)
    Fates(sum, inTime + other.inTime, late + other.late, refused + other.refused, lost + other.lost)

  private def measured(value: => Double) = if latencies.getTotalCount == 0 then Double.NaN else value
end Fates
