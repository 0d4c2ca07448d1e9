package eddy.trading

import eddy.actor.ActorSystem
import eddy.runtime.Engine
import eddy.testing.Waits
import eddy.web.{Server, ServerConfig}

import scala.concurrent.duration.DurationInt

/** A server with the markets at /trading, as the launcher mounts them, and at /accounts with others, where a
  * cookie says who somebody is.
  */
final class TradingServer(url: String, onPort: Int) extends AutoCloseable:
  private val engine = Engine.start()
  private given ActorSystem = new ActorSystem(engine)
  private val feed = Feed.start()
  // a busy machine takes its time
  private val config =
    ExchangeConfig(engines = 2, answerWithin = 2.minutes, storage = Some(StorageConfig(url)))
  private val exchange = Exchange.open(config, feed = Some(feed))
  private val simulation = Simulation(exchange, feed, SimulationConfig(ordersPerSecond = 200))
  private val app = TradingApp(exchange, Some(feed), Some(simulation))
  private val access = Access(traderOf = Some(_.cookie("trader").flatMap(TraderId.from(_))))
  private val accountsFeed = Feed.start(access = access)
  private val accounts =
    Exchange.open(ExchangeConfig(engines = 1, answerWithin = 2.minutes), feed = Some(accountsFeed))
  private val routes = app.routes.under("/trading") ++
    TradingApp(accounts, Some(accountsFeed), access = access).routes.under("/accounts")
  private val running =
    new Server(ServerConfig(port = onPort, accessLog = false))(using engine).start(routes)
  val port: Int = running.port
  val address: String = s"http://127.0.0.1:$port"

  def close(): Unit =
    simulation.close()
    running.stop(1.second)
    for each <- Seq(exchange, accounts) do each.close()
    for each <- Seq(feed, accountsFeed) do Waits.await(each.close())
    Waits.await(engine.shutdown(10.seconds)): Unit
end TradingServer
