package eddy.bench.jmh

import eddy.actor.ActorSystem
import eddy.runtime.Engine
import eddy.state.LockPolicy
import eddy.trading.{Exchange, Feed, Simulation, TradingApp}
import eddy.web.{Routes, Server, ServerConfig}

import java.lang.management.ManagementFactory
import java.util.logging.{ConsoleHandler, Level, Logger}
import scala.concurrent.duration.DurationInt

import com.sun.management.OperatingSystemMXBean

/** How long a server takes to listen in a JVM that has just started, and what of that is the reading of its handlers' code:
  * `./mill bench.jmh.runMain eddy.bench.jmh.FirstStart`, with the argument `trading` for the trading application in place of
  * one handler. Then the same again in the warm JVM, and without reading.
  */
object FirstStart:
  // held, since the JDK forgets the level of a logger that nobody holds
  private val log = Logger.getLogger("eddy.web")

  private def hello: Routes = Routes.get("/")((_, response) => response.text("Hello, world!"))

  private def trading(using Engine): Routes =
    given ActorSystem = ActorSystem(summon[Engine])
    val feed = Feed.start()
    val exchange = Exchange.open(feed = Some(feed))
    TradingApp(exchange, Some(feed), Some(Simulation(exchange, feed))).routes

  def main(args: Array[String]): Unit =
    val console = ConsoleHandler()
    console.setLevel(Level.ALL)
    log.addHandler(console)
    log.setLevel(Level.FINE)
    given Engine = Engine.start()
    val routes = if args.contains("trading") then trading else hello
    start("the first server", routes, ServerConfig(port = 0))
    start("the second", routes, ServerConfig(port = 0))
    start("one that reads no code", routes, ServerConfig(port = 0, locks = LockPolicy.Unprotected))
    System.exit(0)

  private def start(name: String, routes: Routes, config: ServerConfig)(using Engine): Unit =
    val (begun, cpu) = (System.nanoTime(), cpuNanos)
    val server = Server(config).start(routes)
    val (wall, used) = ((System.nanoTime() - begun) / 1e6, (cpuNanos - cpu) / 1e6)
    println(f"$wall%8.0f ms, $used%8.0f ms CPU: $name listens")
    server.stop(1.second)

  private def cpuNanos: Long = ManagementFactory.getOperatingSystemMXBean match
    case os: OperatingSystemMXBean => os.getProcessCpuTime
    case _ => 0
end FirstStart
