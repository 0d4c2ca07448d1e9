package eddy.bench.web

import eddy.bench.contest.{Figure, Findings, Line, Verdict}
import eddy.bench.web.run.WebContender
import eddy.bench.web.workload.{OffSystem, OpenRun}

/** What Eddy set out to reach, as ratios of medians in one run. */
private[web] final class WebGoals(findings: Seq[Findings]):
  private val eddy = WebContender.eddy
  private val lines = findings.flatMap(_.lines)

  private def line(workload: String, figure: String, setting: String => Boolean): Option[Line] =
    lines.filter(l =>
      l.workload == workload && l.measure.figure == figure && setting(l.measure.setting)
    ).lastOption

  /** Those of workloads that were measured. */
  def verdicts: Seq[Verdict] =
    val all =
      Seq("plaintext", "json").flatMap(throughput) ++ mix ++ Seq(loops) ++ stateful ++ offSystem :+ idle
    all.filter((workload, _) => findings.exists(_.workload == workload)).map(_(1))

  private def throughput(workload: String): Seq[(String, Verdict)] =
    val main = line(workload, "", _ => true)
    Seq(
      ("netty", 0.9, "at least 0.9 of raw Netty", false),
      ("vertx", 1.0, "above Vert.x", true),
      ("node", 3.0, "at least 3 times Node, one process", false)
    ).map: (peer, times, text, above) =>
      workload -> Verdict.ratio(
        s"$workload $text",
        main.flatMap(_.ratio(peer)),
        if above then _ > times else _ >= times
      )

  private def mix: Seq[(String, Verdict)] =
    val mine = slowed(eddy)
    val refused = worst(eddy, "mix", _ => true, OpenRun.refused, OpenRun.lost)
    val others = WebContender.names.filterNot(_ == eddy).filterNot(_ == "node").flatMap: peer =>
      slowed(peer).map(times => s"$peer ${Figure.times(times)}")
    val own = Verdict.ratio("mix light requests keep p99 under 5 times that without heavy ones", mine, _ < 5)
    val heard = Seq(own.found) ++ Option.when(refused > 0)(s"${Figure(refused)} % refused or lost") ++ others
    val node = Verdict.ratio("mix Node's, one process, does not", slowed("node"), _ >= 5)
    Seq(
      "mix" -> own.copy(
        found = heard.filter(_.nonEmpty).mkString(", "),
        // who refuses requests has few to keep waiting
        met = own.met.map(_ && refused == 0)
      ),
      "mix" -> node
    )

  /** How many times the p99 of light requests without heavy ones it is with them, at the share where it is worst. */
  private def slowed(contender: String): Option[Double] =
    val light = lines.filter(l => l.workload == "mix" && l.measure.figure == "light p99")
    val (free, busy) = light.partition(_.measure.setting == "heavy=0 %")
    val slow = busy.map(_.median(contender))
    for
      base <- free.headOption.flatMap(_.median(contender)) if base > 0
      most <- slow.flatten.maxOption if slow.forall(_.isDefined)
    yield most / base

  /** The largest of these shares. */
  private def worst(
      contender: String,
      workload: String,
      setting: String => Boolean,
      figures: String*
  ): Double =
    val shares =
      lines.filter(l =>
        l.workload == workload && figures.contains(l.measure.figure) && setting(l.measure.setting)
      )
    shares.flatMap(_.median(contender)).maxOption.getOrElse(0.0)

  private def loops =
    val gain = line("kernels", "", _.contains("loops : 1")).flatMap(_.median(eddy))
    "kernels" -> Verdict.ratio(
      "kernels all loops at least 0.95 times their number of one (1.9 for two)",
      gain,
      _ >= 0.95 * cores
    )

  private def cores = math.max(2, Runtime.getRuntime.availableProcessors)

  private def stateful =
    val loses = line("stateful", "loses", _.startsWith("park")).flatMap(_.median(eddy))
    val keys = line("stateful", "loops : 1 loop", _.startsWith("park")).flatMap(_.median(eddy))
    Seq(
      "stateful" -> Verdict(
        "stateful requests without conflicts lose at most 3 % beside exclusive ones",
        loses.fold("")(l => s"${Figure(l)} %"),
        loses.map(_ <= 3)
      ),
      "stateful" -> Verdict.ratio(
        "stateful 100 % exclusive on different keys scale as the kernels do",
        keys,
        _ >= 0.95 * cores
      )
    )

  /** For each rate to which the load rose. A hundredth of the delay, which all have, is within what one go can tell. */
  private def offSystem: Seq[(String, Verdict)] =
    val spring = "jetty-virtual"
    val measured =
      lines.filter(l => l.workload == "offsystem" && l.measure.figure == "p99").map(_.measure.setting)
        .filter(_.startsWith("to ")).distinct
    val settings = if measured.isEmpty then Seq(OffSystem.setting(OffSystem.decisive)) else measured
    settings.flatMap: setting =>
      def times(figure: String) = line("offsystem", figure, _ == setting).flatMap(_.ratio(spring))
      def missed(of: String) = worst(of, "offsystem", _ == setting, OpenRun.refused, OpenRun.lost)
      val latencies = Seq("p50", "p99", "mean at top").flatMap(figure => times(figure).map(figure -> _))
      val answered = missed(eddy) <= missed(spring)
      val found = latencies.map((figure, t) => s"$figure ${Figure.times(t)}") ++
        Option.unless(answered)(s"${Figure(missed(eddy))} % refused or lost")
      Seq(
        "offsystem" -> Verdict(
          s"offsystem $setting as good as Spring on virtual threads, within 1 %",
          found.mkString(", "),
          Option.when(latencies.nonEmpty)(answered && latencies.forall(_(1) >= 0.99))
        ),
        "offsystem" -> Verdict.ratio(
          s"offsystem $setting at a fifth of its memory",
          times("peak memory"),
          _ >= 5
        )
      )
  end offSystem

  private def idle =
    val bytes = line("idle", "", _ => true).flatMap(_.median(eddy))
    "idle" -> Verdict(
      "idle connection at most 6 KB",
      bytes.fold("")(b => s"${Figure(b / 1024)} KB"),
      bytes.map(_ <= 6 * 1024)
    )
end WebGoals
