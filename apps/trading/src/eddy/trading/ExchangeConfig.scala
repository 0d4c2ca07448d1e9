package eddy.trading

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Checked here, so that an exchange never opens on a wrong value.
  *
  * @param products what is traded, each once; those that were traded before keep their numbers
  * @param engines market engines that share the markets
  * @param mailbox commands that wait at one engine; more are refused
  * @param selfTrade of all markets but those in `selfTradeOf`; a change takes effect from the start on
  * @param selfTradeOf of these products
  * @param maxOrders open in one market at a time; some 150 bytes each
  * @param maxOrdersOfTrader of these, of one trader
  * @param keysFor how long an order's key is remembered
  * @param keysKept of one market at most: when more orders with keys come in that time, whoever has the most loses the oldest
  * @param endedKept orders of one market that have ended and can still be looked at
  * @param answerWithin how long a command may wait before its caller is told that it is late
  * @param sweepEvery how often orders are looked for that have expired while nothing was asked of their market
  * @param statsEvery how often figures are put together, and logged when there was something to do
  * @param storage where orders and trades are kept; None forgets them
  */
final case class ExchangeConfig(
    products: Vector[Product] =
      Vector("ACME", "BOLT", "CORN", "DUSK", "EMBR", "FLUX", "GRID", "HAZE").map(Product(_)),
    engines: Int = 8,
    mailbox: Int = 10_000,
    selfTrade: SelfTrade = SelfTrade.CancelNewest,
    selfTradeOf: Map[Product, SelfTrade] = Map.empty,
    maxOrders: Int = 1_000_000,
    maxOrdersOfTrader: Int = 10_000,
    keysFor: FiniteDuration = 10.minutes,
    keysKept: Int = 100_000,
    endedKept: Int = 100_000,
    answerWithin: FiniteDuration = 5.seconds,
    sweepEvery: FiniteDuration = 100.millis,
    statsEvery: FiniteDuration = 5.seconds,
    storage: Option[StorageConfig] = None
):
  require(products.nonEmpty, "products is empty: name at least one, such as ACME")
  require(
    products.size <= OrderId.MaxMarket,
    s"products holds ${products.size}: there are numbers for ${OrderId.MaxMarket}"
  )
  require(
    products.distinct.size == products.size,
    s"products names ${products.diff(products.distinct).map(_.name).distinct.mkString(", ")} more than once"
  )
  require(
    selfTradeOf.keys.forall(products.contains),
    s"selfTradeOf names ${selfTradeOf.keys.filterNot(products.contains).map(_.name).mkString(", ")}, which is not among products"
  )
  ExchangeConfig.between("engines", engines, 1, 1024, "about one per core, or some more")
  ExchangeConfig.between("mailbox", mailbox, 16, 1_000_000, "about 10000")
  ExchangeConfig.between("maxOrders", maxOrders, 1, 50_000_000, "about 1000000; some 150 bytes each")
  ExchangeConfig.between("maxOrdersOfTrader", maxOrdersOfTrader, 1, 1_000_000, "about 10000")
  ExchangeConfig.between("keysKept", keysKept, 1, 10_000_000, "about 100000; some 300 bytes each")
  ExchangeConfig.between("endedKept", endedKept, 1, 10_000_000, "about 100000; some 60 bytes each")
  require(
    keysFor >= 1.second && keysFor <= 7.days,
    s"keysFor = $keysFor: must be from 1 second to 7 days, such as \"10 minutes\""
  )
  ExchangeConfig.positive("answerWithin", answerWithin)
  ExchangeConfig.positive("sweepEvery", sweepEvery)
  ExchangeConfig.positive("statsEvery", statsEvery)
end ExchangeConfig

object ExchangeConfig:
  private[trading] def between(name: String, value: Int, low: Int, high: Int, usual: String): Unit =
    require(value >= low && value <= high, s"$name = $value: must be from $low to $high; $usual is usual")

  private[trading] def positive(name: String, value: FiniteDuration): Unit =
    require(
      value.toMillis >= 1 && value <= 1.hour,
      s"$name = $value: must be from 1 millisecond to 1 hour, such as \"5 seconds\""
    )
end ExchangeConfig
