package eddy.bench.push

import eddy.bench.contest.{Curve, Findings, LineChart, Titles}
import eddy.bench.push.workload.Paper

import org.knowm.xchart.internal.chartpart.Chart

/** The paper's figures, with ours and theirs, and the fan-out. */
private[push] object PushChart:
  /** By the names of their files; those for which there is something to draw. */
  def all(findings: Seq[Findings]): Seq[(String, Chart[?, ?])] =
    val curves = findings.flatMap(_.curves).filter(_.points.nonEmpty)
    for
      name <- curves.map(_.chart).distinct
      texts <- titles(name)
    yield s"$name.svg" -> LineChart.of(texts, ordered(curves.filter(_.chart == name)) ++ Paper.curves(name)):
      (_, i) => LineChart.colour(i)

  /** The peers last, so that a mediator has its colour whoever takes part. */
  private def ordered(curves: Seq[Curve]) =
    val (peers, mediators) = curves.partition(c => PushContenders.names.contains(c.of))
    mediators ++ peers

  private def titles(chart: String): Option[Titles] = chart match
    case "figure7" => Some(figure("one connection (the paper's figure 7)"))
    case "figure8" => Some(figure("4 connections (the paper's figure 8)"))
    case "figure9" =>
      Some(Titles(
        "600 messages at once on 3 connections (the paper's figure 9)",
        "messages, the soonest first",
        "RTT, ms",
        true
      ))
    case "fanout" =>
      Some(Titles("Deliveries of one channel", "subscribers", "thousand deliveries/s"))
    case _ => None

  private def figure(connections: String) =
    Titles(s"Concurrent messages, $connections", "messages at once", "mean RTT, ms", logarithmic = true)
end PushChart
