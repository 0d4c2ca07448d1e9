package eddy.bench.actors

import eddy.bench.{BenchFailure, Machine}

import java.io.PrintStream
import java.nio.file.{Files, Path}
import scala.util.Using

/** Measures Eddy's actors beside their peers. Writes the table to `out` and to summary.txt, and results.csv, samples.csv and
  * charts.
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
    val workshop = new Workshop(home, folder.resolve("build.log"), screen.line)
    val (contenders, leftOut) = workshop.make(plan.contenderNames)
    leftOut.foreach(l => screen.line(s"left out: ${l.contender}, since ${l.why}"))
    if contenders.isEmpty then throw BenchFailure("no contender could be built, see above")
    measure(contenders, leftOut, machine)

  /** As [[run]], with contenders that are there. */
  private[actors] def measure(
      contenders: Seq[Contender],
      leftOut: Seq[LeftOut],
      machine: Seq[String]
  ): Boolean =
    Files.createDirectories(folder)
    val table = Table(contenders.map(_.name))
    screen.lines("" +: table.header)
    val began = System.nanoTime
    val results = Using.resource(Children.ofThisMachine.open()): children =>
      plan.configurations.zipWithIndex.foldLeft(Vector.empty[Result]): (done, next) =>
        val (configuration, i) = next
        val where = s"[${i + 1}/${plan.configurations.size}] ${configuration.title}"
        val session = new Session(
          configuration,
          contenders,
          plan.rounds,
          children,
          folder,
          doing => screen.status(s"$where: $doing")
        )
        val result = session.run()
        screen.lines(table.rows(result, Table.notes(done).size))
        done :+ result
    val seconds = (System.nanoTime - began) / 1_000_000_000
    val closing = closingLines(contenders, leftOut, results, machine, seconds)
    screen.lines("" +: closing)
    write(table, results, closing)
    val wrong = results.exists(_.entries.exists(isBad))
    if wrong then
      screen.line("FAILED: a contender gave a wrong answer, or Eddy broke down; see the notes above")
    !wrong
  end measure

  private def isBad(entry: Entry): Boolean = entry.fault match
    case Some(Fault.Wrong(_)) => true
    case Some(Fault.Broken(_)) => entry.contender == Contender.eddy
    case _ => false

  private def closingLines(
      contenders: Seq[Contender],
      leftOut: Seq[LeftOut],
      results: Seq[Result],
      machine: Seq[String],
      seconds: Long
  ): Seq[String] =
    val rounds = plan.rounds
    Table.notes(results) ++
      section("goals", Table.goals(results)) ++
      section(
        "rounds",
        Seq(
          s"medians of ${rounds.samples} samples after ${rounds.warmups} warm-ups, turn by turn, fewer where they take long; ${seconds / 60} min ${seconds % 60} s in all"
        )
      ) ++
      section("contenders", contenders.map(c => s"${c.name}: ${c.version}")) ++
      section("left out", leftOut.map(l => s"${l.contender}: ${l.why}")) ++
      section("JVMs", Seq(Jvm.flags("4g").mkString(" "))) ++
      section("machine", machine)
  end closingLines

  private def section(title: String, lines: Seq[String]): Seq[String] =
    lines.zipWithIndex.map((line, i) => (if i == 0 then title else "").padTo(12, ' ') + line)

  private def write(table: Table, results: Seq[Result], closing: Seq[String]): Unit =
    val rows = results.zipWithIndex.flatMap((r, i) => table.rows(r, Table.notes(results.take(i)).size))
    Files.writeString(
      folder.resolve("summary.txt"),
      (table.header ++ rows ++ ("" +: closing)).mkString("", "\n", "\n")
    )
    Files.writeString(folder.resolve("results.csv"), ActorsCsv.results(results))
    Files.writeString(folder.resolve("samples.csv"), ActorsCsv.samples(results))
    screen.line(s"\nsummary.txt, results.csv and samples.csv are in $folder")
end ActorsBench
