package eddy.bench.web.workload

import eddy.bench.contest.Sheet
import eddy.bench.web.load.{Arrived, OpenLoop}
import eddy.bench.web.run.Stand

/** An open-loop load, and what of it goes to the sheet. */
private[bench] object OpenRun:
  /** @throws LoadFailure for a wrong answer, which ends the measurement of that server */
  def of(load: OpenLoop): Arrived =
    val arrived = load.run()
    arrived.wrong.foreach(e => throw e)
    arrived

  /** @param millis of a percentile */
  def percentiles(
      sheet: Sheet,
      stand: Stand,
      setting: String,
      prefix: String = ""
  )(millis: Double => Double): Unit =
    for percentile <- Seq(50, 99) do
      sheet.add(stand.name, setting, s"${prefix}p$percentile", "ms", more = false, millis(percentile))

  /** That requests were refused, lost or late is a result, and so is that the generator itself was late. */
  def shares(sheet: Sheet, stand: Stand, setting: String, arrived: Arrived): Unit =
    val all = arrived.all
    sheet.add(stand.name, setting, OpenRun.refused, "%", more = false, all.refusedPercent)
    sheet.add(stand.name, setting, OpenRun.lost, "%", more = false, all.lostPercent)
    val parts = Seq(
      (all.late, "not answered within 5 s"),
      (all.refused, "refused with 503"),
      (all.lost, "lost with their connection")
    ).collect { case (n, what) if n > 0 => f"$n%,d $what" }
    if parts.nonEmpty then
      sheet.remark(f"${stand.name} at $setting: of ${arrived.sent}%,d requests ${parts.mkString(", ")}")
    lateness(sheet, stand, setting, arrived)

  /** That the generator itself was late: what was measured is then not the server alone. */
  def lateness(sheet: Sheet, stand: Stand, setting: String, arrived: Arrived): Unit =
    val millis = arrived.lateness.getValueAtPercentile(99) / 1e6
    if millis > 5 then
      sheet.remark(f"${stand.name} at $setting: the generator itself was late, $millis%.1f ms at p99")

  val refused = "refused"
  val lost = "lost"
end OpenRun
