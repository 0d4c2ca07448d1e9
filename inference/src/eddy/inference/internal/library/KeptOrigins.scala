package eddy.inference.internal.library

import eddy.inference.internal.classpath.{ClassPlace, IndexFolder}

import java.nio.file.Path as FilePath
import scala.util.control.NonFatal

/** The kinds of jars in a file, each under a stamp of the jar. Any thread.
  *
  * @param file
  *   none to keep nothing
  * @param depends
  *   what else the kinds follow from: a kind that was kept with something else is not found
  */
private[inference] final class KeptOrigins(file: Option[FilePath], depends: String):
  // of two lines about one jar the later holds
  private lazy val known: Map[String, Origins.Kind] =
    val found =
      for
        line <- file.toList.flatMap(IndexFolder.lines)
        (name, rest) = line.splitAt(line.indexOf(' '))
        kind <- Origins.Kind.values.find(_.toString == name)
      yield rest.drop(1) -> kind
    found.toMap

  private def line(root: FilePath): Option[String] =
    try ClassPlace(root).stamp.map(stamp => s"$stamp $depends")
    // the search will say so
    catch case NonFatal(_) => None

  def of(root: FilePath): Option[Origins.Kind] = file.flatMap(_ => line(root)).flatMap(known.get)

  /** A jar whose line cannot be written is searched again by the next start. */
  def keep(root: FilePath, kind: Origins.Kind): Unit =
    for f <- file; l <- line(root) do IndexFolder.append(f, s"$kind $l")
end KeptOrigins
