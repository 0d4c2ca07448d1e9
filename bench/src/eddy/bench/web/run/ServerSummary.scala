package eddy.bench.web.run

import eddy.bench.contest.{Fault, Findings, LeftOut, Summary, Verdict}

/** A run of a [[ServerContest]]. */
private[bench] final case class ServerSummary(
    findings: Seq[Findings],
    contenders: Seq[WebContender],
    leftOut: Seq[LeftOut],
    effort: Effort,
    seconds: Long,
    machine: Seq[String],
    discipline: Discipline
) extends Summary:
  protected def table: Seq[String] =
    findings.flatMap(ServerTable(contenders.map(_.name), discipline.notes).block)

  protected def sections: Seq[(title: String, lines: Seq[String])] =
    val how = discipline.how(effort) :+ s"${seconds / 60} min ${seconds % 60} s in all"
    Seq(
      ("goals", Verdict.text(discipline.verdicts(findings))),
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
end ServerSummary
