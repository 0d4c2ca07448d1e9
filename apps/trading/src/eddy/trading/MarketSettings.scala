package eddy.trading

/** What happens when an order would trade with one of its own trader. */
enum SelfTrade derives CanEqual:
  /** They trade. */
  case Allow

  /** What is left of the arriving one is cancelled. */
  case CancelNewest

  /** The standing one is cancelled, and the arriving one goes on. */
  case CancelOldest

  /** Both are. */
  case CancelBoth

/** Of one market.
  *
  * @param number from 1, its own among all markets, for ever: it is in the ids of orders
  * @param selfTrade at first; see [[Command.SelfTrading]]
  * @param maxOrders open at a time, stop orders that wait included; some 150 bytes each
  * @param maxOrdersOfTrader of these, of one trader
  */
final case class MarketSettings(
    number: Int,
    selfTrade: SelfTrade = SelfTrade.CancelNewest,
    maxOrders: Int = 1_000_000,
    maxOrdersOfTrader: Int = 10_000
):
  require(
    number >= 1 && number <= OrderId.MaxMarket,
    s"number = $number: must be from 1 to ${OrderId.MaxMarket}"
  )
  require(maxOrders >= 1 && maxOrders <= 50_000_000, s"maxOrders = $maxOrders: must be from 1 to 50000000")
  require(
    maxOrdersOfTrader >= 1 && maxOrdersOfTrader <= 1_000_000,
    s"maxOrdersOfTrader = $maxOrdersOfTrader: must be from 1 to 1000000"
  )
end MarketSettings
