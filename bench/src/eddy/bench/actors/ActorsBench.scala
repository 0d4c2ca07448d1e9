package eddy.bench.actors

import eddy.bench.{BenchFailure, Chart, Machine}

import java.io.PrintStream
import java.nio.file.{Files, Path}
import scala.util.Using

/** Measures Eddy's actors beside their peers. Writes the table to `out` and to summary.txt; and results.csv, samples.csv
  * and charts. What is measured is on disk at once, so that a run that is stopped leaves what it had.
  *
  * @param folder for the files, made if need be
  * @param home the checkout, from which the contenders are built
  * @param live whether `out` is a terminal
  */
final class ActorsBench(plan: ActorsPlan, folder: Path, home: Path, out: PrintStream, live: Boolean):
  private val screen = new Screen(out, live)

  /** True when no contender gave a wrong answer, and Eddy did not break down.
    *
    * @throws BenchFailure when the run is impossible
    */
  def run(): Boolean =
    Files.createDirectories(folder)
    val machine = Machine.describe(Some(home))
    val (contenders, leftOut) =
      new Workshop(home, folder.resolve("build.log"), screen.line).make(plan.contenderNames)
    leftOut.foreach(l => screen.line(s"left out: ${l.contender}, since ${l.why}"))
    if contenders.isEmpty then throw BenchFailure("no contender could be built, see above")
    measure(plan.configurations, contenders, leftOut, machine)

  /** As [[run]], with contenders that are there. */
  private[actors] def measure(
      configurations: Seq[Configuration],
      contenders: Seq[Contender],
      leftOut: Seq[LeftOut],
      machine: Seq[String]
  ): Boolean =
    Files.createDirectories(folder)
    val table = Table(contenders.map(_.name))
    screen.lines("" +: table.header)
    val began = System.nanoTime
    val results = Using.resource(Children.ofThisMachine.open()): children =>
      configurations.zipWithIndex.foldLeft(Vector.empty[Result]): (before, next) =>
        val (configuration, i) = next
        val where = s"[${i + 1}/${configurations.size}] ${configuration.title}"
        val say = (doing: String) => screen.status(s"$where: $doing")
        val result = new Session(configuration, contenders, plan.rounds, children, folder, say).run()
        screen.lines(table.rows(result, Table.notes(before).size))
        val results = before :+ result
        Files.writeString(folder.resolve("results.csv"), ActorsCsv.results(results))
        Files.writeString(folder.resolve("samples.csv"), ActorsCsv.samples(results))
        results
    val seconds = (System.nanoTime - began) / 1_000_000_000
    val summary = Summary(results, contenders, leftOut, plan.rounds, seconds, machine)
    screen.lines("" +: summary.closing)
    Files.writeString(folder.resolve("summary.txt"), summary.text)
    val charts = draw(results)
    screen.line(
      s"\n${(Seq("summary.txt", "results.csv", "samples.csv") ++ charts).mkString(", ")} are in $folder"
    )
    for line <- summary.failure do screen.line(line)
    summary.failure.isEmpty
  end measure

  /** The names of the files. A headless machine without fonts cannot draw: that costs the charts, not the figures. */
  private def draw(results: Seq[Result]): Seq[String] =
    try
      for (name, chart) <- ActorsChart.all(results) yield
        Chart.save(chart, folder.resolve(name))
        name
    catch
      case e: (RuntimeException | LinkageError) =>
        screen.line(s"no charts: $e (the JDK needs fontconfig and a font to draw)")
        Nil
end ActorsBench
