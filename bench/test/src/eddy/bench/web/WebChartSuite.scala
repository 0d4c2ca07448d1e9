package eddy.bench.web

import eddy.bench.contest.{Curve, Findings, Sheet}

import scala.jdk.CollectionConverters.*

class WebChartSuite extends eddy.testing.PatientSuite:
  private def drawn(charts: String*): Seq[Findings] =
    val sheet = new Sheet("kernels")
    for chart <- charts do sheet.draw(Curve(chart, "eddy", Seq((100.0, 5.0), (400.0, 9.0))))
    Seq(sheet.findings)

  private def curves(charts: String*): Map[String, Seq[String]] =
    WebChart.all(drawn(charts*)).map((file, chart) => file -> chart.getSeriesMap.keySet.asScala.toSeq).toMap

  test("where the papers give numbers they stand beside ours, in the same chart"):
    assertEquals(
      curves("kernels-throughput")("kernels-throughput.svg"),
      Seq("eddy", "Node.Scala paper: 1 loop")
    )
    assertEquals(curves("onsystem-5000")("onsystem-5000.svg"), Seq("eddy", "thesis: one request"))
    assertEquals(curves("offsystem-1000")("offsystem-1000.svg").size, 3)

  test("there is a chart of theirs only where there is one of ours"):
    assertEquals(curves("stateful").keySet, Set("stateful.svg"))
    assertEquals(curves(), Map.empty)
end WebChartSuite
