package eddy.testing

import java.nio.file.{Files, Path}

/** Something outside the project that a suite cannot run without: a program, a file, a free port.
  *
  * @param what names it for a reader, such as "the program chromium"
  * @param remedy what to do to have it, such as "apt-get install chromium"
  * @param found where it is; null when it is missing
  */
final class Need private (val what: String, val remedy: String, found: Path | Null):
  def isMissing: Boolean = found == null

  /** Where it is. Only for a suite that runs, hence only when it is not missing. */
  def path: Path = found match
    case null => throw new MissingNeed(s"$what is missing; remedy: $remedy")
    case p => p

object Need:
  /** A program on PATH, by the first of `names` that is there. The variable `EDDY_<NAME>` (upper case, `-` as `_`)
    * names another place for it.
    */
  def program(remedy: String, names: String*): Need =
    require(names.nonEmpty, "Need.program: give at least one name")
    val what = s"the program ${names.mkString(" or ")}"
    new Need(what, remedy, names.iterator.map(programPath).collectFirst { case p: Path => p }.orNull)

  /** A file or folder. */
  def file(remedy: String, path: Path): Need =
    new Need(s"the file $path", remedy, if Files.exists(path) then path else null)

  /** Anything else that is somewhere, such as a program of a certain version. */
  def that(what: String, remedy: String)(find: => Option[Path]): Need = new Need(what, remedy, find.orNull)

  private def programPath(name: String): Path | Null =
    val named = env(s"EDDY_${name.toUpperCase.replace('-', '_')}")
    val folders = env("PATH").toList.flatMap(_.split(java.io.File.pathSeparatorChar))
    (named.toList ++ folders.map(f => s"$f/$name")).map(Path.of(_)).find(Files.isExecutable(_)).orNull

  private[testing] def env(name: String): Option[String] = Option(System.getenv(name)).filter(_.nonEmpty)
end Need

/** Thrown where a suite must run (EDDY_TEST_COMPLETE=1) or does run without what it needs. */
final class MissingNeed(message: String) extends RuntimeException(message)
