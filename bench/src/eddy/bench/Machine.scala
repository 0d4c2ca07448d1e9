package eddy.bench

import java.io.IOException
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.time.temporal.ChronoUnit
import java.time.{LocalDateTime, ZoneOffset}
import scala.jdk.CollectionConverters.*

/** What a figure means little without. */
private[eddy] object Machine:
  /** One line each: processor, system, load before the run, JDK, commit and date. */
  def describe(home: Option[Path]): Seq[String] =
    val load = ManagementFactory.getOperatingSystemMXBean.getSystemLoadAverage
    Seq(
      s"${Runtime.getRuntime.availableProcessors} cores of $processor, $memory",
      s"${System.getProperty("os.name")} ${System.getProperty("os.version")}, load average ${"%.1f".format(load)} when it began",
      s"JDK ${Runtime.version} (${System.getProperty("java.vm.vendor")})",
      s"commit ${home.flatMap(commit).getOrElse("unknown")}, ${LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES)} UTC"
    )

  private def processor: String =
    lines("/proc/cpuinfo").find(
      _.startsWith("model name")
    ).map(_.dropWhile(_ != ':').drop(1).trim).getOrElse(System.getProperty("os.arch"))

  private def memory: String = ProcessUse.field(lines("/proc/meminfo"), "MemTotal") match
    case 0 => "memory unknown"
    case bytes => f"${bytes / (1L << 30).toDouble}%.0f GB"

  /** Of a checkout, with `-dirty` when it has changes; none when it is no checkout, or git is not there. */
  def commit(home: Path): Option[String] =
    val git =
      new ProcessBuilder(
        "git",
        "-C",
        home.toString,
        "describe",
        "--always",
        "--dirty"
      ).redirectErrorStream(true)
    if !Files.exists(home.resolve(".git")) then None
    else
      try
        val process = git.start()
        val line = new String(process.getInputStream.readAllBytes).trim
        Option.when(process.waitFor() == 0 && line.nonEmpty)(line)
      catch case _: IOException => None // no git on this machine

  private def lines(file: String): Seq[String] =
    try Files.readAllLines(Path.of(file)).asScala.toSeq
    catch case _: IOException => Nil // not Linux
end Machine
