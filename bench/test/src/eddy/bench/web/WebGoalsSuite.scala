package eddy.bench.web

import eddy.bench.actors.Fault
import eddy.bench.web.run.{Effort, Findings, Scaling, Sheet}

class WebGoalsSuite extends munit.FunSuite:
  private def plaintext(rates: (String, Double)*): Findings =
    val sheet = new Sheet("plaintext")
    for (contender, rate) <- rates do sheet.add(contender, "", "", "k req/s", more = true, rate)
    sheet.findings

  private def verdicts(findings: Findings*) =
    WebGoals(findings).verdicts.map(v => (v.goal.split(' ').last, v.met, v.found))

  test("a goal is met, not met, or open when the peer did not take part"):
    assertEquals(
      verdicts(plaintext("eddy" -> 92, "netty" -> 100, "vertx" -> 92)),
      Seq(("Netty", Some(true), "0.920x"), ("Vert.x", Some(false), "1.00x"), ("process", None, ""))
    )
    assertEquals(verdicts(), Nil)

  test("light requests are held against themselves without heavy ones"):
    val sheet = new Sheet("mix")
    for (contender, share, millis) <-
        Seq(("eddy", 0, 2.0), ("eddy", 15, 9.0), ("node", 0, 1.0), ("node", 15, 900.0))
    do
      sheet.add(contender, s"heavy=$share %", "light p99", "ms", more = false, millis)
    assertEquals(verdicts(sheet.findings).map(v => (v._2, v._3)), Seq((Some(true), "4.50x, node 900x")))

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
    val text = WebTable(Seq("eddy", "netty", "vertx")).rows(sheet.findings).mkString("\n")
    for part <- Seq("11.0", "10.0–12.0", "22.0", "0.500x", "vertx: WRONG ANSWER") do
      assert(text.contains(part), s"'$part' is missing in\n$text")

  test("wrong answers of anyone fail the run, break-downs only those of Eddy"):
    def failure(contender: String, fault: Fault) =
      val sheet = new Sheet("json")
      sheet.fault(contender, fault)
      WebSummary(Seq(sheet.findings), Nil, Nil, Effort.quick, 0, Nil).failure
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
