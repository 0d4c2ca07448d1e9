package eddy.bench.peers

import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** What this process holds; for the `heap` and `rss` of the workload `spawn`. */
object Memory:
  /** Bytes of heap that are left after full collections: two, as what the first one finds to clear is freed by the second. */
  def heapAfterFullGc(): Long =
    System.gc()
    System.gc()
    ManagementFactory.getMemoryMXBean.nn.getHeapMemoryUsage.nn.getUsed

  /** Resident bytes of the process; 0 where there is no /proc. */
  def resident(): Long =
    val status = Path.of("/proc/self/status")
    if !Files.exists(status) then 0
    else
      Files.readAllLines(status).asScala.collectFirst { case s"VmRSS:$rest" =>
        rest.filter(_.isDigit).toLong * 1024
      }
        .getOrElse(0)
