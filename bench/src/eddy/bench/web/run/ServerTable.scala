package eddy.bench.web.run

import eddy.bench.contest.{Contest, Figure, Findings, Line}
import eddy.bench.web.workload.OpenRun

/** The figures for a person to read: for each the medians, from where to where the samples went, and how many times better
  * Eddy is than each peer.
  *
  * @param notes what stands under the figures of a workload
  */
private[bench] final case class ServerTable(contenders: Seq[String], notes: String => Seq[String]):
  /** A workload, with a column for each that took part in it. */
  def block(findings: Findings): Seq[String] =
    val present = contenders.filter(findings.names)
    val columns = if present.isEmpty then contenders else present
    val own = copy(contenders = columns)
    val titles = own.row("", "", columns)
    Seq("", titles, "-" * titles.length) ++ own.rows(findings)

  private def rows(findings: Findings): Seq[String] =
    val shown = findings.lines.filterNot(isNothing)
    val lines = shown.zip(None +: shown.map(Some(_))).flatMap((line, before) => rows(line, before))
    val silent =
      if findings.lines.isEmpty then Seq(row(findings.workload, "", contenders.map(_ => "-"))) else Nil
    val marks = findings.faults.map((contender, fault) => s"    $contender: ${fault.text}")
    lines ++ silent ++ marks ++ (findings.remarks ++ notes(findings.workload)).map("    " + _)

  /** That nobody lost a request. */
  private def isNothing(line: Line) =
    line.measure.figure == OpenRun.lost && line.samples.values.flatten.forall(_ == 0)

  private def rows(line: Line, before: Option[Line]): Seq[String] =
    val same = before.exists(_.title == line.title)
    val title = if same then s"  ${line.measure.figure}" else s"${line.title} ${line.measure.figure}".trim
    val spreads = contenders.map(line.spread)
    val medians = row(title, line.measure.unit, spreads.map(_.fold("-")(s => Figure(s.median))))
    val ranges = spreads.map(_.filter(_.samples > 1).fold("")(s => s"${Figure(s.min)}–${Figure(s.max)}"))
    val ratios = contenders.map: peer =>
      if peer == Contest.eddy then "Eddy is" else line.ratio(peer).fold("")(Figure.times)
    Seq(medians) ++
      Option.when(ranges.exists(_.nonEmpty))(row("", "", ranges)) ++
      Option.when(ratios.count(_.nonEmpty) > 1)(row("", "better by", ratios))

  private def row(title: String, unit: String, cells: Seq[String]): String =
    val middle = cells.map(cell => f"$cell%15s").mkString
    f"${title.padTo(48, ' ')}${unit.padTo(10, ' ')}$middle".stripTrailing
end ServerTable
