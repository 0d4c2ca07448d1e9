package eddy.trading

import eddy.trading.internal.HeapShare

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Checked here, so that an exchange never opens on a wrong value.
  *
  * @param products what is traded, each once; those that were traded before keep their numbers
  * @param engines market engines that share the markets
  * @param mailbox commands that wait at one engine; more are refused
  * @param selfTrade of all markets but those in `selfTradeOf`; a change takes effect from the start on
  * @param selfTradeOf of these products
  * @param maxOrders open in one market at a time; some 270 bytes each. Half of what the heap has room for,
  *   unless it is set
  * @param maxOrdersInAll open in all markets together: an eighth of the heap, unless it is set
  * @param maxOrdersOfTrader open in one market, of one trader
  * @param maxOrdersOfAddress open in all markets together, that came from one address over HTTP while there
  *   are no accounts; an IPv6 network of /64 counts as one. A tenth of what the heap has room for, unless it
  *   is set
  * @param keysFor how long an order's key is remembered
  * @param keysKept of one market at most: when more orders with keys come in that time, whoever has the most
  *   loses the oldest
  * @param endedKept orders of one market that have ended and can still be looked at
  * @param answerWithin how long a command may wait before its caller is told that it is late
  * @param sweepEvery how often orders are looked for that have expired while nothing was asked of their
  *   market
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
    maxOrders: Int = math.max(1, HeapShare.orders / 2),
    maxOrdersInAll: Int = HeapShare.orders,
    maxOrdersOfTrader: Int = 10_000,
    maxOrdersOfAddress: Int = math.max(1, HeapShare.orders / 10),
    keysFor: FiniteDuration = 10.minutes,
    keysKept: Int = HeapShare.keys,
    endedKept: Int = HeapShare.ended,
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
  ExchangeConfig.between("maxOrders", maxOrders, 1, 50_000_000, "about 1000000; some 270 bytes each")
  ExchangeConfig.between(
    "maxOrdersInAll",
    maxOrdersInAll,
    1,
    50_000_000,
    "an eighth of the heap, at 300 bytes each,"
  )
  ExchangeConfig.between("maxOrdersOfAddress", maxOrdersOfAddress, 1, 50_000_000, "a tenth of maxOrdersInAll")
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
