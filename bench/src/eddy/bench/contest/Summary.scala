package eddy.bench.contest

/** A whole run for a person to read. */
private[bench] trait Summary:
  protected def table: Seq[String]

  /** What follows the table, by title; without lines it is left out. */
  protected def sections: Seq[(title: String, lines: Seq[String])]

  protected def faults: Seq[(contender: String, fault: Fault)]

  /** What summary.txt holds. */
  final def text: String = (table ++ ("" +: closing)).mkString("", "\n", "\n")

  /** All but the table. */
  final def closing: Seq[String] =
    for (title, lines) <- sections; (line, i) <- lines.zipWithIndex
    yield (if i == 0 then title else "").padTo(12, ' ') + line

  /** Why the run counts as failed, if it does. A peer that breaks down does not make it so. */
  final def failure: Option[String] =
    if faults.exists(_.fault.isInstanceOf[Fault.Wrong]) then
      Some("FAILED: a contender gave a wrong answer, see above")
    else if faults.exists(f => f.contender == Contest.eddy && f.fault.isInstanceOf[Fault.Broken]) then
      Some("FAILED: Eddy broke down, see above")
    else None
end Summary
