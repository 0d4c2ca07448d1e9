package eddy.bench.trading

import eddy.bench.ProcessUse
import eddy.bench.contest.{Children, Installed}
import eddy.testing.{FreePort, MariaDb}

import java.io.IOException
import java.lang.ProcessBuilder.Redirect
import java.nio.file.{Files, Path}
import java.sql.DriverManager
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.FiniteDuration

/** A MariaDB server of a run, with nothing in it at first, on a port of its own. It keeps what it says in `mariadb.log`, and commits to
  * the disk, as it does by default.
  */
private[bench] final class Database private (
    process: Process,
    port: Int,
    children: Children,
    away: FiniteDuration
) extends AutoCloseable:
  private lazy val way = new Distance(port, away)

  /** For those who are measured. */
  def address: String = s"127.0.0.1:${if away.length == 0 then port else way.port}"

  def sales(contender: TradingProgram): Sales =
    Sales(DriverManager.getConnection(MariaDb.url(port, contender.schema), "root", ""), contender.table)

  /** Of all its threads. */
  def cpuNanos: Long = ProcessUse.of(process.pid).fold(0L)(_.cpuNanos)

  override def close(): Unit =
    if away.length > 0 then way.close()
    children.kill(process)
    val _ = process.waitFor(10, TimeUnit.SECONDS)
end Database

private[bench] object Database:
  private val startWithinSeconds = 120L

  /** Starts one, or says why there is none.
    *
    * @param away how much later its answers come to those who are measured
    */
  def running[A](
      children: Children,
      folder: Path,
      away: FiniteDuration
  )(use: Database => A): Either[String, A] =
    val data = Files.createTempDirectory(folder, "mariadb")
    try
      for
        install <- Installed.program(MariaDb.installer, MariaDb.remedy)
        server <- Installed.program(MariaDb.server, MariaDb.remedy)
        _ <- installed(install, data, folder)
        database <- start(server, data, children, folder, away)
      yield try use(database)
      finally database.close()
    catch case e: IOException => Left(s"MariaDB did not start: ${e.getMessage}")

  /** As the server itself says it. */
  def version: String =
    Installed.program(MariaDb.server, MariaDb.remedy).fold(
      identity,
      program =>
        val process = new ProcessBuilder(program, "--version").redirectErrorStream(true).start()
        // its path comes first
        try String(process.getInputStream.readAllBytes).trim.replaceFirst(".*Ver +", "MariaDB ")
        finally
          val _ = process.waitFor()
    )

  private def installed(program: String, data: Path, folder: Path): Either[String, Unit] =
    val process = logged(folder, MariaDb.installing(program, data)).start()
    if process.waitFor(startWithinSeconds, TimeUnit.SECONDS) && process.exitValue == 0 then Right(())
    else
      val _ = process.destroyForcibly()
      Left("MariaDB's files could not be made, see mariadb.log")

  private def start(
      program: String,
      data: Path,
      children: Children,
      folder: Path,
      away: FiniteDuration
  ): Either[String, Database] =
    val port = FreePort.any()
    val command = MariaDb.running(program, data, port) :+ "--max-connections=500"
    val process = children.start(logged(folder, command))
    val until = System.nanoTime + TimeUnit.SECONDS.toNanos(startWithinSeconds)
    val database = new Database(process, port, children, away)
    if Iterator.continually(MariaDb.answers(port) || process.waitFor(50, TimeUnit.MILLISECONDS))
        .takeWhile(_ => System.nanoTime < until).contains(true) && process.isAlive
    then Right(database)
    else
      database.close()
      Left("MariaDB does not answer, see mariadb.log")
  end start

  private def logged(folder: Path, command: Seq[String]) =
    val log = folder.resolve("mariadb.log").toFile
    new ProcessBuilder(command*).redirectErrorStream(true).redirectOutput(Redirect.appendTo(log))
end Database
