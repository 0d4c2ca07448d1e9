package eddy.testing

import java.nio.file.{Files, Path}

/** The CPU time of this process, with that of its ended children. */
private[testing] object CpuTime:
  private val file = Path.of("/proc/self/stat")
  private val MillisPerTick = 10L

  // fields after the name, which may hold blanks: utime, stime, cutime and cstime
  private val ticks = 11 to 14

  /** None where the system has no such file. */
  def millis: Option[Long] = Option.when(Files.exists(file)):
    val text = Files.readString(file)
    val fields = text.substring(text.lastIndexOf(')') + 2).split(' ')
    ticks.map(fields(_).toLong).sum * MillisPerTick
