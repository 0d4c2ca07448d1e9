package eddy.bench

import java.io.PrintStream
import java.net.URI
import java.nio.file.{Files, Path}
import scala.util.Using

/** Measures a workload and writes what came out: a table to `out` and to summary.txt, latency.csv, seconds.csv and
  * latency.svg.
  *
  * @param server one to start for the run, or the address of one that runs
  * @param folder for the files, made if need be
  * @param home the checkout, to name its commit
  * @param live whether `out` is a terminal
  */
final class Bench(
    server: Either[ServerCommand, URI],
    folder: Path,
    home: Option[Path],
    out: PrintStream,
    live: Boolean
):
  /** True when every message arrived once and in order.
    *
    * @throws BenchFailure when the run is impossible
    */
  def run(workload: Workload): Boolean =
    Files.createDirectories(folder)
    val machine = Machine.describe(home)
    server match
      case Right(uri) =>
        out.println(s"measuring the server at $uri")
        write(workload.run(uri, Watch(None, out, live)), None, machine)
      case Left(command) =>
        out.println("starting a server to measure ...")
        val (outcome, use) = Using.resource(ServerProcess.start(command, workload.serverEnvironment, folder)):
          process =>
            val watch = Watch(Some(process.pid), out, live)
            val outcome = workload.run(process.uri, watch)
            (outcome, watch.measuredUse.map(u => (process, u)))
        val serverUse = use.map: (process, u) =>
          ServerUse(u.cpuNanos, u.bytes, u.peakBytes, Some(process.gc), shown(process.flags))
        write(outcome, serverUse, machine)

  /** Without the paths of this machine. */
  private def shown(flags: Seq[String]): Seq[String] =
    flags.filterNot(_.startsWith("-Deddy.")).map(f =>
      if f.contains('/') && f.contains('=') && !f.startsWith("--") then f.takeWhile(_ != '=') else f
    )

  private def write(outcome: Outcome, use: Option[ServerUse], machine: Seq[String]): Boolean =
    val table = Report.text(outcome, use, machine)
    out.println()
    out.print(table)
    Files.writeString(folder.resolve("summary.txt"), table)
    Files.writeString(folder.resolve("latency.csv"), Csv.latencies(outcome))
    Files.writeString(folder.resolve("seconds.csv"), Csv.seconds(outcome))
    chart(outcome)
    out.println(s"\nsummary.txt, latency.csv, seconds.csv and latency.svg are in $folder")
    if !outcome.count.isFlawless then
      out.println("FAILED: messages were lost, doubled, refused or out of order, see above")
    outcome.count.isFlawless

  /** A headless machine without fonts cannot draw: that costs the chart, not the figures. */
  private def chart(outcome: Outcome): Unit =
    try Chart.write(outcome, outcome.load, folder.resolve("latency.svg"))
    catch
      case e: (RuntimeException | LinkageError) =>
        out.println(s"no chart: $e (the JDK needs fontconfig and a font to draw)")
end Bench
