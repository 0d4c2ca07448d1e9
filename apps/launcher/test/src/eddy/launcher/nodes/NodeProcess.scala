package eddy.launcher.nodes

import java.io.BufferedReader
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** `./eddy serve` as a process of its own, on a port that is free. */
final class NodeProcess(mediator: String, environment: Map[String, String]):
  private val process: Process =
    val java = s"${System.getProperty("java.home")}/bin/java"
    val flags = Seq("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED", "-Xmx256m")
    val main = Seq("-cp", System.getProperty("java.class.path"), "eddy.launcher.Main", "serve")
    val builder = new ProcessBuilder(
      (java +: (flags ++ main ++ Seq("--port", "0", "--mediator", mediator)))*
    ).redirectErrorStream(true)
    builder.environment.putAll(environment.asJava)
    builder.start()
  private val lines: BufferedReader = process.inputReader

  /** The lines up to the one that says it is up. */
  val greeting: Vector[String] =
    Iterator.continually(Option(lines.readLine)).takeWhile(_.exists(!_.startsWith("Ctrl-C"))).flatten.toVector

  val port: Int = greeting
    .collectFirst { case s"  http://127.0.0.1:$port/ $_" => port.toInt }
    .getOrElse(throw IllegalStateException(greeting.mkString("it did not start:\n", "\n", "")))

  def signal(name: String): Unit =
    val _ = new ProcessBuilder("kill", s"-$name", process.pid.toString).start().waitFor()

  /** What else it said, and its exit code. Waits for its end. */
  def end(): (Seq[String], Int) =
    val rest = Iterator.continually(Option(lines.readLine)).takeWhile(_.isDefined).flatten.toVector
    if !process.waitFor(60, TimeUnit.SECONDS) then throw IllegalStateException("it did not end")
    (rest, process.exitValue)

  def destroy(): Unit =
    val _ = process.destroyForcibly()
end NodeProcess
