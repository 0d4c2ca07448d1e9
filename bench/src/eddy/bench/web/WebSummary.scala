package eddy.bench.web

import eddy.bench.actors.{Fault, LeftOut}
import eddy.bench.web.run.{Effort, Findings, Heap, WebContender}

/** A whole run for a person to read. */
private[web] final case class WebSummary(
    findings: Seq[Findings],
    contenders: Seq[WebContender],
    leftOut: Seq[LeftOut],
    effort: Effort,
    seconds: Long,
    machine: Seq[String]
):
  /** What summary.txt holds. */
  def text: String =
    val table = WebTable(contenders.map(_.name))
    (table.header ++ findings.flatMap(table.rows) ++ ("" +: closing)).mkString("", "\n", "\n")

  /** All but the table. */
  def closing: Seq[String] =
    val e = effort
    val how = Seq(
      s"closed loops: medians of ${e.rounds} rounds of ${e.turn} for each, turn by turn, after ${e.warm} of load",
      s"open loops: ${e.open} at a fixed rate, ${e.ramp} at a rising one, once each; latencies from when a request was due",
      s"${seconds / 60} min ${seconds % 60} s in all"
    )
    section("goals", WebGoals.text(WebGoals(findings).verdicts)) ++
      section("rounds", how) ++
      section("contenders", contenders.map(c => s"${c.name}: ${c.version}")) ++
      section("left out", leftOut.map(l => s"${l.contender}: ${l.why}")) ++
      section(
        "JVM flags",
        Seq(Heap.Roomy.flags.mkString(" "), s"where memory is weighed: ${Heap.Lean.flags.mkString(" ")}")
      ) ++
      section("machine", machine)

  /** Why the run counts as failed, if it does. A peer that breaks down does not make it so. */
  def failure: Option[String] =
    val faults = findings.flatMap(_.faults)
    if faults.exists((_, f) => f.isInstanceOf[Fault.Wrong]) then
      Some("FAILED: a contender gave a wrong answer, see above")
    else if faults.exists((c, f) => c == WebContender.eddy && f.isInstanceOf[Fault.Broken]) then
      Some("FAILED: Eddy broke down, see above")
    else None

  private def section(title: String, lines: Seq[String]): Seq[String] =
    lines.zipWithIndex.map((line, i) => (if i == 0 then title else "").padTo(12, ' ') + line)
end WebSummary
