package eddy.trading.internal

import eddy.trading.*

/** An order in a book: also the node of its queue, and with its place among its trader's orders and in the heap of those that expire. */
private[trading] final class Order(val id: OrderId, val asked: NewOrder):
  val trader: TraderId = asked.trader
  val isBuy: Boolean = asked.side == Side.Buy
  val postOnly: Boolean = asked.postOnly

  /** In ticks: the best and the worst price for a market order, since any will do. */
  var limit: Long = asked.kind match
    case OrderKind.Limit(price) => price.ticks
    case OrderKind.StopLimit(_, price) => price.ticks
    case OrderKind.Market | OrderKind.Stop(_) => if isBuy then Long.MaxValue else 0

  /** In ticks; 0 for an order that never was a stop order. */
  val trigger: Long = asked.kind match
    case OrderKind.Stop(trigger) => trigger.ticks
    case OrderKind.StopLimit(trigger, _) => trigger.ticks
    case OrderKind.Limit(_) | OrderKind.Market => 0

  val hasLimit: Boolean = asked.kind match
    case OrderKind.Limit(_) | OrderKind.StopLimit(_, _) => true
    case OrderKind.Market | OrderKind.Stop(_) => false

  val expires: Long = asked.lifetime match
    case Lifetime.Until(millis) => millis
    case _ => Long.MaxValue
  val allOrNothing: Boolean = asked.lifetime == Lifetime.AllOrNothing

  /** May stand in the book with what is left. */
  val stands: Boolean = hasLimit && !allOrNothing && asked.lifetime != Lifetime.Immediate

  /** Lots, in all and traded. */
  var quantity: Long = asked.quantity.lots
  var filled: Long = 0

  /** Waits for its trigger. */
  var waits: Boolean = trigger > 0

  // of the queue it is in
  var level: Level | Null = null
  var before: Order | Null = null
  var after: Order | Null = null

  /** How it ended. */
  var ended: OrderState | Null = null

  // of its trader's open orders
  var account: Account | Null = null
  var accountIndex: Int = -1

  // of the heap it is in
  var heapIndex: Int = -1

  def open: Long = quantity - filled

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
