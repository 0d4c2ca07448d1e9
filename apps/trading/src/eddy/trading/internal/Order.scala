package eddy.trading.internal

import eddy.trading.*

/** An order in a book: also the node of its queue, and with its place among its trader's orders and in the
  * heap of those that expire. It is
  * one object: there may be a million of them.
  */
private[trading] final class Order(val id: OrderId, placed: NewOrder, val trader: TraderId):
  val isBuy: Boolean = placed.side == Side.Buy
  val postOnly: Boolean = placed.postOnly

  /** Of [[OrderCode]]. */
  private[internal] val kind: Byte = OrderCode.of(placed.kind).toByte
  private[internal] val lifetime: Byte = OrderCode.of(placed.lifetime).toByte

  /** As it was placed, in ticks (0 for none) and lots. */
  private[internal] val askedPrice: Long = OrderCode.price(placed.kind)
  private[internal] val askedLots: Long = placed.quantity.lots

  /** In ticks: the best and the worst price for a market order, since any will do. */
  var limit: Long = if askedPrice > 0 then askedPrice else if isBuy then Long.MaxValue else 0

  /** In ticks; 0 for an order that never was a stop order. */
  val trigger: Long = OrderCode.trigger(placed.kind)

  /** `Long.MaxValue` when it does not. */
  val expires: Long = placed.lifetime match
    case Lifetime.Until(millis) => millis
    case Lifetime.For(_) => throw IllegalArgumentException("it is not known when it was taken")
    case _ => Long.MaxValue

  /** Lots, in all and traded. */
  var quantity: Long = askedLots
  var filled: Long = 0

  /** Waits for its trigger. */
  var waits: Boolean = trigger > 0

  // of the queue it is in
  var level: Level | Null = null
  var before: Order | Null = null
  var after: Order | Null = null

  /** Null for one that comes from the service itself, from somebody with an account, or from before the
    * start.
    */
  var source: OrderSource | Null = null

  // of its trader's open orders
  var account: Account | Null = null
  var accountIndex: Int = -1

  // of the heap it is in
  var heapIndex: Int = -1

  def open: Long = quantity - filled
  def hasLimit: Boolean = askedPrice > 0
  def allOrNothing: Boolean = lifetime == OrderCode.AllOrNothing

  /** May stand in the book with what is left. */
  def stands: Boolean = hasLimit && !allOrNothing && lifetime != OrderCode.Immediate

  /** As it was placed. */
  def asked: NewOrder =
    val (side, kind) = (if isBuy then Side.Buy else Side.Sell, OrderCode.kind(this.kind, askedPrice, trigger))
    NewOrder(trader, side, Quantity(askedLots), kind, OrderCode.lifetime(lifetime, expires), postOnly)

  def view(state: OrderState): OrderView =
    OrderView(id, asked, Option.when(hasLimit)(Price(limit)), Quantity(quantity), filled, state)
end Order

/** The orders at one price, first come first served. */
private[trading] final class Level(val price: Long):
  var first: Order | Null = null
  private var last: Order | Null = null

  /** Open in all. */
  var lots: Long = 0
  var orders: Int = 0

  def add(order: Order): Unit =
    order.level = this
    order.before = last
    order.after = null
    if last == null then first = order else last.nn.after = order
    last = order
    lots += order.open
    orders += 1

  /** First come first. */
  def foreach(f: Order => Unit): Unit =
    var order = first
    while order != null do
      f(order)
      order = order.after

  /** First come first, while nothing changes. */
  def inOrder: Iterator[Order] =
    Iterator.unfold(first)(order => if order == null then None else Some(order -> order.after))

  def remove(order: Order): Unit =
    val (before, after) = (order.before, order.after)
    if before == null then first = after else before.after = after
    if after == null then last = before else after.before = before
    order.level = null
    order.before = null
    order.after = null
    lots -= order.open
    orders -= 1
end Level
