package eddy.bench

import org.HdrHistogram.Histogram

/** The outcome as a table for a person to read. */
private[bench] object Report:
  private val columns = Seq("p50" -> 50.0, "p90" -> 90.0, "p99" -> 99.0, "p99.9" -> 99.9, "max" -> 100.0)

  def text(outcome: Outcome, server: Option[ServerUse], machine: Seq[String]): String =
    val o = outcome
    val c = o.count
    val lines = Seq(o.load, "") ++ table(o) ++ warning(o) ++ Seq(
      "",
      f"throughput  ${o.intendedPerSecond}%,.0f messages/s intended, ${o.achievedPerSecond}%,.1f achieved",
      f"delivery    ${c.sent}%,d sent, ${c.delivered}%,d of ${c.expected}%,d delivered, ${c.lost}%,d lost, " +
        f"${c.duplicated}%,d duplicated, ${c.outOfOrder}%,d out of order, ${c.refused}%,d refused, ${c.disconnected}%,d disconnected"
    ) ++ server.toSeq.flatMap(use(_, o)) ++ machine.zipWithIndex.map((line, i) =>
      (if i == 0 then "machine     " else " " * 12) + line
    )
    lines.mkString("", "\n", "\n")

  private def table(o: Outcome): Seq[String] =
    val head = "latency in ms, from when due".padTo(36, ' ') + columns.map((name, _) =>
      f"$name%9s"
    ).mkString + f"${"count"}%12s"
    (head +: o.latencies.map(l => row(l.name, l.nanos))) :+ row("lateness of the generator", o.lateness)

  /** A generator that is late measures itself: what it adds is in every latency. */
  private def warning(o: Outcome): Seq[String] =
    val late = o.lateness.getValueAtPercentile(99)
    val seen = o.latencies.head.nanos.getValueAtPercentile(99)
    if late < 1_000_000 || late < seen / 4 then Nil
    else
      Seq(
        f"  The generator itself was late: ${late / 1e6}%.1f ms at p99. Something else kept the machine busy, or this rate is too much for it."
      )

  private def row(name: String, h: Histogram): String =
    s"  $name".padTo(36, ' ') + columns.map((_, p) =>
      millis(h.getValueAtPercentile(p))
    ).mkString + f"${h.getTotalCount}%,12d"

  private def millis(nanos: Long): String = f"${nanos / 1e6}%9.2f"

  private def use(s: ServerUse, o: Outcome): Seq[String] =
    val perDelivery = o.latencies.map(_.nanos.getTotalCount).sum match
      case 0 => ""
      case n => f", ${s.cpuNanos / 1e3 / n}%.1f µs for each delivery"
    val gc = s.gc.fold("")(g =>
      f", ${g.pauses}%d collections (${g.pausedMillis}%.1f ms in all, longest ${g.longestMillis}%.1f ms), at least " +
        f"${g.allocatedMegabytes}%,d MB allocated since its start"
    )
    Seq(
      f"server      ${s.cpuNanos / 1e9}%.1f s of CPU in ${o.measuredSeconds}%.1f s (${s.cpuNanos / 1e9 / o.measuredSeconds}%.2f cores)$perDelivery",
      f"            ${s.bytes >> 20}%,d MB resident, at most ${s.peakBytes >> 20}%,d MB$gc"
    ) ++ (if s.flags.isEmpty then Nil else Seq(s"            flags ${s.flags.mkString(" ")}"))
end Report

/** What the server used while it was measured.
  *
  * @param gc since its start; absent for a server that was not started for the run
  * @param flags of its JVM, likewise
  */
final case class ServerUse(
    cpuNanos: Long,
    bytes: Long,
    peakBytes: Long,
    gc: Option[GcLog],
    flags: Seq[String]
)
