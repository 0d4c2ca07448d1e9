package eddy.bench.web

import eddy.bench.contest.{Fault, LeftOut, Summary}
import eddy.bench.web.run.{Effort, Findings, Heap, WebContender}

/** A run of `./eddy bench web`. */
private[web] final case class WebSummary(
    findings: Seq[Findings],
    contenders: Seq[WebContender],
    leftOut: Seq[LeftOut],
    effort: Effort,
    seconds: Long,
    machine: Seq[String]
) extends Summary:
  protected def table: Seq[String] = findings.flatMap(WebTable(contenders.map(_.name)).block)

  protected def sections: Seq[(title: String, lines: Seq[String])] =
    val e = effort
    val how = Seq(
      s"closed loops: medians of ${e.rounds} rounds of ${e.turn} for each, turn by turn, after ${e.warm} of load",
      s"open loops: ${e.open} at a fixed rate, ${e.ramp} at a rising one, once each; latencies from when a request was due",
      s"${seconds / 60} min ${seconds % 60} s in all"
    )
    Seq(
      ("goals", WebGoals.text(WebGoals(findings).verdicts)),
      ("rounds", how),
      ("contenders", contenders.map(c => s"${c.name}: ${c.version}")),
      ("left out", leftOut.map(l => s"${l.contender}: ${l.why}")),
      (
        "JVM flags",
        Seq(Heap.Roomy.flags.mkString(" "), s"where memory is weighed: ${Heap.Lean.flags.mkString(" ")}")
      ),
      ("machine", machine)
    )

  protected def faults: Seq[(contender: String, fault: Fault)] = findings.flatMap(_.faults)
end WebSummary
