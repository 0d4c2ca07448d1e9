package eddy.bench.contest

import eddy.bench.{BenchFailure, Chart}

import java.io.PrintStream
import java.nio.file.{Files, Path}

import org.knowm.xchart.internal.chartpart

/** What a part of a contest came to.
  *
  * @param rows for the screen
  * @param results what results.csv holds, with what came before
  * @param samples likewise
  */
private[bench] final case class Page(rows: Seq[String], results: String, samples: String)

/** Contenders measured beside each other in one run: makes them, shows what is found out, and writes it down. What is measured
  * is on disk at once, so that a run that is stopped leaves what it had. Used by one thread.
  *
  * @param folder for the files, made if need be
  * @param live whether `out` is a terminal
  */
private[bench] final class Contest(folder: Path, out: PrintStream, live: Boolean):
  val screen = new Screen(out, live)

  /** The contenders that `make` can make, and those that are left out, which are told.
    *
    * @param home the checkout, from which they are built
    * @throws BenchFailure when there are none
    */
  def contenders[C](home: Path)(make: Workshop => (
      made: Seq[C],
      leftOut: Seq[LeftOut]
  )): (Seq[C], Seq[LeftOut]) =
    Files.createDirectories(folder)
    val (made, leftOut) = make(new Workshop(home, folder.resolve("build.log"), screen.line))
    leftOut.foreach(l => screen.line(s"left out: ${l.contender}, since ${l.why}"))
    if made.isEmpty then throw BenchFailure("no contender could be built, see above")
    (made, leftOut)

  /** Measures one part after the other.
    *
    * @param title of a part, in the status
    * @param page of all results so far, with the rows of the last
    * @param measure gets a part, and whom to tell what it is doing
    */
  def measure[P, R](parts: Seq[P])(title: P => String, page: Vector[R] => Page)(
      measure: (P, String => Unit) => R
  ): Vector[R] =
    Files.createDirectories(folder)
    parts.zipWithIndex.foldLeft(Vector.empty[R]): (before, next) =>
      val (part, i) = next
      val where = s"[${i + 1}/${parts.size}] ${title(part)}"
      val results = before :+ measure(part, doing => screen.status(s"$where: $doing"))
      val shown = page(results)
      screen.lines(shown.rows)
      Files.writeString(folder.resolve("results.csv"), shown.results)
      Files.writeString(folder.resolve("samples.csv"), shown.samples)
      results

  /** Writes the summary and the charts, by the names of their files. True when the run has not failed. */
  def conclude(summary: Summary, charts: => Seq[(String, chartpart.Chart[?, ?])]): Boolean =
    screen.lines("" +: summary.closing)
    Files.writeString(folder.resolve("summary.txt"), summary.text)
    val files = Seq("summary.txt", "results.csv", "samples.csv") ++ draw(charts)
    screen.line(s"\n${files.mkString(", ")} are in $folder")
    summary.failure.foreach(screen.line)
    summary.failure.isEmpty

  /** The names of the files. A headless machine without fonts cannot draw: that costs the charts, not the figures. */
  private def draw(charts: => Seq[(String, chartpart.Chart[?, ?])]): Seq[String] =
    try
      for (name, chart) <- charts yield
        Chart.save(chart, folder.resolve(name))
        name
    catch
      case e: (RuntimeException | LinkageError) =>
        screen.line(s"no charts: $e (the JDK needs fontconfig and a font to draw)")
        Nil
end Contest

private[bench] object Contest:
  /** Whom the others are held against. */
  val eddy = "eddy"
