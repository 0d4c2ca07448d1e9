package eddy.bench.push

import eddy.bench.contest.Children

import java.io.IOException
import java.net.{InetSocketAddress, Socket}
import java.nio.file.Path
import java.util.concurrent.TimeUnit

/** The service of a mediator, such as a broker, in a process of its own. */
private[push] final class BackingService private (process: Process, children: Children) extends AutoCloseable:
  override def close(): Unit =
    children.kill(process)
    val _ = process.waitFor(10, TimeUnit.SECONDS)

private[push] object BackingService:
  private val startWithinSeconds = 180L

  /** Returns when it listens; else why it does not. */
  def start(
      command: Seq[String],
      port: Int,
      children: Children,
      log: Path,
      name: String
  ): Either[String, BackingService] =
    try
      val builder = new ProcessBuilder(command*).redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile)).directory(log.getParent.toFile)
      val process = children.start(builder)
      val service = new BackingService(process, children)
      if listens(process, port) then Right(service)
      else
        service.close()
        Left(s"its service does not listen within $startWithinSeconds s, see $name.log")
    catch case e: IOException => Left(s"its service did not start: ${e.getMessage}")

  private def listens(process: Process, port: Int): Boolean =
    val until = System.nanoTime + TimeUnit.SECONDS.toNanos(startWithinSeconds)
    def connects =
      val socket = new Socket()
      try
        socket.connect(InetSocketAddress("127.0.0.1", port), 1000)
        true
      catch case _: IOException => false
      finally socket.close()
    Iterator.continually(connects || process.waitFor(20, TimeUnit.MILLISECONDS))
      .takeWhile(_ => System.nanoTime < until).contains(true) && process.isAlive
end BackingService
