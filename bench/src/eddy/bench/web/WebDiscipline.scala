package eddy.bench.web

import eddy.bench.contest.{Findings, Verdict}
import eddy.bench.web.run.{Discipline, Effort}
import eddy.bench.web.workload.Papers

import org.knowm.xchart.internal.chartpart.Chart

/** `./eddy bench web`. */
private[web] object WebDiscipline extends Discipline:
  def verdicts(findings: Seq[Findings]): Seq[Verdict] = WebGoals(findings).verdicts
  def charts(findings: Seq[Findings]): Seq[(String, Chart[?, ?])] = WebChart.all(findings)
  def notes(workload: String): Seq[String] = Papers.notes(workload)

  def how(effort: Effort): Seq[String] = Seq(
    s"closed loops: medians of ${effort.rounds} rounds of ${effort.turn} for each, turn by turn, after ${effort.warm} of load",
    s"open loops: ${effort.open} at a fixed rate, ${effort.ramp} at a rising one, once each; latencies from when a request was due"
  )
