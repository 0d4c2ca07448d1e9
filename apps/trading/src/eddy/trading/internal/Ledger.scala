package eddy.trading.internal

import eddy.trading.*

import scala.collection.mutable

/** Keeps account of every order's lots by the events alone: what was ordered must be what has traded, is open, or was given
  * up. It knows the orders that are open.
  */
private[trading] final class Ledger(differs: String => Unit):
  private final class Account(var ordered: Long, var traded: Long = 0)
  private val accounts = mutable.LongMap.empty[Account]

  def enter(command: Command, events: Iterable[MarketEvent]): Unit = events.foreach:
    case MarketEvent.Accepted(id) =>
      command match
        case Command.Place(order) => accounts(id.value) = new Account(order.quantity.lots)
        case other => differs(s"order ${id.value} was accepted by $other")
    case MarketEvent.Replaced(id, lots, _) => of(id)(a => a.ordered = a.traded + lots)
    case t: MarketEvent.Traded =>
      for id <- Seq(t.maker, t.taker) do
        of(id): account =>
          account.traded += t.quantity.lots
          if account.traded > account.ordered then
            differs(s"order ${id.value} is for ${account.ordered} lots, and has traded ${account.traded}")
          if account.traded == account.ordered then accounts.remove(id.value): Unit
    case MarketEvent.Cancelled(id, lots, _) => close(id, lots)
    case MarketEvent.Expired(id, lots) => close(id, lots)
    case MarketEvent.Rejected(_) | MarketEvent.Triggered(_) => ()

  /** What is open in the book must be what is left here. */
  def compare(book: OrderBook): Unit =
    if accounts.size != book.openOrders then
      differs(s"${accounts.size} orders have lots left, but ${book.openOrders} are open")
    for (number, account) <- accounts do
      val open = OrderId.from(number).flatMap(book.order).fold(0L)(o => o.quantity.lots - o.filled)
      if open != account.ordered - account.traded then
        differs(s"order $number has ${account.ordered - account.traded} lots left, but $open are open")

  private def close(id: OrderId, lots: Long): Unit = of(id): account =>
    if lots != account.ordered - account.traded then
      differs(s"order ${id.value} gave up $lots lots, but had ${account.ordered - account.traded} left")
    accounts.remove(id.value): Unit

  private def of(id: OrderId)(change: Account => Unit): Unit = accounts.get(id.value) match
    case Some(account) => change(account)
    case None => differs(s"order ${id.value} was not open")
end Ledger
