package eddy.trading

import eddy.actor.ActorSystem
import eddy.runtime.Engine
import eddy.web.{Server, ServerConfig}

import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

/** A server with the markets at /trading, as the launcher mounts them. */
final class TradingServer(url: String, onPort: Int) extends AutoCloseable:
  private val engine = Engine.start()
  private given ActorSystem = new ActorSystem(engine)
  private val feed = Feed.start()
  private val config = ExchangeConfig(engines = 2, storage = Some(StorageConfig(url, user = "sa")))
  private val exchange = Exchange.open(config, feed = Some(feed))
  private val simulation = Simulation(exchange, feed, SimulationConfig(ordersPerSecond = 200))
  private val app = TradingApp(exchange, Some(feed), Some(simulation))
  private val running =
    new Server(ServerConfig(
      port = onPort,
      accessLog = false
    ))(using engine).start(app.routes.under("/trading"))
  val port: Int = running.port
  val address: String = s"http://127.0.0.1:$port"

  def close(): Unit =
    simulation.close()
    running.stop(1.second)
    exchange.close()
    Await.result(feed.close(), 1.minute)
    engine.shutdown(10.seconds): Unit
end TradingServer
