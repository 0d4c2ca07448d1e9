package eddy.inference.internal.library

import eddy.inference.internal.classpath.ClassPlace

import java.lang.System.Logger.Level.DEBUG
import java.nio.file.{Files, Path as FilePath, StandardOpenOption}
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** The kinds of jars in a file, each under a stamp of the jar. Any thread.
  *
  * @param file
  *   none to keep nothing
  * @param depends
  *   what else the kinds follow from: a kind that was kept with something else is not found
  */
private[inference] final class KeptOrigins(file: Option[FilePath], depends: String):
  private lazy val known: Map[String, Origins.Kind] =
    try
      val lines = file.filter(Files.exists(_)).map(Files.readAllLines(_).asScala).toList.flatten
      lines.collect { case s"$kind $rest" => rest -> Origins.Kind.valueOf(kind) }.toMap
    catch
      case NonFatal(failure) =>
        KeptOrigins.log.log(DEBUG, "the kept origins of jars cannot be read: the jars are searched", failure)
        Map.empty

  private def line(root: FilePath) = ClassPlace(root).stamp.map(stamp => s"$stamp $depends")

  def of(root: FilePath): Option[Origins.Kind] = file.flatMap(_ => line(root)).flatMap(known.get)

  /** A line that cannot be written is searched for again at the next start. */
  def keep(root: FilePath, kind: Origins.Kind): Unit =
    try
      for f <- file; l <- line(root) do
        val _ = Files.createDirectories(f.toAbsolutePath.getParent)
        // one write, so that lines of several JVMs do not mix
        val _ = Files.writeString(f, s"$kind $l\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND)
    catch case NonFatal(failure) => KeptOrigins.log.log(DEBUG, s"the origin of $root cannot be kept", failure)
end KeptOrigins

private object KeptOrigins:
  val log: System.Logger = System.getLogger("eddy.state")
