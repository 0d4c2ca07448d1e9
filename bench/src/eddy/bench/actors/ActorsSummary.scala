package eddy.bench.actors

import eddy.bench.contest.{Fault, LeftOut, Summary}

/** A run of `./eddy bench actors` or `./eddy bench remote`. */
private[actors] final case class ActorsSummary(
    results: Seq[Result],
    contenders: Seq[Contender],
    leftOut: Seq[LeftOut],
    rounds: Rounds,
    seconds: Long,
    machine: Seq[String]
) extends Summary:
  protected def table: Seq[String] =
    val table = Table(contenders.map(_.name))
    table.header ++
      results.zipWithIndex.flatMap((r, i) => table.rows(r, Table.notes(results.take(i)).size))

  protected def sections: Seq[(title: String, lines: Seq[String])] =
    val how =
      s"medians of ${rounds.samples} samples after ${rounds.warmups} warm-ups, turn by turn; fewer where they take long"
    Seq(
      ("notes", Table.notes(results)),
      ("goals", Table.goals(results)),
      ("rounds", Seq(how, s"${seconds / 60} min ${seconds % 60} s in all")),
      ("contenders", contenders.map(c => s"${c.name}: ${c.version}")),
      ("left out", leftOut.map(l => s"${l.contender}: ${l.why}")),
      ("JVM flags", Jvm.flags(usualHeap).mkString(" ") +: otherHeaps),
      ("machine", machine)
    )

  protected def faults: Seq[(contender: String, fault: Fault)] =
    for result <- results; entry <- result.entries; fault <- entry.fault yield (entry.contender, fault)

  private def usualHeap: String = results.headOption.fold("4g")(_.configuration.heap)

  private def otherHeaps: Seq[String] =
    results.map(_.configuration).filter(_.heap != usualHeap).map(c =>
      s"-Xms${c.heap} -Xmx${c.heap} at ${c.title}"
    )
end ActorsSummary
