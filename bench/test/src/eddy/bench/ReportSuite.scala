package eddy.bench

import java.nio.file.Files

import org.HdrHistogram.Histogram

class ReportSuite extends eddy.testing.PatientSuite:
  private def histogram(millis: Int*): Histogram =
    val h = new Histogram(600_000_000_000L, 3)
    millis.foreach(m => h.recordValue(m * 1_000_000L))
    h

  private val outcome = Outcome(
    load = "chat: a load",
    latencies =
      Seq(("back at its sender", histogram((1 to 1000)*)), ("at each other member", histogram((1 to 100)*))),
    lateness = histogram(0),
    intendedPerSecond = 1000,
    achievedPerSecond = 999.5,
    measuredSeconds = 10,
    count = Counts(1000, 2000, 1999, 1, 0, 0, 0, 0),
    seconds = Seq(Second(1, 1000, 1999, 500_000, 990_000, 1_000_000, Some(0.5), Some(1L << 27)))
  )
  private val use =
    ServerUse(4_000_000_000L, 200L << 20, 210L << 20, Some(GcLog(3, 4.25, 2.5, 65)), Seq("-Xmx1g"))

  test("the table holds percentiles, counts, the server's use, and what was measured on"):
    val text = Report.text(outcome, Some(use), Seq("2 cores", "Linux"))
    val back = text.linesIterator.find(_.contains("back at its sender")).getOrElse("").split(" +").toSeq
    assertEquals(back.takeRight(6), Seq("500.17", "900.20", "990.38", "999.29", "1000.34", "1,000"))
    for part <- Seq(
        "1 lost",
        "1,999 of 2,000",
        "0.40 cores",
        "200 MB resident",
        "3 collections",
        "-Xmx1g",
        "2 cores",
        "Linux"
      )
    do
      assert(text.contains(part), s"'$part' is missing in\n$text")

  test("one lost message is no flawless run"):
    assert(!outcome.count.isFlawless)
    assert(outcome.count.copy(delivered = 2000, lost = 0).isFlawless)

  test("the percentile file has a row for each step, the last one with everything"):
    val rows = Csv.latencies(outcome).linesIterator.toSeq
    assertEquals(rows.head, "series,percentile,millis,count")
    assert(rows.last.matches("at each other member,100.00000,100\\.\\d{4},100"), rows.last)

  test("the file of seconds leaves empty what is not known"):
    val unknown = outcome.copy(seconds = outcome.seconds.map(_.copy(serverCores = None, serverBytes = None)))
    assertEquals(Csv.seconds(unknown).linesIterator.toSeq.last, "1,1000,1999,0.5000,0.9900,1.0000,,")
    assert(Csv.seconds(outcome).contains(",0.500,134217728"))

  test("the chart's numbers are kept to a hundredth of a pixel"):
    assertEquals(
      Chart.rounded("M-0.0039 Q12.50000,7.125 <a x=\"10.5px\">"),
      "M-0 Q12.5,7.13 <a x=\"10.5px\">"
    )

  test("the chart is an SVG with a curve for each latency, as far as the counts allow"):
    val file = Files.createTempDirectory("eddy-bench").resolve("latency.svg")
    Chart.write(outcome, "a load", file)
    val svg = Files.readString(file)
    assert(svg.contains("<svg") && svg.trim.endsWith("</svg>"), svg.take(300))
    for colour <- Seq("rgb(11,110,153)", "rgb(217,106,29)") do assert(svg.contains(s"stroke:$colour"), colour)
    val curve = Chart.curve(histogram((1 to 100)*), 2)
    assertEquals((curve.last(0), curve.last(1).round), (2.0, 99L))
    assertEquals(curve.collectFirst { case (x, millis) if x >= 1 => millis.round }, Some(90L))
    assertEquals(Seq(0.5, 1.5, 2.5).map(Chart.label), Seq("68 %", "96.8 %", "99.68 %"))
    assertEquals((0 to 4).map(x => Chart.label(x.toDouble)), Seq("0 %", "90 %", "99 %", "99.9 %", "99.99 %"))
end ReportSuite
