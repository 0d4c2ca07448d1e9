package eddy.launcher

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.jdk.StreamConverters.*

/** Finds out which process listens on a port, from Linux's /proc. Elsewhere, and for other users' processes, it cannot. */
private[launcher] object PortHolder:
  /** Such as `process 4711 (java -cp … eddy.launcher.Main serve)`. */
  def of(port: Int): Option[String] =
    val sockets = Seq("/proc/net/tcp", "/proc/net/tcp6").flatMap(lines).flatMap(listening(_, port)).toSet
    if sockets.isEmpty then None
    else
      folders(Path.of("/proc"))
        .filter(_.getFileName.toString.forall(_.isDigit))
        .find(holds(_, sockets))
        .map(p => s"process ${p.getFileName} (${command(p)})")

  /** The inode in a line of /proc/net/tcp, if it is a socket that listens (state 0A) on the port; see proc(5). */
  private[launcher] def listening(line: String, port: Int): Option[String] =
    line.trim.split("\\s+") match
      case Array(_, local, _, "0A", _, _, _, _, _, inode, _*) if local.endsWith(f":$port%04X") => Some(inode)
      case _ => None

  private def holds(process: Path, inodes: Set[String]): Boolean =
    folders(process.resolve("fd")).exists: fd =>
      val target = readable("")(Files.readSymbolicLink(fd).toString)
      target.startsWith("socket:[") && inodes(target.stripPrefix("socket:[").stripSuffix("]"))

  private def command(process: Path): String =
    val words = readable("")(Files.readString(process.resolve("cmdline"))).split('\u0000').toSeq
    shortened(words).mkString(" ").take(80)

  /** The program and its arguments; of a JVM only main class and arguments, not the flags and the class path. */
  private[launcher] def shortened(words: Seq[String]): Seq[String] =
    val program =
      words.headOption.filter(_.nonEmpty).fold("unknown")(w => w.substring(w.lastIndexOf('/') + 1))
    val arguments = words.drop(1)
    val flags = Set("-cp", "-classpath", "--class-path")
    def main(rest: Seq[String]): Seq[String] = rest match
      case flag +: _ +: more if flags(flag) => main(more)
      case flag +: more if flag.startsWith("-") => main(more)
      case more => more
    program +: (if program == "java" then main(arguments) else arguments)

  private def lines(file: String): Seq[String] =
    readable(Seq.empty[String])(Files.readAllLines(Path.of(file)).asScala.toSeq)

  private def folders(folder: Path): Seq[Path] = readable(Seq.empty[Path]):
    val stream = Files.list(folder)
    try stream.toScala(Seq)
    finally stream.close()

  /** Processes come and go while they are looked at, and those of others cannot be: then there is nothing to tell. */
  private def readable[A](otherwise: A)(read: => A): A =
    try read
    catch case _: (IOException | SecurityException | java.io.UncheckedIOException) => otherwise
end PortHolder
