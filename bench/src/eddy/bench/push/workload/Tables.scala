package eddy.bench.push.workload

import eddy.bench.contest.{Contest, Figure, Findings, Sheet}
import eddy.bench.push.MediatorSetup
import eddy.bench.push.load.{Rtt, SequenceLoad}
import eddy.bench.web.run.{Course, WebWorkload}

import org.HdrHistogram.Histogram

/** Tables II and III of the paper: threads that send one message after the other. */
private[bench] final class Tables(
    threads: Int = 4,
    messages: Int = 200,
    mediators: Seq[MediatorSetup] = MediatorSetup.all
) extends WebWorkload:
  def name: String = "tables"
  def about: String =
    s"tables II and III of the paper: $threads threads, $messages messages each in sequence; RTT and MTT"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    Mediated.each(course, sheet, mediators): (stands, setting) =>
      course.turns(sheet, stands, Mediated.rounds(course)): (stand, round) =>
        Mediated.party(course, stand, threads, threads): party =>
          val load = SequenceLoad(party, threads)
          if round < 0 then Mediated.repeatedly(course.effort.warm)(load.run(messages): Unit)
          else
            // what came before does not count
            val _ = Turnaround.of(stand)
            val times = load.run(messages)
            val all = Rtt.histogram()
            times.foreach(all.add)
            sheet.add(stand.name, setting, "RTT mean", "ms", more = false, all.getMean / 1e6)
            sheet.add(stand.name, setting, "RTT sd", "ms", more = false, all.getStdDeviation / 1e6)
            Turnaround.add(sheet, stand, setting)
            if round == 0 && stand.name == Contest.eddy then sheet.remark(byThread(setting, times))
    sheet.findings
  end run

  /** Table II: whether all threads are served alike. */
  private def byThread(setting: String, times: Seq[Histogram]): String =
    val each = times.map(t => s"${Figure(t.getMean / 1e6)} (${Figure(t.getStdDeviation / 1e6)})")
    s"eddy, $setting, RTT of each thread in ms (sd): ${each.mkString(", ")}"
end Tables
