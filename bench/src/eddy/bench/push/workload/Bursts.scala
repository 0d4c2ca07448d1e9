package eddy.bench.push.workload

import eddy.bench.contest.{Contest, Curve, Findings, Sheet}
import eddy.bench.push.MediatorSetup
import eddy.bench.push.load.{BurstLoad, Rtt}
import eddy.bench.web.run.{Course, WebWorkload}

/** Figures 7 and 8 of the paper: ever more messages at the same moment.
  *
  * @param connections each with a channel of its own, over which the messages spread evenly
  */
private[bench] final class Bursts(
    val name: String,
    connections: Int,
    counts: Seq[Int] = Bursts.counts,
    mediators: Seq[MediatorSetup] = MediatorSetup.all
) extends WebWorkload:
  def about: String =
    s"${name.replace("figure", "figure ")} of the paper: RTT of ${counts.head} to ${counts.last} concurrent messages, connections: $connections"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    var drawn = Vector.empty[(contender: String, setting: String)]
    Mediated.each(course, sheet, mediators): (stands, setting) =>
      drawn = drawn ++ stands.map(s => (s.name, setting))
      course.turns(sheet, stands, Mediated.rounds(course)): (stand, round) =>
        Mediated.party(course, stand, connections, connections): party =>
          val load = BurstLoad(party, connections)
          if round < 0 then
            for n <- counts do
              Mediated.repeatedly(course.effort.warm / counts.size)(load.run(n, Rtt.histogram()))
          else
            for n <- counts do
              val times = Rtt.histogram()
              Mediated.repeatedly(course.effort.turn / counts.size)(load.run(n, times))
              val at = Bursts.setting(setting, n)
              sheet.add(stand.name, at, Bursts.mean, "ms", more = false, times.getMean / 1e6)
              sheet.add(stand.name, at, Bursts.p99, "ms", more = false, times.getValueAtPercentile(99) / 1e6)
    val lines = sheet.findings.lines
    for (contender, setting) <- drawn.distinct do
      val points =
        for
          n <- counts
          line <- lines.find(l =>
            l.measure.setting == Bursts.setting(setting, n) && l.measure.figure == Bursts.mean
          )
          mean <- line.median(contender)
        yield (n.toDouble, mean)
      sheet.draw(Curve(name, if contender == Contest.eddy then s"eddy, $setting" else contender, points))
    sheet.findings
  end run
end Bursts

private[bench] object Bursts:
  /** The paper's, and twice as many. */
  val counts: Seq[Int] = Seq(100, 200, 300, 400, 800)
  val mean = "RTT mean"
  val p99 = "RTT p99"

  def setting(mediator: String, messages: Int): String = s"$mediator, $messages at once"
