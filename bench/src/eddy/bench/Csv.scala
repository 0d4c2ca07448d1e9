package eddy.bench

import scala.jdk.CollectionConverters.*

/** The outcome for a spreadsheet or a plotting program. */
private[bench] object Csv:
  /** Every step of the percentile curves. */
  def latencies(outcome: Outcome): String =
    val rows =
      for
        (name, h) <- outcome.latencies
        step <- h.percentiles(10).asScala
      yield Seq(
        name,
        decimals(step.getPercentileLevelIteratedTo, 5),
        millis(step.getValueIteratedTo),
        step.getTotalCountToThisValue
      )
        .mkString(",")
    ("series,percentile,millis,count" +: rows).mkString("", "\n", "\n")

  def seconds(outcome: Outcome): String =
    val rows = outcome.seconds.map: s =>
      val server = Seq(s.serverCores.fold("")(decimals(_, 3)), s.serverBytes.fold("")(_.toString))
      (Seq(
        s.second,
        s.sent,
        s.delivered,
        millis(s.p50Nanos),
        millis(s.p99Nanos),
        millis(s.maxNanos)
      ) ++ server).mkString(",")
    ("second,sent,delivered,p50_millis,p99_millis,max_millis,server_cores,server_bytes" +: rows).mkString(
      "",
      "\n",
      "\n"
    )

  private def millis(nanos: Long) = decimals(nanos / 1e6, 4)

  /** With a point, whatever the machine's language. */
  private def decimals(value: Double, digits: Int) = s"%.${digits}f".formatLocal(java.util.Locale.ROOT, value)
end Csv
