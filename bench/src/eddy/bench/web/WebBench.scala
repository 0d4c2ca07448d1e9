package eddy.bench.web

import eddy.bench.actors.{Children, LeftOut, Screen}
import eddy.bench.web.load.WebClient
import eddy.bench.web.run.{Course, Effort, Findings, Fleet, WebContender, WebWorkload}
import eddy.bench.{BenchFailure, Chart, Machine}

import java.io.PrintStream
import java.nio.file.{Files, Path}
import scala.util.Using

/** Measures Eddy's web server beside its peers. Writes the table to `out` and to summary.txt; and results.csv, samples.csv and charts.
  * What is measured is on disk at once, so that a run that is stopped leaves what it had.
  *
  * @param folder for the files, made if need be
  * @param home the checkout, from which the contenders are built
  * @param live whether `out` is a terminal
  */
final class WebBench(plan: WebPlan, folder: Path, home: Path, out: PrintStream, live: Boolean):
  private val screen = new Screen(out, live)

  /** True when no contender gave a wrong answer, and Eddy did not break down.
    *
    * @throws BenchFailure when the run is impossible
    */
  def run(): Boolean =
    Files.createDirectories(folder)
    val (contenders, leftOut) =
      new WebWorkshop(home, folder.resolve("build.log"), screen.line).make(plan.contenderNames)
    leftOut.foreach(l => screen.line(s"left out: ${l.contender}, since ${l.why}"))
    if contenders.isEmpty then throw BenchFailure("no contender could be built, see above")
    measure(plan.workloads, contenders, leftOut, plan.effort, Machine.describe(Some(home)))

  /** As [[run]], with contenders that are there. */
  private[web] def measure(
      workloads: Seq[WebWorkload],
      contenders: Seq[WebContender],
      leftOut: Seq[LeftOut],
      effort: Effort,
      machine: Seq[String]
  ): Boolean =
    Files.createDirectories(folder)
    val table = WebTable(contenders.map(_.name))
    screen.lines("" +: table.header)
    val began = System.nanoTime
    var findings = Vector.empty[Findings]
    Using.Manager: use =>
      val children = use(Children.ofThisMachine).open()
      val client = use(new WebClient)
      // one for all: workloads that want the servers launched alike take them over
      val fleet = use(new Fleet(contenders, children, folder))
      for (workload, i) <- workloads.zipWithIndex do
        val where = s"[${i + 1}/${workloads.size}] ${workload.name}"
        val status = (doing: String) => screen.status(s"$where: $doing")
        fleet.status = status
        val course = new Course(fleet, client, effort, Runtime.getRuntime.availableProcessors, status)
        val found = workload.run(course)
        screen.lines(table.rows(found))
        findings = findings :+ found
        Files.writeString(folder.resolve("results.csv"), WebCsv.results(findings))
        Files.writeString(folder.resolve("samples.csv"), WebCsv.samples(findings))
      end for
    .get
    val seconds = (System.nanoTime - began) / 1_000_000_000
    val summary = WebSummary(findings, contenders, leftOut, effort, seconds, machine)
    screen.lines("" +: summary.closing)
    Files.writeString(folder.resolve("summary.txt"), summary.text)
    val charts = draw(findings)
    screen.line(
      s"\n${(Seq("summary.txt", "results.csv", "samples.csv") ++ charts).mkString(", ")} are in $folder"
    )
    summary.failure.foreach(screen.line)
    summary.failure.isEmpty
  end measure

  /** The names of the files. A headless machine without fonts cannot draw: that costs the charts, not the figures. */
  private def draw(findings: Seq[Findings]): Seq[String] =
    try
      for (name, chart) <- WebChart.all(findings) yield
        Chart.save(chart, folder.resolve(name))
        name
    catch
      case e: (RuntimeException | LinkageError) =>
        screen.line(s"no charts: $e (the JDK needs fontconfig and a font to draw)")
        Nil
end WebBench
