package eddy.bench.push.workload

import eddy.bench.contest.{Contest, Curve, Findings, Sheet}
import eddy.bench.push.MediatorSetup
import eddy.bench.push.load.{BurstLoad, Rtt}
import eddy.bench.web.run.{Course, Stand, WebWorkload}

import org.HdrHistogram.Histogram

/** Figure 9 of the paper: many messages at the same moment, on few connections; and a third of them on one. */
private[bench] final class Figure9(
    connections: Int = 3,
    each: Int = 200,
    mediators: Seq[MediatorSetup] = MediatorSetup.all
) extends WebWorkload:
  private val messages = connections * each
  def name: String = "figure9"
  def about: String =
    s"figure 9 of the paper: RTT and MTT of $messages concurrent messages on $connections connections, and of $each on one"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    Mediated.each(course, sheet, mediators): (stands, setting) =>
      val curves = stands.map(_.name -> Rtt.histogram()).toMap
      course.turns(sheet, stands, Mediated.rounds(course)): (stand, round) =>
        val time = if round < 0 then course.effort.warm else course.effort.turn
        def burst(size: Int, n: Int): Histogram =
          val times = Rtt.histogram()
          Mediated.party(course, stand, size, size): party =>
            Mediated.repeatedly(time / 2)(BurstLoad(party, size).run(n, times))
          times
        val baseline = burst(1, each)
        val _ = Turnaround.of(stand)
        val times = burst(connections, messages)
        if round >= 0 then
          add(sheet, stand, s"$setting, $messages at once", times)
          Turnaround.add(sheet, stand, s"$setting, $messages at once")
          add(sheet, stand, s"$setting, $each on one", baseline)
          curves(stand.name).add(times)
      for stand <- stands do sheet.draw(curve(stand.name, setting, curves(stand.name)))
    sheet.findings
  end run

  private def add(sheet: Sheet, stand: Stand, setting: String, times: Histogram): Unit =
    sheet.add(stand.name, setting, "RTT mean", "ms", more = false, times.getMean / 1e6)
    sheet.add(stand.name, setting, "RTT p99", "ms", more = false, times.getValueAtPercentile(99) / 1e6)

  /** The messages of a burst, the soonest first. */
  private def curve(contender: String, setting: String, times: Histogram): Curve =
    val step = math.max(1, messages / 30)
    val points = (step to messages by step).map: n =>
      (n.toDouble, times.getValueAtPercentile(100.0 * n / messages) / 1e6)
    Curve(name, if contender == Contest.eddy then s"eddy, $setting" else contender, points)
end Figure9
