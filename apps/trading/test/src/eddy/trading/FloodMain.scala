package eddy.trading

import eddy.actor.ActorSystem
import eddy.runtime.Engine
import eddy.testing.Waits

import scala.concurrent.duration.DurationInt

/** An exchange with its usual bounds, and somebody who invents a trader for every few orders: takes orders
  * until it refuses, says how many there are, and lets an operator cancel them.
  */
object FloodMain:
  def main(arguments: Array[String]): Unit =
    given engine: Engine = Engine.start()
    given ActorSystem = new ActorSystem(engine)
    val products = Vector("ACME", "BOLT", "CORN").map(Product(_))
    val storage = StorageConfig(arguments(0), snapshotEvery = 20_000)
    val exchange =
      Exchange.open(ExchangeConfig(products, answerWithin = 10.minutes, storage = Some(storage)))
    var placed = 0
    def flood(product: Product): Rule =
      val n = placed
      placed += 1
      val price = OrderKind.Limit(Price(1_000_000L + n % 100_000))
      val order = NewOrder(TraderId(s"t${n / 50}"), Side.Sell, Quantity(1), price)
      // with a key, as clients send it
      Waits.await(exchange.place(product, order, Some(OrderKey(s"k$n")))) match
        case done: Answer.Done =>
          if n % 500 == 0 then Waits.await(done.durable): Unit
          flood(product)
        case Answer.Rejected(rule) => rule
        case other => throw IllegalStateException(s"order $n was answered with $other")
    for product <- products do println(s"${product.name} ${flood(product)}")
    println(s"open ${exchange.stats.openOrders}")
    println(s"best ${Waits.await(exchange.look(products(0))(_.depth(Side.Sell, 1))).get.size}")
    println(s"cancelled ${products.map(p => Waits.await(exchange.cancelAll(p)).get).sum}")
    exchange.close()
    System.exit(0)
  end main
end FloodMain
