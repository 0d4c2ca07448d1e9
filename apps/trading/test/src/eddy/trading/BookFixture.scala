package eddy.trading

import scala.collection.mutable

/** A book, and short ways to order. Each gives the events; orders are numbered from 1. */
final class BookFixture(selfTrade: SelfTrade = SelfTrade.CancelNewest):
  private val events = mutable.ArrayBuffer.empty[MarketEvent]
  val book = new OrderBook(MarketSettings(1, selfTrade), events += _)
  var now = 1000L

  def buy(
      trader: String,
      lots: Long,
      price: Long,
      lifetime: Lifetime = Lifetime.UntilCancelled
  ): Vector[String] =
    place(trader, Side.Buy, lots, OrderKind.Limit(Price(price)), lifetime)
  def sell(
      trader: String,
      lots: Long,
      price: Long,
      lifetime: Lifetime = Lifetime.UntilCancelled
  ): Vector[String] =
    place(trader, Side.Sell, lots, OrderKind.Limit(Price(price)), lifetime)

  def place(
      trader: String,
      side: Side,
      lots: Long,
      kind: OrderKind,
      lifetime: Lifetime = Lifetime.UntilCancelled,
      postOnly: Boolean = false
  ): Vector[String] =
    handle(Command.Place(NewOrder(TraderId(trader), side, Quantity(lots), kind, lifetime, postOnly)))

  def cancel(n: Int, trader: String): Vector[String] = handle(Command.Cancel(id(n), TraderId(trader)))
  def replace(n: Int, trader: String, lots: Long, price: Option[Long] = None): Vector[String] =
    handle(Command.Replace(id(n), TraderId(trader), Quantity(lots), price.map(Price(_))))

  def handle(command: Command): Vector[String] =
    events.clear()
    book.handle(command, now)
    events.toVector.map(BookFixture.brief)

  def depth(side: Side): Vector[(Long, Long)] = book.depth(side, 100).map(l => (l.price.ticks, l.lots))

  private def id(n: Int) = OrderId(1, n)
end BookFixture

object BookFixture:
  def brief(event: MarketEvent): String = event match
    case MarketEvent.Accepted(o) => s"accepted ${o.order}"
    case t: MarketEvent.Traded =>
      s"${t.taker.order} takes ${t.quantity.lots} of ${t.maker.order} at ${t.price.ticks}"
    case MarketEvent.Cancelled(o, lots, reason) => s"cancelled ${o.order}, $lots open: $reason"
    case MarketEvent.Replaced(o, lots, inPlace) =>
      s"replaced ${o.order}, $lots open${if inPlace then ", in place" else ""}"
    case MarketEvent.Rejected(rule) => s"rejected: $rule"
    case MarketEvent.Triggered(o) => s"triggered ${o.order}"
    case MarketEvent.Expired(o, lots) => s"expired ${o.order}, $lots open"
