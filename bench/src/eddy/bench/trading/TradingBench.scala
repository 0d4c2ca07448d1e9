package eddy.bench.trading

import eddy.bench.Machine
import eddy.bench.contest.{Contest, LeftOut}
import eddy.bench.trading.workload.{ArticleLoad, Peak}
import eddy.bench.web.run.{Effort, ServerContest, WebContender, WebWorkload}

import java.io.PrintStream
import java.nio.file.Path

/** What `./eddy bench trading` is told.
  *
  * @param only the workloads to measure; all when empty
  * @param contenders by name; all when empty
  */
final case class TradingPlan(only: Seq[String] = Nil, contenders: Seq[String] = Nil, quick: Boolean = false):
  for name <- only do
    require(TradingWorkloads.names.contains(name), s"only = $name: there is no such workload")
  for name <- contenders do
    require(TradingContenders.names.contains(name), s"contenders = $name: there is no such contender")

/** What is measured; how stands in docs/bench-trading.md. */
private[eddy] object TradingWorkloads:
  private[trading] val all: Seq[WebWorkload] = Seq(new ArticleLoad(), new Peak())

  def names: Seq[String] = all.map(_.name)
  def contenders: Seq[String] = TradingContenders.names

  /** For the command line. */
  def listing: String =
    val workloads = all.map(w => s"  ${w.name.padTo(12, ' ')}${w.about}")
    (("workloads" +: workloads) ++ ("contenders" +: contenders.map("  " + _))).mkString("", "\n", "\n")

/** Measures the trading engine beside the article's other cases. Writes the table to `out` and to summary.txt; and results.csv,
  * samples.csv and a chart. What is measured is on disk at once.
  *
  * @param folder for the files, made if need be
  * @param home the checkout, from which the contenders are built
  * @param live whether `out` is a terminal
  */
final class TradingBench(plan: TradingPlan, folder: Path, home: Path, out: PrintStream, live: Boolean):
  private val contest = new Contest(folder, out, live)

  /** True when no contender made a wrong sale, and Eddy did not break down.
    *
    * @throws eddy.bench.BenchFailure when the run is impossible
    */
  def run(): Boolean =
    val machine = Machine.describe(Some(home))
    val names = TradingContenders.names.filter(c => plan.contenders.isEmpty || plan.contenders.contains(c))
    val (contenders, leftOut) = contest.contenders(home)(TradingContenders.make(_, names))
    val workloads = TradingWorkloads.all.filter(w => plan.only.isEmpty || plan.only.contains(w.name))
    measure(workloads, contenders, leftOut, if plan.quick then Effort.quick else Effort.full, machine)

  /** As [[run]], with contenders that are there. */
  private[trading] def measure(
      workloads: Seq[WebWorkload],
      contenders: Seq[WebContender],
      leftOut: Seq[LeftOut],
      effort: Effort,
      machine: Seq[String]
  ): Boolean =
    new ServerContest(
      TradingDiscipline,
      contest,
      folder
    ).measure(workloads, contenders, leftOut, effort, machine)
end TradingBench
