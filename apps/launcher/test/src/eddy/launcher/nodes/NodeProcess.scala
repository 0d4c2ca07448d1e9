package eddy.launcher.nodes

import eddy.launcher.Trained
import eddy.testing.{Eventually, TestFolder}

import java.net.URI
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** `./eddy serve` as a process of its own, which is starting. What it says is in a file, so that it never waits for a reader.
  *
  * @param at its port; 0 for any that is free
  */
final class NodeProcess private (mediator: String, environment: Map[String, String], at: Int):
  private val output: Path = Files.createTempFile(TestFolder.make("eddy-node"), "eddy-node", ".log")
  private val process: Process =
    val words = Seq("serve", "--port", s"$at", "--mediator", mediator)
    val builder = new ProcessBuilder((Trained.eddy +: words)*)
      .redirectErrorStream(true).redirectOutput(output.toFile)
    builder.environment.putAll(environment.asJava)
    builder.start()

  /** What it has said so far. */
  def said: Vector[String] = Files.readAllLines(output).asScala.toVector

  /** Waits until it is up. */
  lazy val port: Int =
    Eventually.until("the node is up", shown, within = NodeProcess.Patience):
      !process.isAlive || said.exists(_.startsWith("Ctrl-C"))
    said.collectFirst { case s"  http://127.0.0.1:$port/ $_" => port.toInt }
      .getOrElse(throw IllegalStateException(s"it did not start. $shown"))

  /** Its status at `path`, and what it answers. */
  def get(path: String): (Int, String) =
    val request = HttpRequest.newBuilder(URI.create(s"http://127.0.0.1:$port$path")).build
    val answer = NodeProcess.http.send(request, BodyHandlers.ofString)
    (answer.statusCode, answer.body)

  /** Waits until people can come in, for which its mediator must be there. */
  def awaitReady(): Unit =
    Eventually.until("the node is ready", get("/ready").toString, NodeProcess.Patience):
      get("/ready")(0) == 200

  def signal(name: String): Unit =
    val _ = new ProcessBuilder("kill", s"-$name", process.pid.toString).start().waitFor()

  /** Waits for its end; its exit code. */
  def end(): Int =
    if !process.waitFor(NodeProcess.Patience.toSeconds, TimeUnit.SECONDS) then
      throw IllegalStateException("it did not end")
    process.exitValue

  private def shown = said.mkString(s"The node with $mediator said:\n  ", "\n  ", "")

  private def destroy(): Unit =
    process.destroyForcibly().waitFor(NodeProcess.Patience.toSeconds, TimeUnit.SECONDS): Unit
    Files.delete(output)
end NodeProcess

object NodeProcess:
  /** A busy machine starts some at once. */
  private val Patience = scala.concurrent.duration.FiniteDuration(3, TimeUnit.MINUTES)

  private lazy val http = HttpClient.newHttpClient

  /** Starts a node for `use`, and ends it afterwards. What it has said is shown when `use` fails. */
  def using[A](mediator: String, environment: Map[String, String], at: Int = 0)(use: NodeProcess => A): A =
    val node = new NodeProcess(mediator, environment, at)
    try use(node)
    catch
      case failure: Throwable =>
        println(node.shown)
        throw failure
    finally node.destroy()
end NodeProcess
