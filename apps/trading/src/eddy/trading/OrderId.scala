package eddy.trading

/** Unique among all orders of all products. It fits a browser's number (2^53^), and says whose it is:
  *
  * {{{
  *   | 13 bits: number of the market, from 1 | 40 bits: number of the order in that market, from 1 |
  * }}}
  */
opaque type OrderId = Long

object OrderId:
  inline val MaxMarket = (1 << 13) - 1
  private inline val OrderBits = 40

  /** @throws IllegalArgumentException when a number is out of range */
  def apply(market: Int, order: Long): OrderId =
    require(market >= 1 && market <= MaxMarket, s"market = $market: must be from 1 to $MaxMarket")
    require(
      order >= 1 && order < (1L << OrderBits),
      s"order = $order: must be from 1 to ${(1L << OrderBits) - 1}"
    )
    (market.toLong << OrderBits) | order

  /** None for a number that no order can have. */
  def from(value: Long): Option[OrderId] =
    val id: OrderId = value
    Option.when(id.market >= 1 && id.market <= MaxMarket && id.order >= 1)(id)

  given CanEqual[OrderId, OrderId] = CanEqual.derived
  given Ordering[OrderId] = Ordering.Long

  extension (id: OrderId)
    def value: Long = id

    /** Number of the market. */
    def market: Int = (id >>> OrderBits).toInt

    /** Number of the order in its market: they are given in the order of acceptance. */
    def order: Long = id & ((1L << OrderBits) - 1)
end OrderId
