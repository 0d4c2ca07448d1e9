package eddy.bench

import java.net.URI
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}
import scala.jdk.CollectionConverters.*

/** How to start a server to be measured: a JVM of its own, on a free port of this machine.
  *
  * @param java the program, `flags` of the JVM
  * @param main class path, main class and arguments; it must print the address that it serves, `http://…/`
  */
final case class ServerCommand(java: String, flags: Seq[String], main: Seq[String])

/** A server in a process of its own; ends with the run, or with this JVM. Its output goes to `log`. */
private[bench] final class ServerProcess private (
    process: Process,
    val uri: URI,
    gcLog: Path,
    val flags: Seq[String]
) extends AutoCloseable:
  def pid: Long = process.pid

  /** Once it has ended. */
  def gc: GcLog = GcLog.parse(if Files.exists(gcLog) then Files.readAllLines(gcLog).asScala.toSeq else Nil)

  override def close(): Unit =
    // By its handle: Process.destroy would close the pipe that its last lines come through.
    val _ = process.toHandle.destroy()
    if !process.waitFor(20, TimeUnit.SECONDS) then
      val _ = process.destroyForcibly().waitFor()
end ServerProcess

private[bench] object ServerProcess:
  private val address = """(http://[^\s/]+/)""".r.unanchored
  private val startWithinSeconds = 60

  /** Returns when it has said where it serves. */
  def start(command: ServerCommand, environment: Map[String, String], out: Path): ServerProcess =
    val gcLog = out.resolve("server-gc.log")
    val log = out.resolve("server.log")
    val words = command.java +: (command.flags ++ Seq(s"-Xlog:gc:file=$gcLog") ++ command.main)
    val builder = new ProcessBuilder(words*).redirectErrorStream(true)
    environment.foreach((name, value) => builder.environment.put(name, value))
    val process = builder.start()
    Runtime.getRuntime.addShutdownHook(new Thread(() => process.destroy()))
    val found = new CompletableFuture[URI]
    Thread.ofVirtual.name("server-log").start(() => copy(process, log, found))
    val uri =
      try found.get(startWithinSeconds, TimeUnit.SECONDS)
      catch
        case e: ExecutionException => throw BenchFailure(String.valueOf(e.getCause.getMessage))
        case _: TimeoutException =>
          val _ = process.destroyForcibly()
          throw BenchFailure(s"the server did not start within $startWithinSeconds s; see $log")
    new ServerProcess(process, uri, gcLog, command.flags)

  private def copy(process: Process, log: Path, found: CompletableFuture[URI]): Unit =
    val lines = process.inputReader(UTF_8).lines.iterator
    val out = Files.newBufferedWriter(log)
    try
      while lines.hasNext do
        val line = lines.next
        out.write(line + "\n")
        out.flush()
        address.findFirstIn(line).foreach(uri => found.complete(URI.create(uri)))
    finally
      out.close()
      val _ =
        found.completeExceptionally(BenchFailure(s"the server ended before it served anything; see $log"))
end ServerProcess
