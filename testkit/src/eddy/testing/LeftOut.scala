package eddy.testing

import java.nio.file.{Files, Path}

/** Tells of a suite that did not run, once on standard output and once in `out/left-out/<topic>.txt`, from where
  * `./eddy test` repeats it above its closing line.
  */
private[testing] object LeftOut:
  def tell(topic: String, missing: Seq[Need]): Unit =
    val line = message(topic, missing)
    println(line)
    folder.foreach: f =>
      Files.createDirectories(f)
      Files.writeString(file(f, topic), line + "\n")

  def forget(topic: String): Unit = folder.foreach(f => Files.deleteIfExists(file(f, topic)))

  def message(topic: String, missing: Seq[Need]): String =
    s"LEFT OUT: $topic, because ${missing.map(_.what).mkString(" and ")} is missing; to run it: ${missing.map(_.remedy).mkString(", then ")}"

  private def file(folder: Path, topic: String): Path = folder.resolve(s"$topic.txt")

  /** Set by build.mill for every forked test; absent in an IDE, where only the printed line is left. */
  private def folder: Option[Path] = Need.env("EDDY_LEFT_OUT").map(Path.of(_))
end LeftOut
