package eddy.bench.peers.jetty

import eddy.bench.peers.work.ServerArguments

import scala.jdk.CollectionConverters.*

import org.springframework.boot.SpringBootConfiguration
import org.springframework.boot.autoconfigure.EnableAutoConfiguration
import org.springframework.boot.builder.SpringApplicationBuilder
import org.springframework.context.annotation.Import

/** The contenders jetty-platform and jetty-virtual: Spring MVC on Jetty, as Spring Boot puts them together, with
  * `threads=platform` or `threads=virtual`. Each request has a thread of its own while it is answered.
  *
  * Tuned: loops are Jetty's selectors; threads enough for all requests that wait at the same time (the default of 200
  * would be the limit of the workload whose answers wait); no limit on idle connections. Worker threads are what it has
  * anyway: the argument `worker` changes nothing.
  */
object Main:
  def main(args: Array[String]): Unit =
    val arguments = ServerArguments.parse(args.toSeq, Set("threads"))
    val virtual = arguments.others.get("threads") match
      case Some("virtual") => true
      case Some("platform") => false
      case other => throw IllegalArgumentException(
          s"threads=${other.getOrElse("")}: it must be platform or virtual"
        )
    val settings = Map[String, Object](
      "server.address" -> "127.0.0.1",
      "server.port" -> arguments.port.toString,
      "server.shutdown" -> "immediate",
      "server.jetty.threads.selectors" -> arguments.loops.toString,
      "server.jetty.threads.max" -> (if virtual then "100000" else "2000"),
      "server.jetty.connection-idle-timeout" -> "1h",
      "spring.threads.virtual.enabled" -> virtual.toString,
      "spring.main.banner-mode" -> "off",
      "spring.jmx.enabled" -> "false",
      "logging.level.root" -> "warn"
    )
    new SpringApplicationBuilder(classOf[Application]).properties(settings.asJava).run(): Unit
  end main
end Main

// not final and without a scan for others: Spring makes a subclass of it
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(Array(classOf[Service], classOf[Sockets]))
private[jetty] class Application
