package eddy.bench.web

import eddy.bench.Machine
import eddy.bench.contest.{Children, Contest, LeftOut, Page}
import eddy.bench.web.load.WebClient
import eddy.bench.web.run.{Course, Effort, Findings, Fleet, WebContender, WebWorkload}

import java.io.PrintStream
import java.nio.file.Path
import scala.util.Using

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
    val table = WebTable(contenders.map(_.name))
    def page(findings: Vector[Findings]) =
      Page(table.block(findings.last), WebCsv.results(findings), WebCsv.samples(findings))
    val began = System.nanoTime
    val findings = Using.Manager: use =>
      val children = use(Children.ofThisMachine).open()
      val client = use(new WebClient)
      // one for all: workloads that want the servers launched alike take them over
      val fleet = use(new Fleet(contenders, children, folder))
      contest.measure(workloads)(_.name, page): (workload, say) =>
        fleet.status = say
        workload.run(new Course(fleet, client, effort, Runtime.getRuntime.availableProcessors, say))
    .get
    val seconds = (System.nanoTime - began) / 1_000_000_000
    val summary = WebSummary(findings, contenders, leftOut, effort, seconds, machine)
    contest.conclude(summary, WebChart.all(findings))
  end measure
end WebBench
