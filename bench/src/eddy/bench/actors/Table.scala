package eddy.bench.actors

import eddy.bench.contest.{Fault, Figure}

/** The results for a person to read: two lines for each figure, the medians and from where to where the samples went. */
private[actors] final case class Table(contenders: Seq[String]):
  import Table.*

  def header: Seq[String] =
    val titles = line("", "", contenders, "Eddy : best", "goal")
    Seq(titles, "-" * titles.length)

  /** @param notesBefore how many notes stand in the rows above */
  def rows(result: Result, notesBefore: Int): Seq[String] =
    val numbers = Table.faulty(result).map(_.contender).zip(LazyList.from(notesBefore + 1)).toMap
    result.configuration.metrics.zipWithIndex.flatMap: (metric, i) =>
      val title = if i == 0 then result.configuration.title else s"  ${metric.name}"
      val entries = contenders.map(c => result.entry(c))
      val spreads = entries.map(_.flatMap(_.spread(metric)))
      val medians = spreads.zip(entries).map:
        case (Some(spread), _) => Figure(spread.median)
        case (None, Some(Entry(name, _, Some(fault)))) => s"${mark(fault)} [${numbers(name)}]"
        case _ => "-"
      val comparison = Comparison(result, metric)
      val best = comparison.best.fold("")(b => s"${Figure.times(b.times)} ${b.peer}")
      val first = line(title, metric.unit, medians, best, comparison.verdict.fold("")(goal(_, comparison)))
      val ranges = spreads.map(_.filter(_.samples > 1).fold("")(s => s"${Figure(s.min)}–${Figure(s.max)}"))
      if ranges.forall(_.isEmpty) then Seq(first) else Seq(first, line("", "", ranges, "", ""))
end Table

private[actors] object Table:
  /** What the marks in the rows mean. */
  def notes(results: Seq[Result]): Seq[String] =
    val all =
      for result <- results; entry <- faulty(result); fault <- entry.fault
      yield s"${entry.contender} at ${result.configuration.title}: ${fault.text}"
    all.zipWithIndex.map((text, i) => s"[${i + 1}] $text")

  def faulty(result: Result): Seq[Entry] = result.entries.filter(_.fault.isDefined)

  /** How many goals were met, and which were not. */
  def goals(results: Seq[Result]): Seq[String] =
    val verdicts =
      for result <- results; metric <- result.configuration.metrics; v <- Comparison(result, metric).verdict
      yield s"${result.configuration.title} ${metric.name}".trim -> v
    val missed = verdicts.collect { case (title, v) if v.met.contains(false) => title }
    val open = verdicts.count(_(1).met.isEmpty)
    if verdicts.isEmpty then Nil
    else
      Seq(s"${verdicts.count(_(1).met.contains(true))} goals met, ${missed.size} not met, $open open") ++
        Option.when(missed.nonEmpty)(s"not met: ${missed.mkString(", ")}")

  private def line(title: String, unit: String, cells: Seq[String], ratio: String, goal: String): String =
    val middle = cells.map(cell => f"$cell%14s").mkString
    f"${title.padTo(33, ' ')}${unit.padTo(11, ' ')}$middle  ${ratio.padTo(19, ' ')} $goal".stripTrailing

  private def mark(fault: Fault): String = fault match
    case Fault.Wrong(_) => "WRONG"
    case _ => "-"

  /** As in `≥ 4.00x met`; with who decided where that is not the best of all, and who was missing. */
  private def goal(verdict: Verdict, comparison: Comparison): String =
    val wanted = verdict.goal match
      case Goal.AtMost(limit) => s"≤ ${Figure.plain(limit)}"
      case Goal.AtLeast(limit) => s"≥ ${Figure.plain(limit)}"
      case Goal.Floors(times) =>
        // of the peer that decides
        val limits = times.filter(t => verdict.decisive.forall(_.peer == t.peer))
        limits.map(t => s"≥ ${Figure.times(t.atLeast)} ${t.peer}").mkString(", ")
      case Goal.Times(atLeast, _) if atLeast < 1 => s"≤ ${Figure.plain(1 / atLeast)}x time"
      case Goal.Times(atLeast, _) => s"≥ ${Figure.plain(atLeast)}x"
    val met = verdict.met.fold("open")(if _ then "met" else "NOT MET")
    val decided = verdict.decisive.filterNot(d => comparison.best.exists(_.peer == d.peer))
    val details = decided.map(d => s"${Figure.times(d.times)} ${d.peer}") ++
      Option.when(
        verdict.met.isDefined && verdict.missing.nonEmpty
      )(s"without ${verdict.missing.mkString(", ")}")
    s"$wanted $met${if details.isEmpty then "" else details.mkString(" (", "; ", ")")}"
end Table
