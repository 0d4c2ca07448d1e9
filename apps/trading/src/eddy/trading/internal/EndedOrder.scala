package eddy.trading.internal

import eddy.trading.*

/** An order that has ended, as numbers in an array; prices and quantities have 30 bits. Its trader's name is kept elsewhere.
  *
  * {{{
  *   number in the market (40 bits), state (3), kind (2), lifetime (2), buys (1), post-only (1), waits (1)
  *   price asked for, price at the end; 0 without one
  *   quantity asked for, quantity at the end
  *   trigger, lots that have traded
  *   until when, in milliseconds since 1970
  * }}}
  */
private[trading] object EndedOrder:
  inline val Words = 5
  private inline val NumberBits = 40
  private inline val Number = (1L << NumberBits) - 1
  private inline val Low = 0xffffffffL
  private val states = OrderState.values

  def number(words: Array[Long], place: Int): Long = words(place * Words) & Number

  def state(words: Array[Long], place: Int): OrderState = states(flags(words, place) & 7)

  private def flags(words: Array[Long], place: Int) = (words(place * Words) >>> NumberBits).toInt

  def write(order: Order, state: OrderState, words: Array[Long], place: Int): Unit =
    val flags = state.ordinal | order.kind << 3 | order.lifetime << 5 |
      bit(order.isBuy, 7) | bit(order.postOnly, 8) | bit(order.waits, 9)
    val first = place * Words
    words(first) = order.id.order | flags.toLong << NumberBits
    words(first + 1) = if order.hasLimit then both(order.askedPrice, order.limit) else 0
    words(first + 2) = both(order.askedLots, order.quantity)
    words(first + 3) = both(order.trigger, order.filled)
    words(first + 4) = order.expires

  /** As it was when it ended. */
  def read(market: Int, trader: TraderId, words: Array[Long], place: Int): Order =
    val flags = EndedOrder.flags(words, place)
    def is(at: Int) = (flags >>> at & 1) == 1
    def word(n: Int) = words(place * Words + n)
    val kind = OrderCode.kind(flags >>> 3 & 3, word(1) >>> 32, word(3) >>> 32)
    val lifetime = OrderCode.lifetime(flags >>> 5 & 3, word(4))
    val side = if is(7) then Side.Buy else Side.Sell
    val asked = NewOrder(trader, side, Quantity(word(2) >>> 32), kind, lifetime, postOnly = is(8))
    val order = new Order(OrderId(market, number(words, place)), asked, trader)
    if order.hasLimit then order.limit = word(1) & Low
    order.quantity = word(2) & Low
    order.filled = word(3) & Low
    order.waits = is(9)
    order

  private def both(high: Long, low: Long) = high << 32 | low
  private def bit(is: Boolean, at: Int) = if is then 1 << at else 0
end EndedOrder
