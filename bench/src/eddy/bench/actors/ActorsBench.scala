package eddy.bench.actors

import eddy.bench.Machine
import eddy.bench.contest.{Children, Contest, LeftOut, Page}

import java.io.PrintStream
import java.nio.file.Path
import scala.util.Using

/** Measures Eddy's actors beside their peers, in one process or in two. Writes the table to `out` and to
  * summary.txt; and results.csv, samples.csv and charts. Results are on disk at once: a run that is stopped
  * leaves them.
  *
  * @param folder for the files, made if need be
  * @param home the checkout, from which the contenders are built
  * @param live whether `out` is a terminal
  */
final class ActorsBench(plan: ActorsPlan, folder: Path, home: Path, out: PrintStream, live: Boolean):
  private val contest = new Contest(folder, out, live)

  /** True when no contender gave a wrong answer, and Eddy did not break down.
    *
    * @throws eddy.bench.BenchFailure when the run is impossible
    */
  def run(): Boolean =
    val machine = Machine.describe(Some(home))
    val (contenders, leftOut) = contest.contenders(home)(plan.catalogue.make(_, plan.contenderNames))
    measure(plan.configurations, contenders, leftOut, machine)

  /** As [[run]], with contenders that are there. */
  private[actors] def measure(
      configurations: Seq[Configuration],
      contenders: Seq[Contender],
      leftOut: Seq[LeftOut],
      machine: Seq[String]
  ): Boolean =
    val table = Table(contenders.map(_.name))
    contest.screen.lines("" +: table.header)
    val began = System.nanoTime
    def page(results: Vector[Result]) =
      val rows = table.rows(results.last, Table.notes(results.init).size)
      Page(rows, ActorsCsv.results(results), ActorsCsv.samples(results))
    val results = Using.resource(Children.ofThisMachine.open()): children =>
      contest.measure(configurations)(_.title, page): (configuration, say) =>
        new Session(configuration, contenders, plan.rounds, children, folder, say).run()
    val seconds = (System.nanoTime - began) / 1_000_000_000
    val summary = ActorsSummary(results, contenders, leftOut, plan.rounds, seconds, machine)
    contest.conclude(summary, ActorsChart.all(results))
  end measure
end ActorsBench
