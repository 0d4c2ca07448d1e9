package eddy.bench.push

import eddy.bench.contest.{Contest, Figure, Findings, Line, Verdict}
import eddy.bench.push.workload.{Bursts, Fanout, Paper}

/** What Eddy set out to reach. */
private[push] final class PushGoals(findings: Seq[Findings]):
  private val lines = findings.flatMap(_.lines)

  /** Those of workloads that were measured. */
  def verdicts: Seq[Verdict] =
    val all = Seq("figure7" -> roundTrips, "fanout" -> fanout, "idle" -> Seq(idle))
    all.filter((workload, _) => findings.exists(_.workload == workload)).flatMap(_(1))

  /** For each mediator, by the delivery that takes longest. */
  private def roundTrips: Seq[Verdict] =
    val most = Paper.quickest / 100
    MediatorSetup.all.map: mediator =>
      val p99s = lines.filter(l => l.workload == "figure7" && l.measure.figure == Bursts.p99)
        .filter(l =>
          l.measure.setting.startsWith(s"${mediator.name} ") && l.measure.setting.endsWith(", 400 at once")
        )
        .flatMap(_.median(Contest.eddy))
      val worst = p99s.maxOption
      Verdict(
        s"figure7 RTT p99 of 400 at once, ${mediator.name}, at least 100 times below the paper's 2,500 ms",
        worst.fold("")(ms => s"${Figure(ms)} ms, ${Figure.times(Paper.quickest / ms)}"),
        worst.map(_ <= most)
      )

  private def fanout: Seq[Verdict] =
    val line = lines.find: l =>
      l.workload == "fanout" && l.measure.figure.isEmpty && l.measure.setting == Fanout.setting(
        Fanout.decisive
      )
    def against(peer: String, times: Double, text: String) =
      Verdict.ratio(s"fanout deliveries/s $text", line.flatMap(_.ratio(peer)), _ >= times)
    Seq(
      against(PushContenders.centrifugo, 1.5, "at least 1.5 times Centrifugo"),
      against(PushContenders.socketIo, 4, "at least 4 times Socket.IO")
    )

  private def idle: Verdict =
    val bytes = idleLine.flatMap(_.median(Contest.eddy))
    Verdict(
      "idle subscription at most 8 KB",
      bytes.fold("")(b => s"${Figure(b / 1024)} KB"),
      bytes.map(_ <= 8 * 1024)
    )

  private def idleLine: Option[Line] = lines.find(l => l.workload == "idle" && l.measure.figure.isEmpty)
end PushGoals
