package eddy.bench.push.workload

import eddy.bench.contest.Sheet
import eddy.bench.web.run.Stand

/** How long a publication took from the server to its mediator and back (MTT), as Eddy's program tells: since it was asked last.
  *
  * @param meanMillis and the others: in milliseconds
  */
private[workload] final case class Turnaround(
    count: Long,
    meanMillis: Double,
    deviationMillis: Double,
    p99Millis: Double
)

private[workload] object Turnaround:
  /** None of those who do not tell. */
  def of(stand: Stand): Option[Turnaround] =
    stand.body("/turnaround").map(_.split(' ').toSeq).collect:
      case Seq(count, mean, deviation, p99) if count.toLong > 0 =>
        Turnaround(count.toLong, mean.toDouble / 1e6, deviation.toDouble / 1e6, p99.toDouble / 1e6)

  def add(sheet: Sheet, stand: Stand, setting: String): Unit =
    for told <- of(stand) do
      sheet.add(stand.name, setting, "MTT mean", "ms", more = false, told.meanMillis)
      sheet.add(stand.name, setting, "MTT sd", "ms", more = false, told.deviationMillis)
end Turnaround
