package eddy.bench.contest

/** Whether a goal was met.
  *
  * @param found what it is held against; empty when nothing was found out
  * @param met none when what it is about was not measured
  */
private[bench] final case class Verdict(goal: String, found: String, met: Option[Boolean])

private[bench] object Verdict:
  def ratio(goal: String, times: Option[Double], met: Double => Boolean): Verdict =
    Verdict(goal, times.fold("")(Figure.times), times.map(met))

  /** For a person to read: how many of each, then each. */
  def text(verdicts: Seq[Verdict]): Seq[String] =
    if verdicts.isEmpty then Nil
    else
      val width = verdicts.map(_.goal.length).max
      val counts = Seq("met" -> Some(true), "not met" -> Some(false), "open" -> None).map: (name, met) =>
        s"${verdicts.count(_.met == met)} $name"
      counts.mkString(", ") +: verdicts.map: v =>
        val mark = v.met.fold("open")(if _ then "met" else "NOT MET")
        s"${v.goal.padTo(width, ' ')}  ${mark.padTo(8, ' ')} ${v.found}".stripTrailing
end Verdict
