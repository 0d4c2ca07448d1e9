package eddy.inference

import java.lang.management.ManagementFactory

import com.sun.management.OperatingSystemMXBean
import libraries.HundredRoutes

/** Prints how much CPU time the handlers of a service take to analyse, that of the JIT compiler included. */
object HundredRoutesCost:
  def main(arguments: Array[String]): Unit =
    // before the time is taken: every start opens these
    HundredRoutes.open()
    val routes = HundredRoutes.all.zipWithIndex.map((handler, i) => s"route $i" -> handler)
    val system = ManagementFactory.getPlatformMXBean(classOf[OperatingSystemMXBean])
    val before = system.getProcessCpuTime
    for reading <- Inference.prepare(routes) do
      val _ = reading.join
    val millis = (system.getProcessCpuTime - before) / 1_000_000
    println(s"${routes.size} handlers, $millis ms of CPU time, ${Inference.analyses} analysed")
    System.exit(0)
  end main
end HundredRoutesCost
