package eddy.state.inference

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
    if arguments.contains("idle") then
      // what the libraries' own threads take meanwhile
      val idle = system.getProcessCpuTime
      Thread.sleep(1000)
      println(s"${(system.getProcessCpuTime - idle) / 1_000_000} ms of CPU time in a second without")
    def by = java.io.File("/proc/self/task").listFiles.toList.map: f =>
      val st = scala.io.Source.fromFile(s"$f/stat").mkString
      val rest = st.substring(st.lastIndexOf(')') + 2).split(" ")
      (
        f.getName + st.substring(st.indexOf('(') + 1, st.lastIndexOf(')')),
        (rest(11).toLong + rest(12).toLong) * 10
      )
    val by0 = by.toMap
    val before = system.getProcessCpuTime
    for reading <- Inference.prepare(routes) do
      val _ = reading.join
    val millis = (system.getProcessCpuTime - before) / 1_000_000
    println(s"${routes.size} handlers, $millis ms of CPU time, ${Inference.analyses} analysed")
    println(by.map((k, v) => k -> (v - by0.getOrElse(k, 0L))).filter(_(1) > 10))
    System.exit(0)
  end main
end HundredRoutesCost
