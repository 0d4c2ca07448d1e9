package eddy.bench.web.run

import eddy.bench.Machine
import eddy.bench.contest.{Contest, LeftOut, Workshop}

import java.io.PrintStream
import java.nio.file.Path

/** What a run of [[ServerBench]] is told.
  *
  * @param only the workloads to measure; all when empty
  * @param contenders by name; all when empty
  * @param quick leaves out what a short run has no time for, unless `only` names it
  */
final case class ServerPlan(only: Seq[String] = Nil, contenders: Seq[String] = Nil, quick: Boolean = false)

/** Servers measured beside each other: `./eddy bench web`, `push` and `trading`.
  *
  * @param contenders in the order of the table
  * @param make those of these names that can be made, and why the others cannot
  * @param others what else there is to list
  */
final class ServerBench private[bench] (
    val name: String,
    all: Seq[WebWorkload],
    val contenders: Seq[String],
    make: (Workshop, Seq[String]) => (made: Seq[WebContender], leftOut: Seq[LeftOut]),
    discipline: Discipline,
    others: Seq[String] = Nil
):
  def workloads: Seq[String] = all.map(_.name)

  /** For the command line. */
  def listing: String =
    val told = all.map(w => s"  ${w.name.padTo(12, ' ')}${w.about}")
    (("workloads" +: told) ++ ("contenders" +: contenders.map("  " + _)) ++ others).mkString("", "\n", "\n")

  /** Builds the contenders and measures them. Writes the table to `out` and to summary.txt; and results.csv, samples.csv and charts.
    * What is measured is on disk at once, so that a run that is stopped leaves what it had.
    *
    * @param folder for the files, made if need be
    * @param home the checkout, from which the contenders are built
    * @param live whether `out` is a terminal
    * @return true when no contender gave a wrong answer, and Eddy did not break down
    * @throws eddy.bench.BenchFailure when the run is impossible
    */
  def run(plan: ServerPlan, folder: Path, home: Path, out: PrintStream, live: Boolean): Boolean =
    val contest = new Contest(folder, out, live)
    val machine = Machine.describe(Some(home))
    val names = contenders.filter(c => plan.contenders.isEmpty || plan.contenders.contains(c))
    val (made, leftOut) = contest.contenders(home)(make(_, names))
    val chosen = all.filter: w =>
      if plan.only.isEmpty then !plan.quick || w.isInQuick else plan.only.contains(w.name)
    val effort = if plan.quick then Effort.quick else Effort.full
    ServerContest(discipline, contest, folder).measure(chosen, made, leftOut, effort, machine)

  /** As [[run]], with contenders that are there and other workloads. */
  private[bench] def measure(
      workloads: Seq[WebWorkload],
      made: Seq[WebContender],
      effort: Effort,
      folder: Path,
      out: PrintStream
  ): Boolean =
    val contest = new Contest(folder, out, live = false)
    ServerContest(discipline, contest, folder).measure(workloads, made, Nil, effort, Seq("a machine"))
end ServerBench
