package eddy.bench

import java.awt.{BasicStroke, Color, Font}
import java.io.ByteArrayOutputStream
import java.math.MathContext
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

import org.HdrHistogram.Histogram
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat
import org.knowm.xchart.internal.chartpart
import org.knowm.xchart.style.Styler.LegendPosition
import org.knowm.xchart.style.markers.SeriesMarkers
import org.knowm.xchart.{VectorGraphicsEncoder, XYChart, XYChartBuilder}

/** The percentile curves as an SVG: across, how many of ten, a hundred, a thousand … deliveries took no longer than what
  * stands upwards.
  */
private[bench] object Chart:
  def write(outcome: Outcome, caption: String, file: Path): Unit =
    System.setProperty("java.awt.headless", "true")
    save(draw(outcome, caption), file)

  /** Any chart, as an SVG. */
  private[bench] def save(chart: chartpart.Chart[?, ?], file: Path): Unit =
    val svg = new ByteArrayOutputStream
    VectorGraphicsEncoder.saveVectorGraphic(chart, svg, VectorGraphicsFormat.SVG)
    val _ = Files.writeString(file, rounded(svg.toString(UTF_8)))

  /** Letters are drawn as outlines, each point of them to a billionth of a pixel: a hundredth halves the file. */
  private[bench] def rounded(svg: String): String =
    "\\d+\\.\\d{3,}".r.replaceAllIn(svg, m => hundredths(m.matched))

  private def hundredths(number: String | Null): String =
    BigDecimal(String.valueOf(number)).setScale(
      2,
      BigDecimal.RoundingMode.HALF_UP
    ).bigDecimal.stripTrailingZeros.toPlainString

  private def draw(outcome: Outcome, caption: String): XYChart =
    val chart = new XYChartBuilder().width(
      960
    ).height(560).title(caption).xAxisTitle("percentile").yAxisTitle("ms").build
    val styler = chart.getStyler
    styler.setLegendPosition(LegendPosition.InsideNW)
    styler.setChartBackgroundColor(Color.WHITE)
    styler.setPlotBorderVisible(false)
    styler.setLegendBorderColor(Color.WHITE)
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15))
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13))
    styler.setPlotGridLinesColor(new Color(225, 225, 225))
    styler.setYAxisMin(0.0)
    styler.setXAxisMin(0.0)
    styler.setXAxisMax(nines(outcome).toDouble)
    // Wide enough for a step of a whole nine, or half of one.
    styler.setXAxisTickMarkSpacingHint(600 / nines(outcome))
    chart.setCustomXAxisTickLabelsFormatter(x => label(x))
    for ((name, h), i) <- outcome.latencies.zipWithIndex do
      val points = curve(h, nines(outcome))
      val series = chart.addSeries(name, points.map(_(0)).toArray, points.map(_(1)).toArray)
      series.setMarker(SeriesMarkers.NONE)
      series.setLineColor(colours(i % colours.size))
      series.setLineStyle(new BasicStroke(2f))
    chart
  end draw

  private val colours =
    Vector(new Color(0x0b, 0x6e, 0x99), new Color(0xd9, 0x6a, 0x1d), new Color(0x4c, 0x8c, 0x2b))

  /** How many nines the smallest series can tell of: beyond them stands only its maximum. */
  private def nines(outcome: Outcome): Int =
    val fewest = outcome.latencies.map(_.nanos.getTotalCount).filter(_ > 0).minOption.getOrElse(10L)
    math.max(1, math.min(6, math.log10(fewest.toDouble).toInt))

  /** From `-log10(1 - p)`, so that each nine takes the same room, to milliseconds; ends at the last nine. */
  private[bench] def curve(h: Histogram, nines: Int): Seq[(Double, Double)] =
    val steps = h.percentiles(20).asScala.map: step =>
      (-math.log10(1 - step.getPercentileLevelIteratedTo / 100), step.getValueIteratedTo / 1e6)
    steps.takeWhile(_(0) < nines).toSeq :+ (
      nines.toDouble,
      h.getValueAtPercentile(100 * (1 - math.pow(10, -nines))) / 1e6
    )

  /** The percentile at `x`, to as many digits as tell it from its neighbours: the library chooses where ticks are, and
    * labels must differ and be true.
    */
  private[bench] def label(x: Double): String =
    val digits = new MathContext(math.ceil(x - 1e-9).toInt + 1)
    s"${BigDecimal(100 * (1 - math.pow(10, -x)), digits).bigDecimal.stripTrailingZeros.toPlainString} %"
end Chart
