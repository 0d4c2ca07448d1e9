package eddy.bench

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** What a process has used so far.
  *
  * @param cpuNanos of all its threads; the JDK knows it to about 10 ms
  * @param bytes resident memory now
  * @param peakBytes most that it was
  */
final case class ProcessUse(cpuNanos: Long, bytes: Long, peakBytes: Long)

object ProcessUse:
  /** None when the process has ended or the system does not tell; memory is 0 where there is no /proc. */
  def of(pid: Long): Option[ProcessUse] =
    for
      process <- ProcessHandle.of(pid).toScala
      cpu <- process.info.totalCpuDuration.toScala
    yield
      val status = lines(Path.of(s"/proc/$pid/status"))
      ProcessUse(cpu.toNanos, field(status, "VmRSS"), field(status, "VmHWM"))

  /** Memory of the machine, and what of it programs can still have; none where there is no /proc. */
  private[bench] def memoryBytes: Option[Long] = memory("MemTotal")
  private[bench] def availableBytes: Option[Long] = memory("MemAvailable")

  private def memory(name: String): Option[Long] =
    Some(field(lines(Path.of("/proc/meminfo")), name)).filter(_ > 0)

  private[bench] def writtenBytes(pid: Long): Long =
    lines(Path.of(s"/proc/$pid/io")).collectFirst { case s"write_bytes: $n" => n.trim.toLong }.getOrElse(0L)

  private[bench] def field(status: Seq[String], name: String): Long =
    status.find(_.startsWith(s"$name:")).map(_.filter(_.isDigit)).filter(_.nonEmpty).fold(0L)(_.toLong * 1024)

  private def lines(file: Path): Seq[String] =
    try Files.readAllLines(file).asScala.toSeq
    catch case _: IOException => Nil // no /proc, or the process has ended: there is nothing to tell
end ProcessUse
