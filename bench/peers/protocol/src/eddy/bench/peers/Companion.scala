package eddy.bench.peers

import java.lang.ProcessBuilder.Redirect
import java.lang.management.ManagementFactory
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** The second process of a contender that has two: this program again, with the same flags and other
  * arguments. It ends with the first one, however that ends.
  *
  * @param address where it can be reached
  */
final class Companion private (process: Process, val address: String) extends AutoCloseable:
  override def close(): Unit =
    process.destroyForcibly(): Unit
    val _ = process.waitFor(10, TimeUnit.SECONDS)

object Companion:
  /** Starts `main` and waits until it has an address.
    *
    * @throws IllegalStateException if it ends before
    */
  def start(main: String, words: String*): Companion =
    val java = ProcessHandle.current.nn.info.nn.command.nn.toScala.getOrElse("java")
    val flags = ManagementFactory.getRuntimeMXBean.nn.getInputArguments.nn.asScala.toSeq
    val command = (java +: flags) ++ Seq("-cp", System.getProperty("java.class.path").nn, main) ++ words
    val process = ProcessBuilder(command*).redirectError(Redirect.INHERIT).start()
    val lines = process.inputReader(UTF_8).lines.iterator
    Iterator.continually(if lines.hasNext then Some(lines.next) else None).takeWhile(_.isDefined).flatten
      .collectFirst { case s"address $address" => address } match
      case Some(address) => Companion(process, address)
      case None => throw IllegalStateException(s"the companion ended with exit code ${process.waitFor()}")

  /** The companion's own side: tells its address, and ends the process when the first one has ended. */
  def serve(address: String): Nothing =
    println(s"address $address")
    while System.in.read() >= 0 do ()
    Runtime.getRuntime.nn.halt(0)
    throw IllegalStateException("halted")
end Companion
