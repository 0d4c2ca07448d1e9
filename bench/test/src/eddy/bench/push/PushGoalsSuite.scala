package eddy.bench.push

import eddy.bench.contest.{Findings, Sheet}
import eddy.bench.push.workload.{Bursts, Fanout}

class PushGoalsSuite extends eddy.testing.PatientSuite:
  private def judged(findings: Findings*) =
    PushGoals(findings).verdicts.map(v => (v.goal.takeWhile(_ != ' '), v.met, v.found))

  private def fanout(rates: (String, Double)*): Findings =
    val sheet = new Sheet("fanout")
    for (contender, rate) <- rates; n <- Seq(100, Fanout.decisive) do
      // of few subscribers it says nothing
      sheet.add(contender, Fanout.setting(n), "", "k msg/s", more = true, if n == 100 then 1 else rate)
    sheet.findings

  test("fan-out is held against each peer, and stays open without it"):
    assertEquals(
      judged(fanout("eddy" -> 300, "centrifugo" -> 200, "socket.io" -> 100)),
      Seq(("fanout", Some(true), "1.50x"), ("fanout", Some(false), "3.00x"))
    )
    assertEquals(judged(fanout("eddy" -> 300)).map(_._2), Seq(None, None))
    assertEquals(judged(), Nil)

  test("the round trip of 400 messages counts for each mediator, in the delivery that takes longest"):
    val sheet = new Sheet("figure7")
    for (setting, ms) <-
        Seq("memory push" -> 5.0, "memory pull" -> 25.0, "redis push" -> 12.0, "redis pull" -> 26.0)
    do
      sheet.add("eddy", Bursts.setting(setting, 400), Bursts.p99, "ms", more = false, ms)
      sheet.add("eddy", Bursts.setting(setting, 800), Bursts.p99, "ms", more = false, 100)
      sheet.add("centrifugo", Bursts.setting(setting, 400), Bursts.p99, "ms", more = false, 1000)
    val verdicts = judged(sheet.findings)
    assertEquals(verdicts.size, MediatorSetup.all.size)
    assertEquals(
      verdicts.take(3).map(v => (v._2, v._3)),
      Seq((Some(true), "25.0 ms, 100x"), (Some(false), "26.0 ms, 96.2x"), (None, ""))
    )

  test("an idle subscription is weighed in KB"):
    def idle(bytes: Double) =
      val sheet = new Sheet("idle")
      sheet.add("eddy", "connections=10", "", "B/conn", more = false, bytes)
      sheet.add("eddy", "connections=10", "server", "MB", more = false, 99)
      judged(sheet.findings)
    assertEquals(idle(8192), Seq(("idle", Some(true), "8.00 KB")))
    assertEquals(idle(8200).map(_._2), Seq(Some(false)))

  test("every workload stands in the listing, and has what the paper says of it"):
    for name <- PushBench.bench.workloads ++ PushBench.bench.contenders ++ MediatorSetup.all.map(_.name) do
      assert(PushBench.bench.listing.contains(s"  $name"), name)
    for name <- Seq("tables", "figure7", "figure8", "figure9") do
      assert(PushDiscipline.notes(name).nonEmpty, name)
end PushGoalsSuite
