package eddy.bench.jmh

import eddy.runtime.Engine
import eddy.state.LockPolicy
import eddy.web.{Routes, Server, ServerConfig}

import java.util.logging.{ConsoleHandler, Level, Logger}
import scala.concurrent.duration.DurationInt

/** How long a server with one callback takes to listen, in a JVM that has just started, and what of that is the reading of its
  * code: `./mill bench.jmh.runMain eddy.bench.jmh.FirstStart`. Then the same again in the warm JVM, and without reading. Of a
  * larger service `EDDY_LOG_LEVEL=debug ./eddy serve` tells it.
  */
object FirstStart:
  // held, since the JDK forgets the level of a logger that nobody holds
  private val log = Logger.getLogger("eddy.web")

  private def routes: Routes = Routes.get("/")((_, response) => response.text("Hello, world!"))

  def main(args: Array[String]): Unit =
    val console = ConsoleHandler()
    console.setLevel(Level.ALL)
    log.addHandler(console)
    log.setLevel(Level.FINE)
    given Engine = Engine.start()
    start("the first server", ServerConfig(port = 0))
    start("the second", ServerConfig(port = 0))
    start("one that reads no code", ServerConfig(port = 0, locks = LockPolicy.Unprotected))
    System.exit(0)

  private def start(name: String, config: ServerConfig)(using Engine): Unit =
    val begun = System.nanoTime()
    val server = Server(config).start(routes)
    println(f"${(System.nanoTime() - begun) / 1e6}%8.2f ms  $name listens")
    server.stop(1.second)
end FirstStart
