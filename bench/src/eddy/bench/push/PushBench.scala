package eddy.bench.push

import eddy.bench.Machine
import eddy.bench.contest.{Contest, LeftOut}
import eddy.bench.web.run.{Effort, ServerContest, WebContender, WebWorkload}

import java.io.PrintStream
import java.nio.file.Path

/** Measures Eddy's channels beside Centrifugo and Socket.IO, and with each mediator as the paper did. Writes the table to `out` and to
  * summary.txt; and results.csv, samples.csv and charts. What is measured is on disk at once.
  *
  * @param folder for the files, made if need be
  * @param home the checkout, from which the contenders are built
  * @param live whether `out` is a terminal
  */
final class PushBench(plan: PushPlan, folder: Path, home: Path, out: PrintStream, live: Boolean):
  private val contest = new Contest(folder, out, live)

  /** True when no contender lost, doubled, changed or misplaced a message, and Eddy did not break down.
    *
    * @throws eddy.bench.BenchFailure when the run is impossible
    */
  def run(): Boolean =
    val machine = Machine.describe(Some(home))
    val (contenders, leftOut) = contest.contenders(home)(PushContenders.make(_, plan.contenderNames))
    measure(plan.workloads, contenders, leftOut, plan.effort, machine)

  /** As [[run]], with contenders that are there. */
  private[push] def measure(
      workloads: Seq[WebWorkload],
      contenders: Seq[WebContender],
      leftOut: Seq[LeftOut],
      effort: Effort,
      machine: Seq[String]
  ): Boolean =
    new ServerContest(
      PushDiscipline,
      contest,
      folder
    ).measure(workloads, contenders, leftOut, effort, machine)
end PushBench
