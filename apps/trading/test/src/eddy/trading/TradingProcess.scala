package eddy.trading

import eddy.testing.{ChildJvm, Waits}

import java.util.concurrent.TimeUnit

/** [[TradingMain]] in a JVM of its own. */
final class TradingProcess(url: String, user: String) extends AutoCloseable:
  private val process: Process =
    val command = ChildJvm.ofTests("eddy.trading.TradingMain", url, user)
    new ProcessBuilder(command*).redirectError(ProcessBuilder.Redirect.INHERIT).start().nn

  /** Where it listens. */
  val port: Int =
    val lines = process.inputReader.nn
    Iterator.continually(Option(lines.readLine)).takeWhile(_.isDefined).flatten
      .collectFirst { case s"port $n" => n.toInt }
      .getOrElse(throw IllegalStateException(s"the service has ended with ${process.waitFor()}"))

  /** SIGKILL: it can do nothing more. */
  def kill(): Unit =
    process.destroyForcibly(): Unit
    if !process.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS) then
      throw IllegalStateException("it did not end")

  def close(): Unit = kill()
end TradingProcess
