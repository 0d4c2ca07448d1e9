package eddy.testing

import java.nio.file.{Files, Path}

/** Reports how long a suite took from its construction to its end, in a file of its own that `./eddy test`
  * reads.
  */
private[testing] object SuiteTimes:
  def record(suite: String, beganNanos: Long, limit: TimeLimit): Unit =
    folder.foreach(record(_, suite, beganNanos, limit))

  def record(folder: Path, suite: String, beganNanos: Long, limit: TimeLimit): Unit =
    val took = (System.nanoTime - beganNanos) / 1_000_000
    Files.createDirectories(folder)
    val _ = Files.writeString(folder.resolve(suite), s"$took ${limit.duration.toMillis} ${limit.reason}\n")

  /** Set by modules.mill for every forked test; absent in an IDE. */
  private def folder: Option[Path] = Need.env("EDDY_SUITE_TIMES").map(Path.of(_))
