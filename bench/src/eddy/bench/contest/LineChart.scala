package eddy.bench.contest

import java.awt.{BasicStroke, Color, Font}

import org.knowm.xchart.style.markers.SeriesMarkers
import org.knowm.xchart.style.{AxesChartStyler, Styler}
import org.knowm.xchart.{XYChart, XYChartBuilder}

/** What stands around a chart.
  *
  * @param logarithmic whether each step upwards is a multiple
  */
private[bench] final case class Titles(title: String, x: String, y: String, logarithmic: Boolean = false)

/** Curves as a chart. */
private[bench] object LineChart:
  /** @param colour of a curve, by what it is of and its place */
  def of(titles: Titles, curves: Seq[Curve])(colour: (String, Int) => Color): XYChart =
    System.setProperty("java.awt.headless", "true")
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
      // a single point would not be seen without
      val marked = !curve.dashed || points.sizeIs == 1
      series.setMarker(if marked then SeriesMarkers.CIRCLE else SeriesMarkers.NONE)
      series.setMarkerColor(colour(curve.of, i))
      series.setLineColor(colour(curve.of, i))
      val width = if curve.of == Contest.eddy then 3f else 1.8f
      series.setLineStyle(
        if curve.dashed then
          new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10f, Array(7f, 5f), 0f)
        else new BasicStroke(width)
      )
    chart
  end of

  def style(styler: AxesChartStyler): Unit =
    styler.setLegendPosition(Styler.LegendPosition.OutsideE)
    styler.setChartBackgroundColor(Color.WHITE)
    styler.setPlotBorderVisible(false)
    styler.setLegendBorderColor(Color.WHITE)
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15))
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13))
    val _ = styler.setPlotGridLinesColor(new Color(225, 225, 225))

  /** The i-th, again from the first after the last. */
  def colour(i: Int): Color = colours(i % colours.size)

  private val colours =
    Vector(0x0b6e99, 0x8a8a8a, 0xa3254f, 0xd96a1d, 0x4c8c2b, 0x9acd6b, 0x7a5ca8, 0xc9a0dc).map(new Color(_))
end LineChart
