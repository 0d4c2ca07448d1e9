package eddy.trading.internal

import eddy.trading.*
import eddy.trading.MarketEvent.Traded

import java.sql.{PreparedStatement, Types}

/** Entries and trades as rows, in the columns' order. */
private[trading] object EntryRow:
  def write(entry: Entry, to: PreparedStatement): Unit =
    for column <- 5 to 15 do to.setNull(column, typeOf(column))
    to.setInt(1, entry.market)
    to.setLong(2, entry.sequence)
    to.setLong(3, entry.millis)
    entry.command match
      case Command.Place(order) =>
        to.setString(4, "place")
        place(order, to)
      case Command.Cancel(order, trader) =>
        to.setString(4, "cancel")
        to.setLong(5, order.value)
        to.setString(6, trader.name)
      case Command.Replace(order, trader, quantity, price) =>
        to.setString(4, "replace")
        to.setLong(5, order.value)
        to.setString(6, trader.name)
        to.setLong(9, quantity.lots)
        price.foreach(p => to.setLong(10, p.ticks))
      case Command.CancelAll(trader, most, newest) =>
        to.setString(4, "clear")
        newest.foreach(order => to.setLong(5, order.value))
        trader.foreach(t => to.setString(6, t.name))
        to.setLong(9, most)
      case Command.Expire => to.setString(4, "expire")
      case Command.TurnBack => to.setString(4, "back")
      case Command.SelfTrading(mode) =>
        to.setString(4, "self")
        to.setString(8, selfTradeWords(mode))
    end match
    entry.key.foreach(key => to.setString(15, key.text))
  end write

  // as short as the column
  private val selfTradeWords = Map(
    SelfTrade.Allow -> "allow",
    SelfTrade.CancelNewest -> "newest",
    SelfTrade.CancelOldest -> "oldest",
    SelfTrade.CancelBoth -> "both"
  )

  private def typeOf(column: Int) = column match
    case 5 | 9 | 10 | 11 | 13 => Types.BIGINT
    case 14 => Types.BOOLEAN
    case _ => Types.VARCHAR

  private def place(order: NewOrder, to: PreparedStatement): Unit =
    to.setString(6, order.trader.name)
    to.setString(7, order.side.toString)
    to.setLong(9, order.quantity.lots)
    order.kind match
      case OrderKind.Limit(price) =>
        to.setString(8, "limit")
        to.setLong(10, price.ticks)
      case OrderKind.Market => to.setString(8, "market")
      case OrderKind.Stop(trigger) =>
        to.setString(8, "stop")
        to.setLong(11, trigger.ticks)
      case OrderKind.StopLimit(trigger, price) =>
        to.setString(8, "stoplimit")
        to.setLong(10, price.ticks)
        to.setLong(11, trigger.ticks)
    order.lifetime match
      case Lifetime.UntilCancelled => to.setString(12, "cancelled")
      case Lifetime.Until(millis) =>
        to.setString(12, "until")
        to.setLong(13, millis)
      case Lifetime.For(millis) =>
        to.setString(12, "for")
        to.setLong(13, millis)
      case Lifetime.Immediate => to.setString(12, "immediate")
      case Lifetime.AllOrNothing => to.setString(12, "all")
    to.setBoolean(14, order.postOnly)
  end place

  /** As the parameters after that one. */
  def writeTrade(entry: Entry, trade: Traded, to: PreparedStatement, after: Int): Unit =
    to.setInt(after + 1, entry.market)
    to.setLong(after + 2, trade.number)
    to.setLong(after + 3, entry.sequence)
    to.setLong(after + 4, entry.millis)
    to.setLong(after + 5, trade.price.ticks)
    to.setLong(after + 6, trade.quantity.lots)
    to.setLong(after + 7, trade.maker.value)
    to.setString(after + 8, trade.makerTrader.name)
    to.setLong(after + 9, trade.taker.value)
    to.setString(after + 10, trade.takerTrader.name)
    to.setString(after + 11, trade.takerSide.toString)

  /** Of a trade, but for its key. */
  val TradeColumns: Vector[String] = Vector(
    "market",
    "trade_number",
    "seq",
    "millis",
    "price",
    "lots",
    "maker_order",
    "maker_trader",
    "taker_order",
    "taker_trader",
    "taker_side"
  )

  /** What these columns are to hold. */
  def tradeValues(entry: Entry, trade: Traded): Vector[Long | String] = Vector(
    entry.market.toLong,
    trade.number,
    entry.sequence,
    entry.millis,
    trade.price.ticks,
    trade.quantity.lots,
    trade.maker.value,
    trade.makerTrader.name,
    trade.taker.value,
    trade.takerTrader.name,
    trade.takerSide.toString
  )

  def read(row: Row): Entry =
    val command = row.text("action") match
      case "place" => Command.Place(readOrder(row))
      case "cancel" => Command.Cancel(order(row), trader(row))
      case "replace" =>
        val price = row.longOrNone("price").map(Price(_))
        Command.Replace(order(row), trader(row), Quantity(row.long("lots")), price)
      case "clear" =>
        val newest = row.longOrNone("order_id").map(_ => order(row))
        Command.CancelAll(row.textOrNone("trader").map(TraderId(_)), row.int("lots"), newest)
      case "expire" => Command.Expire
      case "back" => Command.TurnBack
      case "self" =>
        val word = row.text("kind")
        val mode = selfTradeWords.collectFirst { case (mode, `word`) => mode }
        Command.SelfTrading(mode.getOrElse(unknown(row, "kind", word)))
      case other => unknown(row, "action", other)
    val key = row.textOrNone("order_key").map(OrderKey(_))
    new Entry(row.int("market"), row.long("seq"), row.long("millis"), command, key, Vector.empty)

  private def readOrder(row: Row): NewOrder =
    def price = Price(row.long("price"))
    def stop = Price(row.long("stop_price"))
    val kind = row.text("kind") match
      case "limit" => OrderKind.Limit(price)
      case "market" => OrderKind.Market
      case "stop" => OrderKind.Stop(stop)
      case "stoplimit" => OrderKind.StopLimit(stop, price)
      case other => unknown(row, "kind", other)
    val lifetime = row.text("lifetime") match
      case "cancelled" => Lifetime.UntilCancelled
      case "until" => Lifetime.Until(row.long("until_millis"))
      case "for" => Lifetime.For(row.long("until_millis"))
      case "immediate" => Lifetime.Immediate
      case "all" => Lifetime.AllOrNothing
      case other => unknown(row, "lifetime", other)
    val (side, lots) = (Side.valueOf(row.text("side")), Quantity(row.long("lots")))
    NewOrder(trader(row), side, lots, kind, lifetime, row.boolean("post_only"))

  private def order(row: Row) =
    OrderId.from(row.long("order_id")).getOrElse(unknown(row, "order_id", row.long("order_id")))
  private def trader(row: Row) = TraderId(row.text("trader"))

  private def unknown(row: Row, column: String, value: Any): Nothing =
    throw TradingStartException(
      s"the journal's entry ${row.long("seq")} of market ${row.int("market")} has $column = $value, which this version does " +
        "not know: start the version that wrote it"
    )
end EntryRow
