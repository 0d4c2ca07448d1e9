package eddy.launcher.nodes

import eddy.testing.{ChildJvm, Eventually}

import java.io.BufferedReader
import java.net.URI
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** `./eddy serve` as a process of its own.
  *
  * @param at its port; 0 for any that is free
  */
final class NodeProcess(mediator: String, environment: Map[String, String], at: Int = 0):
  private val process: Process =
    val words = Seq("serve", "--port", s"$at", "--mediator", mediator)
    val builder =
      new ProcessBuilder(ChildJvm.ofTests("eddy.launcher.Main" +: words*)*).redirectErrorStream(true)
    builder.environment.putAll(environment.asJava)
    builder.start()
  private val lines: BufferedReader = process.inputReader

  /** The lines up to the one that says it is up. */
  val greeting: Vector[String] =
    Iterator.continually(Option(lines.readLine)).takeWhile(_.exists(!_.startsWith("Ctrl-C"))).flatten.toVector

  val port: Int = greeting
    .collectFirst { case s"  http://127.0.0.1:$port/ $_" => port.toInt }
    .getOrElse(throw IllegalStateException(greeting.mkString("it did not start:\n", "\n", "")))

  /** Its status at `path`, and what it answers. */
  def get(path: String): (Int, String) =
    val request = HttpRequest.newBuilder(URI.create(s"http://127.0.0.1:$port$path")).build
    val answer = NodeProcess.http.send(request, BodyHandlers.ofString)
    (answer.statusCode, answer.body)

  /** Waits until people can come in, for which its mediator must be there. */
  def awaitReady(): Unit =
    Eventually.until("the node is ready", detail = get("/ready").toString)(get("/ready")(0) == 200)

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

object NodeProcess:
  private lazy val http = HttpClient.newHttpClient
