package eddy.bench.push

import eddy.bench.contest.{Findings, Verdict}
import eddy.bench.push.workload.Paper
import eddy.bench.web.run.{Discipline, Effort}

import org.knowm.xchart.internal.chartpart.Chart

/** `./eddy bench push`. */
private[push] object PushDiscipline extends Discipline:
  def verdicts(findings: Seq[Findings]): Seq[Verdict] = PushGoals(findings).verdicts
  def charts(findings: Seq[Findings]): Seq[(String, Chart[?, ?])] = PushChart.all(findings)
  def notes(workload: String): Seq[String] = Paper.notes(workload)

  def how(effort: Effort): Seq[String] = Seq(
    s"fanout: medians of ${effort.rounds} rounds of ${effort.turn} for each, turn by turn, after ${effort.warm} of load; the paper's " +
      s"figures: of ${math.min(3, effort.rounds)} rounds",
    s"rtt: ${effort.open} at a fixed rate, once, after ${effort.warm}; from when a publication was due, to each who got it"
  )
end PushDiscipline
