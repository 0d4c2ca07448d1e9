package eddy.bench.web

import eddy.bench.contest.{Fault, Findings, Sheet}
import eddy.bench.web.run.{Effort, Scaling, ServerSummary, ServerTable}

class WebGoalsSuite extends eddy.testing.PatientSuite:
  private def plaintext(rates: (String, Double)*): Findings =
    val sheet = new Sheet("plaintext")
    for (contender, rate) <- rates do sheet.add(contender, "", "", "k req/s", more = true, rate)
    sheet.findings

  private def verdicts(findings: Findings*) =
    WebGoals(findings).verdicts.map(v => (v.goal.split(' ').last, v.met, v.found))

  private def mix(figures: (String, Double, Double)*): Sheet =
    val sheet = new Sheet("mix")
    for (contender, free, busy) <- figures; (share, millis) <- Seq(0 -> free, 15 -> busy) do
      sheet.add(contender, s"heavy=$share %", "light p99", "ms", more = false, millis)
    sheet

  test("a goal is met, not met, or open when the peer did not take part"):
    assertEquals(
      verdicts(plaintext("eddy" -> 92, "netty" -> 100, "vertx" -> 92)),
      Seq(("Netty", Some(true), "0.920x"), ("Vert.x", Some(false), "1.00x"), ("process", None, ""))
    )
    assertEquals(verdicts(), Nil)

  test("light requests are held against themselves without heavy ones"):
    val figures = Seq(("eddy", 2.0, 9.0), ("node", 1.0, 900.0), ("vertx-worker", 2.0, 6.0))
    assertEquals(
      verdicts(mix(figures*).findings).map(v => (v._2, v._3)),
      Seq((Some(true), "4.50x, vertx-worker 3.00x"), (Some(true), "900x"))
    )

  test("light requests that are refused do not keep a goal"):
    val sheet = mix(("eddy", 2.0, 9.0))
    sheet.add("eddy", "heavy=15 %", "refused", "%", more = false, 40)
    assertEquals(
      verdicts(sheet.findings).map(v => (v._2, v._3)),
      Seq((Some(false), "4.50x, 40.0 % refused or lost"), (None, ""))
    )

  test("light requests that have no latency among heavy ones leave the goal open"):
    val sheet = mix(("eddy", 2.0, Double.NaN), ("node", 1.0, 2.0))
    assertEquals(verdicts(sheet.findings).map(_._2), Seq(None, Some(false)))

  test("off-system figures count by each of them, unless what is hard is refused"):
    def judged(p99: Double, refused: Double) =
      val sheet = new Sheet("offsystem")
      for (contender, values) <-
          Seq("eddy" -> Seq(171.0, p99, 172.0, 60.0), "jetty-virtual" -> Seq(170.0, 180.0, 175.0, 300.0))
      do
        for (figure, value) <- Seq("p50", "p99", "mean at top", "peak memory").zip(values) do
          sheet.add(contender, "to 1000/s", figure, "ms", more = false, value)
      sheet.add("eddy", "to 1000/s", "refused", "%", more = false, refused)
      WebGoals(Seq(sheet.findings)).verdicts.map(_.met)
    assertEquals(judged(175, 0), Seq(Some(true), Some(true)))
    assertEquals(judged(185, 0), Seq(Some(false), Some(true)))
    assertEquals(judged(175, 1), Seq(Some(false), Some(true)))

  test("ratios say how many times better Eddy is, whether more or less is better"):
    val sheet = new Sheet("offsystem")
    for (contender, millis) <- Seq("eddy" -> 2.0, "vertx" -> 3.0) do
      sheet.add(contender, "to 1000/s", "p99", "ms", more = false, millis)
    assertEquals(sheet.findings.lines.head.ratio("vertx"), Some(1.5))
    assertEquals(plaintext("eddy" -> 3, "vertx" -> 2).lines.head.ratio("vertx"), Some(1.5))

  test("the table has a column for each contender, spreads and ratios, and says what went wrong"):
    val sheet = new Sheet("json")
    for rate <- Seq(10.0, 12.0, 11.0) do sheet.add("eddy", "", "", "k req/s", more = true, rate)
    sheet.add("netty", "", "", "k req/s", more = true, 22)
    sheet.fault("vertx", Fault.Wrong("WRONG ANSWER"))
    val text =
      ServerTable(Seq("eddy", "netty", "vertx", "node"), _ => Nil).block(sheet.findings).mkString("\n")
    for part <- Seq("11.0", "10.0–12.0", "22.0", "0.500x", "vertx: WRONG ANSWER") do
      assert(text.contains(part), s"'$part' is missing in\n$text")
    assert(!text.contains("node"), s"a column for who did not take part:\n$text")

  test("wrong answers of anyone fail the run, break-downs only those of Eddy"):
    def failure(contender: String, fault: Fault) =
      val sheet = new Sheet("json")
      sheet.fault(contender, fault)
      ServerSummary(Seq(sheet.findings), Nil, Nil, Effort.quick, 0, Nil, WebDiscipline).failure
    assert(failure("netty", Fault.Wrong("x")).isDefined)
    assert(failure("netty", Fault.Broken("x")).isEmpty)
    assert(failure("eddy", Fault.Broken("x")).isDefined)
    assert(failure("eddy", Fault.Unable("x")).isEmpty)

  test("Amdahl's law: what scales fully stays so, what does not levels off"):
    assertEquals(Scaling(2, 2).times(32), 32.0)
    assertEquals(Scaling(2, 2.1).times(32), 32.0)
    assertEqualsDouble(Scaling(2, 1.9).serial, 0.0526, 0.0001)
    assertEqualsDouble(Scaling(2, 1.9).times(2), 1.9, 1e-9)
    assertEqualsDouble(Scaling(4, 1).times(32), 1, 1e-9)
end WebGoalsSuite
