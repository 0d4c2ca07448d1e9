package eddy.bench.web.run

import eddy.bench.contest.{Findings, Verdict}

import org.knowm.xchart.internal.chartpart.Chart

/** What servers are measured for, beside the workloads themselves. */
private[bench] trait Discipline:
  /** Of the goals of what was measured. */
  def verdicts(findings: Seq[Findings]): Seq[Verdict]

  /** By the names of their files; those for which there is something to draw. */
  def charts(findings: Seq[Findings]): Seq[(String, Chart[?, ?])]

  /** What stands under the figures of a workload. */
  def notes(workload: String): Seq[String]

  /** How it was measured. */
  def how(effort: Effort): Seq[String]
end Discipline
