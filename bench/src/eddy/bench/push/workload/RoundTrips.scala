package eddy.bench.push.workload

import eddy.bench.Schedule
import eddy.bench.contest.{Findings, Sheet}
import eddy.bench.push.load.RateLoad
import eddy.bench.web.run.{Course, Heap, Launch, WebWorkload}
import eddy.bench.web.workload.Taken

/** Publications at a fixed rate, each to all of its channel, whatever became of those before.
  *
  * @param rates publications a second
  */
private[bench] final class RoundTrips(
    clients: Int = 100,
    channels: Int = 10,
    rates: Seq[Int] = Seq(500, 1000, 2000)
) extends WebWorkload:
  def name: String = "rtt"
  def about: String =
    s"publications at fixed rates, $clients clients in $channels channels: percentiles of the time from when each was due"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val stands = Mediated.stands(course, sheet, Launch(course.cores, Heap.Roomy))
    for rate <- rates.filter(r => !course.effort.quick || r == rates(rates.size / 2)) do
      course.turns(sheet, stands.filter(_.isAlive), rounds = 1): (stand, round) =>
        Mediated.party(course, stand, clients, channels): party =>
          val load = new RateLoad(party, clients)
          if round < 0 then load.run(Schedule.during(rate, course.effort.warm.toMillis / 1000.0)): Unit
          else
            val taken = new Taken(stand)
            taken.look()
            val times = load.run(Schedule.during(rate, course.effort.open.toMillis / 1000.0))
            taken.look()
            val setting = f"at $rate%,d/s"
            for (percentile, figure) <- Seq(50.0 -> "p50", 99.0 -> "p99", 99.9 -> "p99.9", 100.0 -> "max") do
              sheet.add(
                stand.name,
                setting,
                figure,
                "ms",
                more = false,
                times.getValueAtPercentile(percentile) / 1e6
              )
            val each = taken.cpuNanos / 1e3 / times.getTotalCount
            sheet.add(stand.name, setting, "server CPU", "µs/msg", more = false, each)
    end for
    sheet.findings
  end run
end RoundTrips
