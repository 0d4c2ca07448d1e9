package eddy.trading

import eddy.testing.{Eventually, FreePort, MariaDb, Need, TestFolder, Waits}

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.util.Try

/** A real MariaDB server on a port and in a folder of its own, that can be killed and started again there. */
final class MariaDbProcess private (program: Path, folder: Path, val port: Int) extends AutoCloseable:
  private var process: Process | Null = null

  /** A database of that name, made when it is not there. */
  def url(database: String): String =
    s"${MariaDb.url(port, database)}&createDatabaseIfNotExist=true&connectTimeout=60000"

  /** Returns when it answers. */
  def start(): this.type =
    process = MariaDbProcess.run(folder, MariaDb.running(program.toString, folder, port))
    Eventually.until(s"MariaDB on port $port answers: $log"):
      if !process.nn.isAlive then throw IllegalStateException(s"MariaDB has ended: $log")
      MariaDb.answers(port)
    this

  /** As when its machine dies. */
  def kill(): Unit =
    val running = process
    if running != null then
      running.destroyForcibly(): Unit
      running.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS): Unit
      process = null

  def close(): Unit = kill()

  private def log: String = Try(Files.readString(folder.resolve("log")).nn).getOrElse("no log")
end MariaDbProcess

object MariaDbProcess:
  val needs: Seq[Need] =
    Seq(MariaDb.server, MariaDb.installer).map(Need.program(MariaDb.remedy, _))

  def make(): MariaDbProcess =
    val folder = TestFolder.make("eddy-mariadb")
    val installed = run(folder, MariaDb.installing(needs(1).path.toString, folder))
    if !installed.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS) || installed.exitValue != 0 then
      throw IllegalStateException(s"mariadb-install-db failed: ${Files.readString(folder.resolve("log"))}")
    new MariaDbProcess(needs.head.path, folder, FreePort.any())

  private def run(folder: Path, command: Seq[String]): Process =
    val log = ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile)
    new ProcessBuilder(command*).redirectErrorStream(true).redirectOutput(log).start().nn
end MariaDbProcess
