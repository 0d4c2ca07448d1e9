package eddy.trading.internal

import eddy.trading.{Exchange, Product}

import scala.collection.concurrent.TrieMap
import scala.util.Random

/** What simulated traders hold products to be worth, in ticks: a random walk around where each began. Any thread. */
private[trading] final class FairPrices(exchange: Exchange):
  private val fair = TrieMap.empty[Product, Double]

  val products: Vector[Product] = exchange.products

  /** The next step of the walk. */
  def next(product: Product, random: Random): Double =
    val home = FairPrices.begin(product)
    fair.updateWith(product): known =>
      val now = known.getOrElse(home)
      Some(now + (home - now) * 0.0005 + now * 0.0006 * random.nextGaussian())
    .get

  /** What was traded at draws it on. */
  def learn(product: Product, last: Long): Unit =
    fair.updateWith(product)(_.map(_ * 0.98 + last * 0.02)): Unit
end FairPrices

private[trading] object FairPrices:
  /** Another one for each product, the same each time: from 5000 to 20,000. */
  def begin(product: Product): Double = 5000.0 + Math.floorMod(product.name.hashCode * 7919, 15_000)
