package eddy.trading.internal

import eddy.state.Pure
import eddy.trading.*

import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}

/** A request to an exchange, and the time left for its answer. A request that is late before it reaches an
  * engine is not begun.
  */
@Pure
private[trading] final class ExchangeCall(
    numbers: Map[Product, Int],
    engines: Engines,
    within: FiniteDuration
):
  private given ExecutionContext = ExecutionContext.parasitic

  /** @param source an address whose orders are bounded */
  def place(
      product: Product,
      order: NewOrder,
      key: Option[OrderKey],
      source: OrderSource | Null = null
  ): Future[Answer] = numbers.get(product) match
    case Some(market) => engines.perform(market, Command.Place(order), key, within, source)
    case None => Future.successful(Answer.NoMarket)

  def cancel(order: OrderId, trader: TraderId): Future[Answer] =
    perform(order, Command.Cancel(order, trader))

  def replace(order: OrderId, trader: TraderId, quantity: Quantity, price: Option[Price]): Future[Answer] =
    perform(order, Command.Replace(order, trader, quantity, price))

  def order(id: OrderId): Future[Option[OrderView]] =
    if engines.has(id.market) then engines.look(id.market, within)(_.order(id)) else Future.successful(None)

  def look[A](product: Product)(view: OrderBook => A): Future[Option[A]] = at(product)(m => view(m.book))
  def recentTrades(product: Product): Future[Option[Vector[Sale]]] = at(product)(_.recentTrades)
  def snapshot(product: Product): Future[Option[BookSnapshot]] = at(product)(_.feed.snapshot)
  def candles(product: Product, length: Int): Future[Option[Vector[Candle]]] =
    at(product)(_.candlesOf(length))

  private def at[A](product: Product)(view: Market => A): Future[Option[A]] = numbers.get(product) match
    case None => Future.successful(None)
    case Some(market) => engines.look(market, within)(view).map(Some(_))

  private def perform(order: OrderId, command: Command): Future[Answer] =
    if engines.has(order.market) then engines.perform(order.market, command, None, within)
    else Future.successful(Answer.NoMarket)
end ExchangeCall
