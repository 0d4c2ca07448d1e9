package eddy.bench.exchange

import eddy.actor.ActorSystem
import eddy.bench.peers.work.ServerArguments
import eddy.runtime.{Engine, EngineConfig}
import eddy.trading.{Exchange, ExchangeConfig, Feed, Persistence, Product, StorageConfig, TradingApp}
import eddy.web.{HttpProblem, Limits, Server, ServerConfig}

import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

/** Eddy in `./eddy bench trading`, as its users write it. `persistence=group`, `parallel` or `one` is how sales reach the
  * database: docs/trading.md.
  */
object Main:
  def main(args: Array[String]): Unit =
    val arguments = ServerArguments.parse(
      args.toSeq,
      others = Set("engines", "products", "database", "schema", "embedded", "persistence")
    )
    val words = arguments.others
    given Engine = Engine.start(EngineConfig().copy(workers = arguments.loops))
    given ActorSystem = ActorSystem(summon[Engine])
    def onServer =
      s"jdbc:mariadb://${words("database")}/${words("schema")}?createDatabaseIfNotExist=true&sslMode=disable"
    val storage = StorageConfig(
      words.get("embedded").fold(onServer)(file => s"jdbc:sqlite:$file"),
      user = "root",
      persistence = words.getOrElse("persistence", "group") match
        case "group" => Persistence.GroupCommit
        case "parallel" => Persistence.ParallelInserts
        case "one" => Persistence.OneByOne
        case other =>
          throw IllegalArgumentException(s"persistence=$other: it must be group, parallel or one")
    )
    val feed = Feed.start()
    val config = ExchangeConfig(
      products = Vector.tabulate(words("products").toInt)(n => Product(s"P$n")),
      engines = words("engines").toInt,
      // loads last for seconds
      statsEvery = 1.second,
      // of hundreds of products, in a small heap
      endedKept = 1000,
      storage = Some(storage)
    )
    val exchange = Exchange.open(config, feed = Some(feed))
    val app = TradingApp(exchange, Some(feed), ordersByGet = true)
    val routes = app.routes.get("/health"): (_, response) =>
      app.unready.foreach(why => throw HttpProblem(503, why))
      response.text("ok")
    val server = ServerConfig(
      port = arguments.port,
      accessLog = false,
      compression = false,
      limits = Limits(maxConnections = 10_000)
    )
    try Server(server).start(routes).awaitStop()
    finally
      exchange.close()
      Await.result(feed.close(), 5.seconds)
  end main
end Main
