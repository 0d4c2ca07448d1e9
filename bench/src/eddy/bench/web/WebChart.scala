package eddy.bench.web

import eddy.bench.web.run.{Curve, Findings, WebContender}
import eddy.bench.web.workload.Papers

import java.awt.{BasicStroke, Color, Font}
import scala.jdk.CollectionConverters.*

import org.knowm.xchart.internal.chartpart.Chart
import org.knowm.xchart.style.markers.SeriesMarkers
import org.knowm.xchart.style.{AxesChartStyler, Styler}
import org.knowm.xchart.{CategoryChart, CategoryChartBuilder, XYChart, XYChartBuilder}

/** The figures as charts: those of the papers, with a curve for each contender, and bars for throughput. */
private[web] object WebChart:
  /** By the names of their files; those for which there is something to draw. */
  def all(findings: Seq[Findings]): Seq[(String, Chart[?, ?])] =
    System.setProperty("java.awt.headless", "true")
    val curves = findings.flatMap(f => f.curves ++ Papers.curves(f)).filter(_.points.nonEmpty)
    val figures =
      for name <- curves.map(_.chart).distinct; texts <- titles(name)
      yield s"$name.svg" -> figure(texts, curves.filter(_.chart == name))
    figures ++ bars(findings).map("throughput.svg" -> _)

  private final case class Titles(title: String, x: String, y: String, logarithmic: Boolean = false)

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
        "answers/s"
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

  private def figure(titles: Titles, curves: Seq[Curve]): XYChart =
    val chart =
      new XYChartBuilder().width(
        800
      ).height(500).title(titles.title).xAxisTitle(titles.x).yAxisTitle(titles.y).build
    style(chart.getStyler)
    chart.getStyler.setYAxisLogarithmic(titles.logarithmic)
    if titles.logarithmic then
      val least = curves.flatMap(_.points.map(_(1))).filter(_ > 0).minOption.getOrElse(1.0)
      chart.getStyler.setYAxisMin(math.pow(10, math.floor(math.log10(least))))
    else chart.getStyler.setYAxisMin(0.0)
    for (curve, i) <- curves.zipWithIndex do
      val points =
        curve.points.sortBy(_(0)).map((x, y) => (x, if titles.logarithmic then math.max(y, 0.001) else y))
      val series = chart.addSeries(curve.of, points.map(_(0)).toArray, points.map(_(1)).toArray)
      series.setMarker(if curve.dashed then SeriesMarkers.NONE else SeriesMarkers.CIRCLE)
      series.setMarkerColor(colour(curve.of, i))
      series.setLineColor(colour(curve.of, i))
      val width = if curve.of == WebContender.eddy then 3f else 1.8f
      series.setLineStyle(
        if curve.dashed then
          new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10f, Array(7f, 5f), 0f)
        else new BasicStroke(width)
      )
    chart
  end figure

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
      style(chart.getStyler)
      chart.getStyler.setAvailableSpaceFill(0.8)
      chart.getStyler.setYAxisMin(0.0)
      for (contender, i) <- contenders.zipWithIndex do
        val values = lines.map(_.median(contender).getOrElse(Double.NaN))
        val series = chart.addSeries(contender, lines.map(_.workload).asJava, values.map(Double.box).asJava)
        series.setFillColor(colour(contender, i))
      chart
  end bars

  private def style(styler: AxesChartStyler): Unit =
    styler.setLegendPosition(Styler.LegendPosition.OutsideE)
    styler.setChartBackgroundColor(Color.WHITE)
    styler.setPlotBorderVisible(false)
    styler.setLegendBorderColor(Color.WHITE)
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15))
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13))
    val _ = styler.setPlotGridLinesColor(new Color(225, 225, 225))

  /** A contender's is the same in every chart, whoever takes part, and on worker threads too. */
  private def colour(of: String, i: Int): Color =
    val known = WebContender.origin(of).fold(-1)(origins.indexOf(_))
    colours((if known >= 0 then known else i) % colours.size)

  private val origins = WebContender.programs.map(_.origin).distinct

  private val colours =
    Vector(0x0b6e99, 0x8a8a8a, 0xa3254f, 0xd96a1d, 0x4c8c2b, 0x9acd6b, 0x7a5ca8, 0xc9a0dc).map(new Color(_))
end WebChart
