package eddy.bench.web

import eddy.bench.contest.{Findings, LineChart, Titles}
import eddy.bench.web.run.WebContender
import eddy.bench.web.workload.Papers

import java.awt.Color
import scala.jdk.CollectionConverters.*

import org.knowm.xchart.internal.chartpart.Chart
import org.knowm.xchart.{CategoryChart, CategoryChartBuilder}

/** The figures as charts: those of the papers, with a curve for each contender, and bars for throughput. */
private[web] object WebChart:
  /** By the names of their files; those for which there is something to draw. */
  def all(findings: Seq[Findings]): Seq[(String, Chart[?, ?])] =
    System.setProperty("java.awt.headless", "true")
    val curves = findings.flatMap(f => f.curves ++ Papers.curves(f)).filter(_.points.nonEmpty)
    val figures =
      for name <- curves.map(_.chart).distinct; texts <- titles(name)
      yield s"$name.svg" -> LineChart.of(texts, curves.filter(_.chart == name))(colour)
    figures ++ bars(findings).map("throughput.svg" -> _)

  private def titles(chart: String): Option[Titles] = chart match
    case "mix" =>
      Some(Titles(
        "Light requests among heavy ones (Node.Scala, figure 1)",
        "% heavy",
        "p99 of light ones, ms",
        true
      ))
    case "kernels-scaling" =>
      Some(Titles(
        "SciMark kernels: throughput against one loop (Node.Scala, figure 4)",
        "loops",
        "times one loop"
      ))
    case "kernels-throughput" =>
      Some(Titles("SciMark kernels (Node.Scala, figure 4)", "requests/s that arrive", "answers/s"))
    case "kernels-latency" =>
      Some(Titles(
        "SciMark kernels (Node.Scala, figure 4)",
        "requests/s that arrive",
        "median latency, ms",
        true
      ))
    case "stateful" =>
      Some(Titles(
        "SciMarkSf1 and SciMarkSf2, one shared entry (Node.Scala, figure 5)",
        "% exclusive",
        "answers/s, times those of one loop"
      ))
    case s"onsystem-$n" =>
      Some(Titles(
        s"Fibonacci number $n, iteratively (thesis, figures 5.1-5.4)",
        "requests/s that arrive",
        "mean latency, ms",
        true
      ))
    case s"offsystem-$top" =>
      Some(Titles(
        s"A page behind 170 ms, rising to $top/s (thesis, figures 5.5-5.7)",
        "requests/s that arrive",
        "mean latency, ms",
        true
      ))
    case _ => None

  /** A group of bars for each workload that is measured by requests a second, as shares of the best. */
  private def bars(findings: Seq[Findings]): Option[CategoryChart] =
    val names = Seq("plaintext", "pipelined", "json", "websocket")
    val lines =
      findings.filter(f => names.contains(f.workload)).flatMap(_.lines.find(_.measure.figure.isEmpty))
    val contenders = WebContender.names.filter(c => lines.exists(_.median(c).isDefined))
    Option.when(lines.nonEmpty && contenders.nonEmpty):
      val chart =
        new CategoryChartBuilder().width(
          900
        ).height(450).title("Throughput").yAxisTitle("thousand a second").build
      LineChart.style(chart.getStyler)
      chart.getStyler.setAvailableSpaceFill(0.8)
      chart.getStyler.setYAxisMin(0.0)
      for (contender, i) <- contenders.zipWithIndex do
        val values = lines.map(_.median(contender).getOrElse(Double.NaN))
        val series = chart.addSeries(contender, lines.map(_.workload).asJava, values.map(Double.box).asJava)
        series.setFillColor(colour(contender, i))
      chart
  end bars

  /** A contender's is the same in every chart, whoever takes part, and on worker threads too. */
  private def colour(of: String, i: Int): Color =
    val known = WebContender.origin(of).fold(-1)(origins.indexOf(_))
    LineChart.colour(if known >= 0 then known else i)

  private val origins = WebContender.programs.map(_.origin).distinct
end WebChart
