package eddy.bench.actors

/** How Eddy stands in one figure of one configuration. */
private[actors] final case class Comparison(result: Result, metric: Metric):
  private def median(contender: String): Option[Double] =
    result.entry(contender).flatMap(_.spread(metric)).map(_.median)

  private val own = median(Contender.eddy)

  /** How many times better Eddy is than each peer that has this figure. */
  val ratios: Seq[(peer: String, times: Double)] =
    for
      mine <- own.toSeq
      entry <- result.entries if !Contender.isEddy(entry.contender)
      theirs <- median(entry.contender)
    yield (entry.contender, metric.ratio(mine, theirs))

  /** The peer that comes nearest to Eddy, or is furthest ahead. */
  def best: Option[(peer: String, times: Double)] = ratios.minByOption(_.times)

  def verdict: Option[Verdict] =
    for goal <- metric.goal; mine <- own yield goal match
      case Goal.AtMost(limit) => Verdict(goal, Some(mine <= limit), None, Nil)
      case Goal.AtLeast(limit) => Verdict(goal, Some(mine >= limit), None, Nil)
      case Goal.Floors(times) =>
        val limits = times.map(t => t.peer -> t.atLeast).toMap
        val decisive = ratios.filter(r => limits.contains(r.peer)).minByOption(r => r.times / limits(r.peer))
        val missing = times.map(_.peer).filterNot(p => ratios.exists(_.peer == p))
        Verdict(goal, decisive.map(d => d.times >= limits(d.peer)), decisive, missing)
      case Goal.Times(atLeast, against) =>
        val decisive = ratios.filter(r => against.contains(r.peer)).minByOption(_.times)
        val missing = against.filterNot(a => ratios.exists(_.peer == a))
        Verdict(goal, decisive.map(_.times >= atLeast), decisive, missing)
end Comparison

/** Whether a goal was met.
  *
  * @param met none when nobody took part that the goal is about
  * @param decisive the best of those that it is about; none for a goal that is about nobody
  * @param missing those that it is about and that have no figure
  */
private[actors] final case class Verdict(
    goal: Goal,
    met: Option[Boolean],
    decisive: Option[(peer: String, times: Double)],
    missing: Seq[String]
)
