package eddy.trading.internal

import eddy.trading.*
import eddy.trading.MarketEvent.*

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** What goes over the wire; docs/trading.md tells it field by field. What is None is left out, and an empty
  * list is there.
  */
private[trading] object Wire:
  final case class Acknowledged(
      order: Long,
      repeated: Boolean,
      durable: Boolean,
      events: Vector[Event],
      trades: Vector[Long]
  )

  final case class Event(
      event: String,
      lots: Option[Long] = None,
      price: Option[Long] = None,
      trade: Option[Long] = None,
      maker: Option[Long] = None,
      order: Option[Long] = None,
      reason: Option[String] = None,
      inPlace: Option[Boolean] = None
  )

  /** @param trader whom the request may act for, where there are accounts */
  final case class Account(accounts: Boolean, trader: Option[String])

  /** A problem document (RFC 9457), with the field and the rule. */
  final case class Problem(
      `type`: String,
      title: String,
      status: Int,
      detail: String,
      field: Option[String],
      rule: String,
      order: Option[Long]
  )

  /** Of a batch: one or the other. */
  final case class Outcome(done: Option[Acknowledged], problem: Option[Problem])

  final case class OrderState(
      order: Long,
      product: String,
      trader: String,
      side: String,
      `type`: String,
      state: String,
      price: Option[Long],
      trigger: Option[Long],
      quantity: Long,
      filled: Long
  )

  final case class Level(price: Long, quantity: Long, orders: Int)
  final case class Book(product: String, last: Option[Long], bids: Vector[Level], asks: Vector[Level])
  final case class Trade(number: Long, millis: Long, price: Long, quantity: Long, side: String)
  final case class Stats(
      engines: Int,
      waiting: Vector[Int],
      refused: Long,
      backlogFull: Long,
      storage: Option[Storage],
      openOrders: Int,
      openOrdersRoom: Int,
      seconds: Double,
      salesPerMinute: Long,
      figures: Vector[EngineFigures],
      durable: Times
  )

  /** Everybody may read it: what the database says when it fails is for the log alone.
    *
    * @param failingSince in milliseconds since 1970, while writes fail
    */
  final case class Storage(
      waiting: Int,
      room: Int,
      stored: Long,
      commits: Long,
      failures: Long,
      failingSince: Option[Long],
      snapshots: Long
  )
  final case class Placed(id: Long)

  /** How many orders an operator has cancelled. */
  final case class CancelledAll(cancelled: Long)

  /** Which engine has a product. */
  final case class Place(product: String, engine: Int)

  /** Changes of a book, and the book itself: a level without lots is none. */
  final case class Levels(life: String, number: Long, bids: Vector[Level], asks: Vector[Level])

  /** @param every length in milliseconds */
  final case class CandlesOf(every: Long, candles: Vector[Candle])

  /** @param lost there were more: ask for all */
  final case class OwnOrders(orders: Vector[OrderState], lost: Boolean)

  /** @param ordersPerSecond of all simulated traders together, at most */
  final case class Simulated(running: Boolean, traders: Int, ordersPerSecond: Int)

  private inline def lists = CodecMakerConfig.withTransientEmpty(false)
  given JsonValueCodec[Acknowledged] = JsonCodecMaker.make(lists)
  given JsonValueCodec[Problem] = JsonCodecMaker.make
  given outcomes: JsonValueCodec[Vector[Outcome]] = JsonCodecMaker.make(lists)
  given manyFields: JsonValueCodec[Vector[Fields]] = JsonCodecMaker.make
  given JsonValueCodec[OrderState] = JsonCodecMaker.make
  given orderStates: JsonValueCodec[Vector[OrderState]] = JsonCodecMaker.make
  given texts: JsonValueCodec[Vector[String]] = JsonCodecMaker.make
  given JsonValueCodec[Book] = JsonCodecMaker.make(lists)
  given manyTrades: JsonValueCodec[Vector[Trade]] = JsonCodecMaker.make
  given JsonValueCodec[Stats] = JsonCodecMaker.make(lists)
  given JsonValueCodec[Placed] = JsonCodecMaker.make
  given JsonValueCodec[Account] = JsonCodecMaker.make
  // who reads them counts on every field
  private inline def whole = lists.withTransientDefault(false)
  given JsonValueCodec[Levels] = JsonCodecMaker.make(whole)
  given JsonValueCodec[CandlesOf] = JsonCodecMaker.make(whole)
  given manyCandles: JsonValueCodec[Vector[CandlesOf]] = JsonCodecMaker.make(whole)
  given JsonValueCodec[CancelledAll] = JsonCodecMaker.make(whole)
  given JsonValueCodec[Place] = JsonCodecMaker.make(whole)
  given JsonValueCodec[Simulated] = JsonCodecMaker.make(whole)
  given JsonValueCodec[OwnOrders] = JsonCodecMaker.make(whole)

  def event(event: MarketEvent): Event = event match
    case Accepted(order) => Event("accepted", order = Some(order.value))
    case t: Traded =>
      Event(
        "traded",
        Some(t.quantity.lots),
        Some(t.price.ticks),
        Some(t.number),
        Some(t.maker.value),
        Some(t.taker.value)
      )
    case Cancelled(order, lots, reason) =>
      Event("cancelled", Some(lots), order = Some(order.value), reason = Some(word(reason.toString)))
    case Replaced(order, lots, inPlace) =>
      Event("replaced", Some(lots), order = Some(order.value), inPlace = Some(inPlace))
    case Rejected(rule) => Event("rejected", reason = Some(word(rule.toString)))
    case Triggered(order) => Event("triggered", order = Some(order.value))
    case Expired(order, lots) => Event("expired", Some(lots), order = Some(order.value))

  def order(product: Product, view: OrderView): OrderState =
    val (kind, trigger) = view.asked.kind match
      case OrderKind.Limit(_) => ("limit", None)
      case OrderKind.Market => ("market", None)
      case OrderKind.Stop(trigger) => ("stop", Some(trigger.ticks))
      case OrderKind.StopLimit(trigger, _) => ("stop-limit", Some(trigger.ticks))
    OrderState(
      view.order.value,
      product.name,
      view.asked.trader.name,
      word(view.asked.side.toString),
      kind,
      word(view.state.toString),
      view.price.map(_.ticks),
      trigger,
      view.quantity.lots,
      view.filled
    )

  def trade(sale: Sale): Trade =
    Trade(sale.number, sale.millis, sale.price.ticks, sale.quantity.lots, word(sale.side.toString))

  def changes(update: FeedUpdate): Levels = levels(update.life, update.number, update.changes)
  def snapshot(book: BookSnapshot): Levels = levels(book.life, book.number, book.view)

  private def levels(life: String, number: Long, view: BookView) =
    def all(of: Vector[BookLevel]) = of.map(l => Level(l.price.ticks, l.lots, l.orders))
    Levels(life, number, all(view.bids), all(view.asks))

  def stats(stats: ExchangeStats): Stats = Stats(
    stats.waiting.size,
    stats.waiting,
    stats.refused,
    stats.backlogFull,
    stats.storage.map(s =>
      Storage(s.waiting, s.room, s.stored, s.commits, s.failures, s.failingSince, s.snapshots)
    ),
    stats.openOrders,
    stats.openOrdersRoom,
    stats.seconds,
    stats.salesPerMinute,
    stats.figures,
    stats.durable
  )

  /** `NotAll` as `not-all`. */
  def word(name: String): String =
    val text = new StringBuilder(name.length + 4)
    for c <- name do
      if Character.isUpperCase(c) && text.nonEmpty then text.append('-')
      text.append(Character.toLowerCase(c))
    text.toString
end Wire
