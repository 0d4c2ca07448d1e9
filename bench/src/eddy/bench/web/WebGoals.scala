package eddy.bench.web

import eddy.bench.actors.Figure
import eddy.bench.web.run.{Findings, Line, WebContender}

/** Whether a goal was met.
  *
  * @param found what it is held against; empty when nothing was found out
  * @param met none when what it is about was not measured
  */
private[web] final case class WebVerdict(goal: String, found: String, met: Option[Boolean])

/** What Eddy set out to reach, as ratios of medians in one run. */
private[web] final class WebGoals(findings: Seq[Findings]):
  private val eddy = WebContender.eddy
  private val lines = findings.flatMap(_.lines)

  private def line(workload: String, figure: String, setting: String => Boolean): Option[Line] =
    lines.filter(l =>
      l.workload == workload && l.measure.figure == figure && setting(l.measure.setting)
    ).lastOption

  /** Those of workloads that were measured. */
  def verdicts: Seq[WebVerdict] =
    val all = Seq("plaintext", "json").flatMap(throughput) ++ Seq(mix, loops) ++ stateful ++ offSystem :+ idle
    all.filter((workload, _) => findings.exists(_.workload == workload)).map(_(1))

  private def throughput(workload: String): Seq[(String, WebVerdict)] =
    val main = line(workload, "", _ => true)
    Seq(
      ("netty", 0.9, "at least 0.9 of raw Netty", false),
      ("vertx", 1.0, "above Vert.x", true),
      ("node", 3.0, "at least 3 times Node, one process", false)
    ).map: (peer, times, text, above) =>
      workload -> ratio(
        s"$workload $text",
        main.flatMap(_.ratio(peer)),
        if above then _ > times else _ >= times
      )

  private def mix =
    def light(share: Int, of: String) = line("mix", "light p99", _ == s"heavy=$share %").flatMap(_.median(of))
    def slowed(of: String) = for busy <- light(15, of); free <- light(0, of) if free > 0 yield busy / free
    val others = Seq("node", "vertx").flatMap(peer => slowed(peer).map(t => s"$peer ${Figure.times(t)}"))
    val verdict =
      ratio(
        "mix p99 of light requests with 15 % heavy ones at most 5 times that without",
        slowed(eddy),
        _ <= 5
      )
    "mix" -> verdict.copy(found = (verdict.found +: others).filter(_.nonEmpty).mkString(", "))

  private def loops =
    val gain = line("kernels", "", _.contains("loops : 1")).flatMap(_.median(eddy))
    "kernels" -> ratio(
      "kernels all loops at least 0.95 times their number of one (1.9 for two)",
      gain,
      _ >= 0.95 * cores
    )

  private def cores = math.max(2, Runtime.getRuntime.availableProcessors)

  private def stateful =
    val loses = line("stateful", "loses", _.startsWith("park")).flatMap(_.median(eddy))
    val keys = line("stateful", "loops : 1 loop", _.startsWith("park")).flatMap(_.median(eddy))
    Seq(
      "stateful" -> WebVerdict(
        "stateful requests without conflicts lose at most 3 % beside exclusive ones",
        loses.fold("")(l => s"${Figure(l)} %"),
        loses.map(_ <= 3)
      ),
      "stateful" -> ratio(
        "stateful 100 % exclusive on different keys scale as the kernels do",
        keys,
        _ >= 0.95 * cores
      )
    )

  private def offSystem =
    val latency = line("offsystem", "p99", _.startsWith("to 1000/s"))
    val memory = line("offsystem", "peak memory", _.startsWith("to 1000/s"))
    Seq(
      "offsystem" -> ratio(
        "offsystem p99 at least as good as Spring on virtual threads",
        latency.flatMap(_.ratio("jetty-virtual")),
        _ >= 1
      ),
      "offsystem" -> ratio(
        "offsystem at a fifth of its memory",
        memory.flatMap(_.ratio("jetty-virtual")),
        _ >= 5
      )
    )

  private def idle =
    val bytes = line("idle", "", _ => true).flatMap(_.median(eddy))
    "idle" -> WebVerdict(
      "idle connection at most 6 KB",
      bytes.fold("")(b => s"${Figure(b / 1024)} KB"),
      bytes.map(_ <= 6 * 1024)
    )

  private def ratio(goal: String, times: Option[Double], met: Double => Boolean): WebVerdict =
    WebVerdict(goal, times.fold("")(Figure.times), times.map(met))
end WebGoals

private[web] object WebGoals:
  def text(verdicts: Seq[WebVerdict]): Seq[String] =
    if verdicts.isEmpty then Nil
    else
      val width = verdicts.map(_.goal.length).max
      val counts = Seq("met" -> Some(true), "not met" -> Some(false), "open" -> None).map: (name, met) =>
        s"${verdicts.count(_.met == met)} $name"
      counts.mkString(", ") +: verdicts.map: v =>
        val mark = v.met.fold("open")(if _ then "met" else "NOT MET")
        s"${v.goal.padTo(width, ' ')}  ${mark.padTo(8, ' ')} ${v.found}".stripTrailing
