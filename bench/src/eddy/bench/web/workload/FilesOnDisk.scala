package eddy.bench.web.workload

import eddy.bench.contest.{Findings, Sheet}
import eddy.bench.web.load.{Ask, ClosedLoop}
import eddy.bench.web.run.{Course, Heap, Launch, WebContender, WebWorkload}

import java.nio.file.{Files, Path}
import scala.concurrent.duration.DurationInt
import scala.util.Random

/** What a file costs the server where many are asked for in turn, more than its cache holds. For Eddy alone.
  *
  * @param bytes of each
  */
private[bench] final class FilesOnDisk(files: Int = 90, bytes: Int = 900_000) extends WebWorkload:
  // no goal is about it
  override def isInQuick: Boolean = false
  def name: String = "files"
  def about: String = f"$files files of $bytes%,d bytes in turn, more than the cache holds; only Eddy"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val folder = Files.createTempDirectory("eddy-files")
    try
      val asks = write(folder)
      val launch = Launch(course.cores, Heap.Roomy, own = Seq(s"files=$folder"))
      val stands = course.stands(sheet, launch, asks.take(1), _.name == WebContender.eddy)
      var n = -1
      def next(): Ask =
        n += 1
        asks(n % files)
      Rates.take(course, sheet, stands, "req"): (stand, time, around) =>
        new ClosedLoop(course.client, stand.port, 4, 1, _ => next()).run(100.millis, time)(around())
      stands.foreach(course.fleet.drop)
    finally
      for n <- 0 until files do
        val _ = Files.deleteIfExists(file(folder, n))
      Files.delete(folder)
    sheet.findings
  end run

  private def file(folder: Path, n: Int) = folder.resolve(s"script-$n.js")

  /** Texts that can be compressed to about a half. */
  private def write(folder: Path): Vector[Ask] =
    val random = Random(4711)
    Vector.tabulate(files): n =>
      val text = Array.fill(bytes)(('a' + random.nextInt(16)).toByte)
      Files.write(file(folder, n), text)
      new Ask(s"/files/script-$n.js", "text/javascript", text)
end FilesOnDisk
