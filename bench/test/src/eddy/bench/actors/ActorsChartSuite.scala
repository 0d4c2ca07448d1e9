package eddy.bench.actors

import eddy.bench.Chart
import eddy.bench.actors.Reply.Done

import java.nio.file.Files

class ActorsChartSuite extends eddy.testing.PatientSuite:
  private def result(c: Configuration, nanos: (String, Long)*) =
    Result(c, nanos.map((name, n) => Entry(name, Seq(Done(1000, n, 0, Map.empty)), None)))

  private val ring = Seq(100, 10_000).map(size =>
    result(Workloads.ring(size), "eddy" -> 9_000L * size, "go" -> 70_000L * size)
  )
  private val start = Seq(100, 1000, 10_000).map(size =>
    result(Workloads.ringstart(size), "eddy" -> 100L * size, "erlang" -> 3000L * size)
  )
  private val rest = Seq(
    result(Workloads.pingpong(1), "eddy" -> 1000, "go" -> 9000, "threads" -> 20_000),
    result(Workloads.skynet(), "eddy" -> 5000, "go" -> 2500)
  )

  private def svg(results: Seq[Result], name: String): String =
    val file = Files.createTempDirectory("eddy-actors").resolve(name)
    Chart.save(ActorsChart.all(results).toMap.apply(name), file)
    Files.readString(file)

  test("there is a chart for each of the figures that have results"):
    assertEquals(
      ActorsChart.all(ring ++ start ++ rest).map(_(0)),
      Seq("ringstart.svg", "ring.svg", "ratios.svg")
    )
    assertEquals(ActorsChart.all(start).map(_(0)), Seq("ringstart.svg"))
    assertEquals(ActorsChart.all(Nil), Nil)

  test("one size makes no curve"):
    assertEquals(ActorsChart.all(ring.take(1)).map(_(0)), Nil)

  test("each contender has its curve, in its colour"):
    val text = svg(ring ++ start, "ring.svg")
    for colour <- Seq("rgb(11,110,153)", "rgb(76,140,43)") do assert(text.contains(s"stroke:$colour"), colour)
    assert(!text.contains("rgb(163,37,79)"), "Erlang has no such figure")

  test("each peer has its bars, for a ratio below one too"):
    val text = svg(rest, "ratios.svg")
    for colour <- Seq("rgb(138,138,138)", "rgb(76,140,43)") do assert(text.contains(s"fill:$colour"), colour)
end ActorsChartSuite
