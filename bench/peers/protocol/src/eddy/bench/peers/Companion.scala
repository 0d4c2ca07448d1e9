package eddy.bench.peers

import java.lang.ProcessBuilder.Redirect
import java.lang.management.ManagementFactory
import java.nio.charset.StandardCharsets.UTF_8
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** The second process of a contender that has two: its program again, with the same flags and the further
  * word `companion`. It ends with the first one, however that ends.
  */
object Companion:
  // the last one
  @volatile private var started: Option[Process] = None

  /** The main method of such a contender.
    *
    * @param main the class of this method
    * @param before words of the program before all others
    * @param companion starts the work of the second process; its address
    * @param workloads use a function that starts it and returns its address
    */
  def main(args: Array[String], main: String, before: String*)(companion: => String)(
      workloads: (() => String) => Contender.Workloads
  ): Unit =
    val words = args.drop(before.size)
    if words.headOption.contains("companion") then serve(companion)
    else Contender.main(words)(workloads(() => start(main, before :+ "companion")))

  /** Waits until it has an address.
    *
    * @throws IllegalStateException if it ends before
    */
  private def start(main: String, words: Seq[String]): String =
    val java = ProcessHandle.current.nn.info.nn.command.nn.toScala.getOrElse("java")
    val flags = ManagementFactory.getRuntimeMXBean.nn.getInputArguments.nn.asScala.toSeq
    val command = (java +: flags) ++ Seq("-cp", System.getProperty("java.class.path").nn, main) ++ words
    val process = ProcessBuilder(command*).redirectError(Redirect.INHERIT).start()
    started = Some(process)
    process.inputReader(UTF_8).lines.iterator.asScala.collectFirst { case s"address $address" => address }
      .getOrElse(throw IllegalStateException(s"the companion ended with exit code ${process.waitFor()}"))

  /** Kills the second process that was started last, as `kill -9` does.
    *
    * @throws Unsupported if none was started
    */
  def kill(): Unit = started match
    case Some(process) => process.destroyForcibly(): Unit
    case None => throw Unsupported("it has no second process")

  /** Tells the address, and ends the process when the first one has ended. */
  private def serve(address: String): Unit =
    println(s"address $address")
    while System.in.read() >= 0 do ()
    Runtime.getRuntime.nn.halt(0)
end Companion
