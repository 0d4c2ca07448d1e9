package eddy.testing

import java.nio.file.{Files, Path}

/** Reports how long a suite took from its construction to its end, its time limit and its CPU time, in a file
  * of its own that `./eddy test` reads. While the suite runs, the file says so: when a JVM dies, these suites
  * are the suspects.
  */
private[testing] object SuiteTimes:
  private val Running = "running"

  def begin(suite: String): Unit = folder.foreach(write(_, suite, Running))

  /** It was constructed, and did not run to its end. */
  def abandon(suite: String): Unit = folder.foreach: f =>
    val file = f.resolve(suite)
    if Files.exists(file) && Files.readString(file).trim == Running then Files.delete(file)

  /** @param beganCpuMillis [[CpuTime.millis]] when the suite was constructed */
  def end(suite: String, beganNanos: Long, beganCpuMillis: Option[Long], limit: TimeLimit): Unit =
    folder.foreach(end(_, suite, beganNanos, beganCpuMillis, limit))

  def end(
      folder: Path,
      suite: String,
      beganNanos: Long,
      beganCpuMillis: Option[Long],
      limit: TimeLimit
  ): Unit =
    val took = (System.nanoTime - beganNanos) / 1_000_000
    val cpu = for from <- beganCpuMillis; to <- CpuTime.millis yield to - from
    write(folder, suite, s"$took ${limit.duration.toMillis} ${cpu.getOrElse("-")} ${limit.reason}")

  private def write(folder: Path, suite: String, line: String): Unit =
    Files.createDirectories(folder)
    val _ = Files.writeString(folder.resolve(suite), s"$line\n")

  /** Set by modules.mill for every forked test; absent in an IDE. */
  private def folder: Option[Path] = Need.env("EDDY_SUITE_TIMES").map(Path.of(_))
end SuiteTimes
