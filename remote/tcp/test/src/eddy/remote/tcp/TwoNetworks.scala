package eddy.remote.tcp

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

/** Another network namespace, with a cable to that of this process: for the system, two machines. Needs root.
  *
  * @param ip the program of iproute2
  */
final class TwoNetworks(ip: Path) extends AutoCloseable:
  import TwoNetworks.*

  private val name = s"eddy${ProcessHandle.current.pid}"
  // at most 15 characters each
  private val (hereCard, thereCard) = (s"eh${ProcessHandle.current.pid}", s"et${ProcessHandle.current.pid}")

  run("netns", "add", name)
  try
    run("link", "add", hereCard, "type", "veth", "peer", "name", thereCard, "netns", name)
    run("addr", "add", s"$here/30", "dev", hereCard)
    run("link", "set", hereCard, "up")
    inOther("addr", "add", s"$there/30", "dev", thereCard)
    inOther("link", "set", thereCard, "up")
    inOther("link", "set", "lo", "up")
  catch
    case failure: Throwable =>
      run("netns", "delete", name)
      throw failure

  /** Begins a command that runs in the other network. */
  def launcher: Seq[String] = Seq(ip.toString, "netns", "exec", name)

  def unplug(): Unit = inOther("link", "set", thereCard, "down")
  def plugIn(): Unit = inOther("link", "set", thereCard, "up")

  /** Packets to the other network go to a card that nobody has; those from there arrive. */
  def loseSent(): Unit = run("neigh", "replace", there, "lladdr", nobody, "dev", hereCard, "nud", "permanent")

  /** Packets of the other network do not arrive; those to it do. */
  def loseReceived(): Unit =
    inOther("neigh", "replace", here, "lladdr", nobody, "dev", thereCard, "nud", "permanent")

  def loseNothing(): Unit =
    run("neigh", "flush", "dev", hereCard, "nud", "permanent")
    inOther("neigh", "flush", "dev", thereCard, "nud", "permanent")

  // the cable first: the system removes a network later than its name
  def close(): Unit =
    run("link", "delete", hereCard)
    run("netns", "delete", name)

  private def inOther(arguments: String*): Unit = run(Seq("-n", name) ++ arguments*)

  private def run(arguments: String*): Unit =
    val process = new ProcessBuilder((ip.toString +: arguments)*).inheritIO().start()
    if !process.waitFor(1, TimeUnit.MINUTES) || process.exitValue != 0 then
      throw AssertionError(s"${(ip.toString +: arguments).mkString(" ")}: exit code ${process.exitValue}")
end TwoNetworks

object TwoNetworks:
  // of a range that is kept for tests of networks (RFC 2544)
  val here = "198.18.119.1"
  val there = "198.18.119.2"
  private val nobody = "02:00:00:00:00:0f"

  /** The program of iproute2, if this process may make networks. */
  def program: Option[Path] =
    val places = Seq("/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip", "/bin/ip")
    places.map(Path.of(_)).find(Files.isExecutable(_)).filter: ip =>
      val name = s"ex${ProcessHandle.current.pid}"
      def works(arguments: String*) =
        new ProcessBuilder((ip.toString +: arguments)*)
          .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start().waitFor() == 0
      val mayCable = works("netns", "add", name) &&
        works("link", "add", name, "type", "veth", "peer", "name", s"${name}p", "netns", name)
      works("link", "delete", name) & works("netns", "delete", name) && mayCable
