package eddy.trading

import eddy.actor.ActorSystem
import eddy.runtime.Engine
import eddy.web.{Server, ServerConfig, Timeouts}

import java.util.concurrent.ThreadLocalRandom
import scala.concurrent.duration.DurationInt

/** The trading service as a process of its own, so that it can be killed: says its port, and serves until then. Its markets go from
  * engine to engine and are written as snapshots all the time.
  */
object TradingMain:
  val products: Vector[Product] = Vector("ACME", "BOLT", "CORN").map(Product(_))

  def main(arguments: Array[String]): Unit =
    val storage = StorageConfig(arguments(0), arguments(1), connections = 2, batch = 50, snapshotEvery = 50)
    given Engine = Engine.default
    given ActorSystem = new ActorSystem(Engine.default)
    val exchange =
      Exchange.open(ExchangeConfig(
        products,
        engines = 2,
        answerWithin = 10.minutes,
        // so long must nothing be done before it is idle
        statsEvery = 1.second,
        storage = Some(storage)
      ))
    // a busy machine takes its time, above all for the first requests
    val config = ServerConfig(port = 0, timeouts = Timeouts(response = 10.minutes), accessLog = false)
    val server = Server(config).start(TradingApp(exchange).routes)
    val _ = summon[Engine].every(20.millis): () =>
      val product = products(ThreadLocalRandom.current.nn.nextInt(products.size))
      val _ = exchange.move(product, to = 1 - exchange.engineOf(product).get)
    println(s"port ${server.port}")
    server.awaitStop()
  end main
end TradingMain
