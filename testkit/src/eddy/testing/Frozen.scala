package eddy.testing

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Freezes another process, and resumes it. Linux. */
object Frozen:
  /** No thread of the process runs when this returns: the signal alone stops each of them a little later, and
    * it may still answer meanwhile.
    */
  def freeze(process: Process): Unit =
    signal(process, "STOP")
    Eventually.until(s"process ${process.pid} is frozen", states(process).mkString)(
      states(process).forall(_ == 'T')
    )

  def thaw(process: Process): Unit = signal(process, "CONT")

  private def signal(process: Process, name: String): Unit =
    val sent = ProcessBuilder("kill", s"-$name", process.pid.toString).start()
    if sent.waitFor() != 0 then throw IllegalStateException(s"kill -$name ${process.pid} failed")

  // of each thread; see proc(5)
  private def states(process: Process): Vector[Char] =
    Using.resource(Files.list(Path.of(s"/proc/${process.pid}/task")).nn): threads =>
      threads.iterator.asScala.toVector.flatMap: thread =>
        try
          val stat = Files.readString(thread.resolve("stat")).nn
          // the name before it is in parentheses, and may hold some
          Some(stat.charAt(stat.lastIndexOf(')') + 2))
        // the thread has ended
        catch case _: IOException => None
end Frozen
