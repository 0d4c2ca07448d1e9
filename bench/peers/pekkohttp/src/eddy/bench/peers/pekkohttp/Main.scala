package eddy.bench.peers.pekkohttp

import eddy.bench.peers.work.ServerArguments

import com.typesafe.config.ConfigFactory
import org.apache.pekko.actor.ActorSystem
import org.apache.pekko.http.scaladsl.Http

/** Pekko HTTP by its low-level API, a function from requests to futures of responses, which is faster than its routes.
  *
  * Tuned: a dispatcher of as many threads as loops are asked for (the default makes 8 of them at least); the settings in
  * application.conf.
  */
object Main:
  def main(args: Array[String]): Unit =
    val arguments = ServerArguments.parse(args.toSeq)
    val threads = arguments.loops
    val sizes = ConfigFactory.parseString(s"""
      pekko.actor.default-dispatcher.fork-join-executor { parallelism-min = $threads, parallelism-max = $threads }
      pekko.actor.internal-dispatcher.fork-join-executor { parallelism-min = $threads, parallelism-max = $threads }
      computing.thread-pool-executor.fixed-pool-size = $threads
    """)
    val system = ActorSystem("bench", sizes.withFallback(ConfigFactory.load()))
    val computing = if arguments.worker then Some(system.dispatchers.lookup("computing")) else None
    Http(system).newServerAt("127.0.0.1", arguments.port).bind(Service(system, computing))
      .failed.foreach { cause =>
        cause.printStackTrace()
        System.exit(1)
      }(using system.dispatcher)
  end main
end Main
