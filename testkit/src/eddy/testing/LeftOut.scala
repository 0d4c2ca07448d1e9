package eddy.testing

import java.nio.file.{Files, Path}

/** Reports what did not run in files of `out/left-out`, which `./eddy test` repeats above its closing line: a
  * suite without what it needs in `<topic>.txt` and on standard output, and the number of a suite's long
  * tests in `<suite>.long`.
  */
private[testing] object LeftOut:
  def tell(topic: String, missing: Seq[Need]): Unit =
    val line = message(topic, missing)
    println(line)
    folder.foreach: f =>
      Files.createDirectories(f)
      Files.writeString(file(f, topic), line + "\n")

  def forget(topic: String): Unit = folder.foreach(f => Files.deleteIfExists(file(f, topic)))

  def tellLong(suite: String, tests: Int): Unit = folder.foreach: f =>
    Files.createDirectories(f)
    val file = f.resolve(s"$suite.long")
    if tests > 0 then Files.writeString(file, s"$tests\n"): Unit else Files.deleteIfExists(file): Unit

  def message(topic: String, missing: Seq[Need]): String =
    s"LEFT OUT: $topic, because ${missing.map(_.what).mkString(" and ")} is missing; to run it: ${missing.map(_.remedy).mkString(", then ")}"

  private def file(folder: Path, topic: String): Path = folder.resolve(s"$topic.txt")

  /** Set by modules.mill for every forked test; absent in an IDE, where only the printed line is left. */
  private def folder: Option[Path] = Need.env("EDDY_LEFT_OUT").map(Path.of(_))
end LeftOut
