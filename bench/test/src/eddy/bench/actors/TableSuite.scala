package eddy.bench.actors

import eddy.bench.actors.Reply.Done
import eddy.bench.contest.{Fault, Figure, Spread}

class TableSuite extends eddy.testing.PatientSuite:
  /** Samples of so many nanoseconds for a thousand operations. */
  private def entry(name: String, nanos: Long*): Entry =
    Entry(name, nanos.map(n => Done(1000, n, 1000, Map.empty)), None)

  private val rate = Metric.rate("msg", goal = Some(Goal.Times(4, Seq("slow", "slower", "absent"))))
  private val time = Metric.millis(Some(Goal.Times(1.0 / 3, Seq("slow"))))
  private val entries = Seq(
    entry("eddy", 100_000, 90_000, 110_000),
    entry("slow", 500_000),
    entry("slower", 1_000_000),
    entry("unnamed", 300_000)
  )

  private def result(metrics: Metric*)(entries: Entry*) = Result(Fakes.echo.copy(metrics = metrics), entries)

  test("a ratio says how many times better Eddy's median is, for more and for less"):
    for metric <- Seq(rate, time) do
      val comparison = Comparison(result(metric)(entries*), metric)
      val rounded = comparison.ratios.map((peer, times) => peer -> math.round(times * 100) / 100.0)
      assertEquals(rounded, Seq("slow" -> 5.0, "slower" -> 10.0, "unnamed" -> 3.0))
      assertEquals(comparison.best.map(_.peer), Some("unnamed"))

  test("a goal is held against the best of those that it names"):
    val met = Comparison(result(rate)(entries*), rate).verdict
    assertEquals(
      met.map(v => (v.met, v.decisive.map(_.peer), v.missing)),
      Some((Some(true), Some("slow"), Seq("absent")))
    )
    val close = result(rate)(entries :+ entry("absent", 399_000)*)
    assertEquals(Comparison(close, rate).verdict.map(v => (v.met, v.missing)), Some((Some(false), Nil)))

  test("a goal below one allows Eddy to be so many times slower, and no more"):
    for (nanos, met) <- Seq(1_499_000L -> true, 1_501_000L -> false) do
      val verdict = Comparison(result(time)(entry("eddy", nanos), entry("slow", 500_000)), time).verdict
      assertEquals(verdict.flatMap(_.met), Some(met))

  test("a goal without those that it names is open; a limit needs nobody"):
    assertEquals(Comparison(result(rate)(entries.head), rate).verdict.map(_.met), Some(None))
    val limited = time.copy(goal = Some(Goal.AtMost(0.1)))
    assertEquals(Comparison(result(limited)(entries.head), limited).verdict.map(_.met), Some(Some(true)))
    val slower = result(limited)(entry("eddy", 100_001))
    assertEquals(Comparison(slower, limited).verdict.map(_.met), Some(Some(false)))

  test("several floors are held against each peer, and the one that comes nearest to its own decides"):
    def verdict(floors: (String, Double)*) =
      val metric = Metric.rate("msg", goal = Some(Goal.Floors(floors)))
      Comparison(result(metric)(entries*), metric).verdict.map(v =>
        (v.met, v.decisive.map(_.peer), v.missing)
      )
    assertEquals(verdict("slow" -> 4, "slower" -> 9), Some((Some(true), Some("slower"), Nil)))
    assertEquals(verdict("slow" -> 6, "slower" -> 9), Some((Some(false), Some("slow"), Nil)))
    assertEquals(verdict("absent" -> 1), Some((None, None, Seq("absent"))))

  test("a rate may have a floor of its own"):
    for (least, met) <- Seq(9.9 -> true, 10.1 -> false) do
      val metric = Metric.rate("msg", goal = Some(Goal.AtLeast(least)))
      assertEquals(Comparison(result(metric)(entries.head), metric).verdict.flatMap(_.met), Some(met))

  test("a peer without figures has no ratio, and Eddy without figures none at all"):
    val broken = Entry("slow", Nil, Some(Fault.Broken("it hung")))
    assertEquals(Comparison(result(rate)(entries.head, broken), rate).ratios, Nil)
    assertEquals(Comparison(result(rate)(entries.tail*), rate).best, None)

  test("a spread has the median, of an even number the mean of the middle two"):
    assertEquals(Spread.of(Seq(3, 1, 2)), Some(Spread(2, 1, 3, 3)))
    assertEquals(Spread.of(Seq(4, 1, 2, 3)), Some(Spread(2.5, 1, 4, 4)))
    assertEquals(Spread.of(Nil), None)

  test("a row has the medians, the best peer's ratio and the goal, and under it where the samples went"):
    val rows = Table(entries.map(_.contender)).rows(result(rate)(entries*), 0)
    assertEquals(
      rows.map(_.split(" {2,}").toSeq.filter(_.nonEmpty)),
      Seq(
        Seq("echo size=1", "M msg/s", "10.0", "2.00", "1.00", "3.33", "3.00x unnamed") :+
          "≥ 4x met (5.00x slow; without absent)",
        Seq("9.09–11.1")
      )
    )

  test("a fault is a mark in the row, and a note with the same number"):
    val faults = Seq(Fault.Unable("no stack"), Fault.Wrong("WRONG ANSWER 1"), Fault.Broken("it hung"))
    val broken = faults.zipWithIndex.map((f, i) => Entry(s"c$i", Nil, Some(f)))
    val one = result(rate)(broken*)
    val row = Table(broken.map(_.contender)).rows(one, 2).head
    assertEquals(row.split(" {2,}").toSeq.drop(2), Seq("- [3]", "WRONG [4]", "- [5]"))
    assertEquals(
      Table.notes(Seq(one)),
      Seq(
        "[1] c0 at echo size=1: no stack",
        "[2] c1 at echo size=1: WRONG ANSWER 1",
        "[3] c2 at echo size=1: it hung"
      )
    )

  test("figures have three digits that mean something"):
    val shown = Seq(0.0, 0.04567, 0.99951, 1.2345, 9.996, 12.345, 99.96, 123.4, 1234567.8).map(Figure(_))
    assertEquals(shown, Seq("0", "0.046", "1.00", "1.23", "10.0", "12.3", "100", "123", "1,234,568"))

  test("replies are told from other lines"):
    assertEquals(Reply.parse("done 10 20 30"), Some(Done(10, 20, 30, Map.empty)))
    assertEquals(
      Reply.parse("done 10 20 30 heap=5 rss=-6"),
      Some(Done(10, 20, 30, Map("heap" -> 5.0, "rss" -> -6.0)))
    )
    assertEquals(Reply.parse("error it has no  stack"), Some(Reply.Error("it has no stack")))
    for line <- Seq("", "done", "done 1 2", "done 1 0 3", "done a 2 3", "done 1 2 3 heap", "[warning] x") do
      assertEquals(Reply.parse(line), None, line)
end TableSuite
