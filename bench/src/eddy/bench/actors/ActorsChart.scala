package eddy.bench.actors

import java.awt.{BasicStroke, Color, Font}
import scala.jdk.CollectionConverters.*

import org.knowm.xchart.internal.chartpart.Chart
import org.knowm.xchart.style.markers.SeriesMarkers
import org.knowm.xchart.style.{AxesChartStyler, Styler}
import org.knowm.xchart.{CategoryChart, CategoryChartBuilder, XYChart, XYChartBuilder}

/** The results as charts. Two are figures 3 and 4 of Haller and Odersky, "Event-Based Programming without Inversion of
  * Control", a curve for each contender; one shows for the other workloads how many times better Eddy is.
  */
private[actors] object ActorsChart:
  /** By the names of their files; those for which there are results. */
  def all(results: Seq[Result]): Seq[(String, Chart[?, ?])] =
    System.setProperty("java.awt.headless", "true")
    val curves = Seq(
      ("ringstart", "Start-up of a ring of actors, until a token has gone round once", "ms"),
      ("ring", "Token passes in a ring of actors, 10 tokens", "million passes/s")
    )
    val figures =
      for
        (workload, title, unit) <- curves
        chart <- overSizes(results.filter(_.configuration.workload == workload), title, unit)
      yield s"$workload.svg" -> chart
    val rest = results.filterNot(r => curves.exists(_(0) == r.configuration.workload))
    figures ++ ratios(rest).map("ratios.svg" -> _)

  private def overSizes(results: Seq[Result], title: String, unit: String): Option[XYChart] =
    val curves = contenders(results).map(c => c -> points(results, c)).filter(_(1).sizeIs >= 2)
    Option.when(curves.nonEmpty):
      val chart = new XYChartBuilder().width(800).height(520).title(title)
        .xAxisTitle("actors in the ring").yAxisTitle(unit).build
      style(chart.getStyler)
      chart.getStyler.setXAxisLogarithmic(true)
      chart.getStyler.setXAxisDecimalPattern("#,##0")
      chart.getStyler.setLegendPosition(Styler.LegendPosition.OutsideE)
      for (contender, points) <- curves do
        val series = chart.addSeries(contender, points.map(_(0)).toArray, points.map(_(1)).toArray)
        series.setMarker(SeriesMarkers.CIRCLE)
        series.setMarkerColor(colour(contender))
        series.setLineColor(colour(contender))
        series.setLineStyle(new BasicStroke(if contender == Contender.eddy then 3f else 1.8f))
      chart
  end overSizes

  private def points(results: Seq[Result], contender: String): Seq[(Double, Double)] =
    for
      result <- results
      size <- result.configuration.parameters.headOption
      spread <- result.entry(contender).flatMap(_.spread(result.configuration.metrics.head))
    yield (size(1).toDouble, spread.median)

  /** A group of bars for each workload, a bar for each peer. Where a peer has no figure, no bar. */
  private def ratios(results: Seq[Result]): Option[CategoryChart] =
    val rows =
      results.map(r => r.configuration.shortName -> Comparison(r, r.configuration.metrics.head).ratios)
        .filter(_(1).nonEmpty)
    val peers = contenders(results).filter(p => rows.exists(_(1).exists(_.peer == p)))
    Option.when(rows.nonEmpty):
      val chart = new CategoryChartBuilder().width(1100).height(520)
        .title("How many times better Eddy is than each").yAxisTitle("times").build
      style(chart.getStyler)
      chart.getStyler.setXAxisLabelRotation(40)
      chart.getStyler.setAvailableSpaceFill(0.8)
      chart.getStyler.setLegendPosition(Styler.LegendPosition.OutsideE)
      val smallest = rows.flatMap(_(1)).map(_.times).min
      chart.getStyler.setYAxisMin(math.pow(10, math.floor(math.log10(math.min(smallest, 1)))))
      for peer <- peers do
        val values = rows.map(_(1).find(_.peer == peer).fold(Double.NaN)(_.times))
        val series = chart.addSeries(peer, rows.map(_(0)).asJava, values.map(Double.box).asJava)
        series.setFillColor(colour(peer))
      chart
  end ratios

  private def contenders(results: Seq[Result]): Seq[String] =
    results.flatMap(_.entries.map(_.contender)).distinct

  private def style(styler: AxesChartStyler): Unit =
    styler.setYAxisLogarithmic(true)
    styler.setChartBackgroundColor(Color.WHITE)
    styler.setPlotBorderVisible(false)
    styler.setLegendBorderColor(Color.WHITE)
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15))
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13))
    val _ = styler.setPlotGridLinesColor(new Color(225, 225, 225))

  /** The same in every chart, whoever takes part. */
  private def colour(contender: String): Color =
    val i = names.indexOf(contender)
    if i < 0 then Color.DARK_GRAY else colours(i % colours.size)

  private val names = Catalogue.all.flatMap(_.contenders).distinct

  private val colours =
    Vector(0x0b6e99, 0x8a8a8a, 0xd96a1d, 0xe0a458, 0xa3254f, 0x4c8c2b, 0x7a5ca8, 0xb5651d, 0xd9b45a, 0x7a2444)
      .map(new Color(_))
end ActorsChart
