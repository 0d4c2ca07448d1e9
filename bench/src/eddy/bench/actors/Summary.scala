package eddy.bench.actors

/** A whole run for a person to read: the table, what its marks mean, and what was measured how on what. */
private[actors] final case class Summary(
    results: Seq[Result],
    contenders: Seq[Contender],
    leftOut: Seq[LeftOut],
    rounds: Rounds,
    seconds: Long,
    machine: Seq[String]
):
  /** What summary.txt holds. */
  def text: String =
    val table = Table(contenders.map(_.name))
    val rows = results.zipWithIndex.flatMap((r, i) => table.rows(r, Table.notes(results.take(i)).size))
    (table.header ++ rows ++ ("" +: closing)).mkString("", "\n", "\n")

  /** All but the table. */
  def closing: Seq[String] =
    val how =
      s"medians of ${rounds.samples} samples after ${rounds.warmups} warm-ups, turn by turn; fewer where they take long"
    section("notes", Table.notes(results)) ++
      section("goals", Table.goals(results)) ++
      section("rounds", Seq(how, s"${seconds / 60} min ${seconds % 60} s in all")) ++
      section("contenders", contenders.map(c => s"${c.name}: ${c.version}")) ++
      section("left out", leftOut.map(l => s"${l.contender}: ${l.why}")) ++
      section("JVM flags", Jvm.flags("4g").mkString(" ") +: largerHeaps) ++
      section("machine", machine)

  /** Why the run counts as failed, if it does. A peer that breaks down does not make it so. */
  def failure: Option[String] =
    val faults = results.flatMap(_.entries).flatMap(e => e.fault.map(e.contender -> _))
    if faults.exists((_, f) => f.isInstanceOf[Fault.Wrong]) then
      Some("FAILED: a contender gave a wrong answer, see the notes")
    else if faults.exists((c, f) => c == Contender.eddy && f.isInstanceOf[Fault.Broken]) then
      Some("FAILED: Eddy broke down, see the notes")
    else None

  private def largerHeaps: Seq[String] =
    results.map(_.configuration).filter(_.heap != "4g").map(c => s"-Xms${c.heap} -Xmx${c.heap} at ${c.title}")

  private def section(title: String, lines: Seq[String]): Seq[String] =
    lines.zipWithIndex.map((line, i) => (if i == 0 then title else "").padTo(12, ' ') + line)
end Summary
