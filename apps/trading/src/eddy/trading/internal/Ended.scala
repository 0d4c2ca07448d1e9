package eddy.trading.internal

import eddy.trading.{OrderId, OrderState, OrderView, TraderId}

/** The orders of one market that ended last, `limit` of them: in a ring of numbers, and in a table by their own. No objects are kept
  * but the traders' names: they would all grow old, and each collection would move them.
  */
private[trading] final class Ended(market: Int, val limit: Int):
  import EndedOrder.Words

  // at most `limit` places, of Words each
  private var words = new Array[Long](Ended.First * Words)
  private var traders = new Array[TraderId | Null](Ended.First)
  private val places = new PlaceTable(place => EndedOrder.number(words, place))
  // the next to be given up; 0 while there is room for more
  private var oldest = 0

  def size: Int = places.size

  def add(order: Order, state: OrderState): Unit =
    val place = if size < limit then size else oldest
    if size == limit then
      places.remove(place)
      oldest = (oldest + 1) % limit
    else if place == traders.length then
      val room = math.min(limit, place * 2)
      words = java.util.Arrays.copyOf(words, room * Words)
      traders = Array.copyOf(traders, room)
    EndedOrder.write(order, state, words, place)
    traders(place) = order.trader
    places.add(place)

  /** The oldest first. */
  def foreach(f: (Order, OrderState) => Unit): Unit =
    for n <- 0 until size do
      val place = (oldest + n) % size
      f(order(place), EndedOrder.state(words, place))

  def get(id: OrderId): Option[OrderView] =
    val place = if id.market == market then places.find(id.order) else -1
    if place < 0 then None else Some(order(place).view(EndedOrder.state(words, place)))

  private def order(place: Int) = EndedOrder.read(market, traders(place).nn, words, place)
end Ended

private object Ended:
  private val First = 64
