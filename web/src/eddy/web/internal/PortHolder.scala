package eddy.web.internal

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.jdk.StreamConverters.*

/** The process that listens on a port.
  *
  * @param words its command line as it is shown, see [[PortHolder.shortened]]
  */
private[eddy] final case class PortHolder(pid: Long, words: Seq[String]):
  /** Such as `process 4711 (java eddy.launcher.Main serve)`. */
  override def toString: String = s"process $pid (${words.mkString(" ").take(80)})"

/** Finds it out from Linux's /proc. Elsewhere, and for other users' processes, it cannot. */
private[eddy] object PortHolder:
  def of(port: Int): Option[PortHolder] =
    val sockets = Seq("/proc/net/tcp", "/proc/net/tcp6").flatMap(lines).flatMap(listening(_, port)).toSet
    if sockets.isEmpty then None
    else
      folders(Path.of("/proc"))
        .filter(_.getFileName.toString.forall(_.isDigit))
        .find(holds(_, sockets))
        .map(p => PortHolder(p.getFileName.toString.toLong, command(p)))

  /** The holder of the port, for a message: this process, another run of the same program, or another
    * program.
    * @param own this process, if its command line is known
    */
  def told(holder: Option[PortHolder], own: Option[PortHolder]): String =
    // a JVM by its main class, others by their program
    def program(words: Seq[String]) = words.take(if words.headOption.contains("java") then 2 else 1)
    (holder, own) match
      case (Some(h), Some(me)) if h.pid == me.pid =>
        s"by another server of this process, $h: stop that one first"
      case (Some(h), Some(me)) if program(h.words) == program(me.words) =>
        s"by this program, which runs already as $h: stop that run first"
      case (Some(h), _) => s"by another program, $h: stop that one"
      case (None, _) => "by another program: stop that one"

  /** This process. */
  def own: Option[PortHolder] =
    val pid = ProcessHandle.current.pid
    Option(command(Path.of(s"/proc/$pid"))).filter(_.nonEmpty).map(PortHolder(pid, _))

  /** The inode in a line of /proc/net/tcp, if it is a socket that listens (state 0A) on the port; see
    * proc(5).
    */
  private[internal] def listening(line: String, port: Int): Option[String] =
    line.trim.split("\\s+") match
      case Array(_, local, _, "0A", _, _, _, _, _, inode, _*) if local.endsWith(f":$port%04X") => Some(inode)
      case _ => None

  private def holds(process: Path, inodes: Set[String]): Boolean =
    folders(process.resolve("fd")).exists: fd =>
      val target = readable("")(Files.readSymbolicLink(fd).toString)
      target.startsWith("socket:[") && inodes(target.stripPrefix("socket:[").stripSuffix("]"))

  private def command(process: Path): Seq[String] =
    shortened(readable("")(Files.readString(process.resolve("cmdline"))).split('\u0000').toSeq)

  /** The program and its arguments; of a JVM only main class and arguments, not the flags and the class
    * path.
    */
  private[internal] def shortened(words: Seq[String]): Seq[String] =
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

  /** Processes come and go while they are looked at, and those of others cannot be: then there is nothing
    * to tell.
    */
  private def readable[A](otherwise: A)(read: => A): A =
    try read
    catch case _: (IOException | SecurityException | java.io.UncheckedIOException) => otherwise
end PortHolder
