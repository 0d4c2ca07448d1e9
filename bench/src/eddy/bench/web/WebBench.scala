package eddy.bench.web

import eddy.bench.Machine
import eddy.bench.contest.{Contest, LeftOut}
import eddy.bench.web.run.{Effort, ServerContest, WebContender, WebWorkload}

import java.io.PrintStream
import java.nio.file.Path

/** Measures Eddy's web server beside its peers. Writes the table to `out` and to summary.txt; and results.csv, samples.csv and charts.
  * What is measured is on disk at once, so that a run that is stopped leaves what it had.
  *
  * @param folder for the files, made if need be
  * @param home the checkout, from which the contenders are built
  * @param live whether `out` is a terminal
  */
final class WebBench(plan: WebPlan, folder: Path, home: Path, out: PrintStream, live: Boolean):
  private val contest = new Contest(folder, out, live)

  /** True when no contender gave a wrong answer, and Eddy did not break down.
    *
    * @throws eddy.bench.BenchFailure when the run is impossible
    */
  def run(): Boolean =
    val machine = Machine.describe(Some(home))
    val (contenders, leftOut) = contest.contenders(home)(WebContenders.make(_, plan.contenderNames))
    measure(plan.workloads, contenders, leftOut, plan.effort, machine)

  /** As [[run]], with contenders that are there. */
  private[web] def measure(
      workloads: Seq[WebWorkload],
      contenders: Seq[WebContender],
      leftOut: Seq[LeftOut],
      effort: Effort,
      machine: Seq[String]
  ): Boolean =
    new ServerContest(WebDiscipline, contest, folder).measure(workloads, contenders, leftOut, effort, machine)
end WebBench
