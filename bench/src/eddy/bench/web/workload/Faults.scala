package eddy.bench.web.workload

import eddy.bench.web.load.Arrived
import eddy.bench.web.run.{Sheet, Stand}

/** What speaks against an open-loop run. */
private[workload] object Faults:
  /** Throws for a wrong answer, which ends the measurement of that server. */
  def thrown(arrived: Arrived): Unit = arrived.wrong.foreach(e => throw e)

  /** That requests were lost or late is a result, and so is that the generator itself was. */
  def remarked(sheet: Sheet, stand: Stand, setting: String, arrived: Arrived): Unit =
    val a = arrived
    val parts = Seq(
      (a.late, "not answered within 5 s"),
      (a.refused, "refused with 503"),
      (a.broken, "lost with their connection")
    ).collect { case (n, what) if n > 0 => f"$n%,d $what" }
    if parts.nonEmpty then
      sheet.remark(f"${stand.name} at $setting: of ${a.sent}%,d requests ${parts.mkString(", ")}")
    val lateness = a.lateness.getValueAtPercentile(99) / 1e6
    if lateness > 5 then
      sheet.remark(f"${stand.name} at $setting: the generator itself was late, $lateness%.1f ms at p99")
