package eddy.trading

import eddy.trading.internal.{Account, Accounts, Expiries, Ladder, Level, Order, OrderSource, OrderTable}

import scala.annotation.tailrec

/** The limit orders of one market, and their matching by price and then time.
  *
  * It is pure and deterministic: no clock, no chance, no threads. The same commands at the same times give
  * the same events,
  * bit for bit. What its rules are stands in docs/trading.md. Not for several threads at once.
  *
  * @param out is told what each command does, while it does it; must not call the book
  */
final class OrderBook(val settings: MarketSettings, out: MarketEvent => Unit):
  import MarketEvent.*

  private val bids = new Ladder(highestFirst = true)
  private val asks = new Ladder(highestFirst = false)
  // the next to be triggered is the best: for buyers the lowest trigger, for sellers the highest
  private val buyStops = new Ladder(highestFirst = false)
  private val sellStops = new Ladder(highestFirst = true)
  private val orders = new OrderTable
  private val accounts = new Accounts
  private val expiries = new Expiries
  private var lastOrder = 0L
  private var trades = 0L
  private var now = 0L
  // in ticks, 0 before the first trade
  private var last = 0L
  // the lowest and the highest price of the trades by which stop orders are still to be looked for, the last
  // one included
  private var low, high = 0L
  private var mode = settings.selfTrade
  private var isRedone = false

  /** Is told of each order that was accepted and is open no more. */
  private[trading] var onEnd: (Order, OrderState) => Unit = (_, _) => ()

  /** How many more orders may be open in all books. */
  private[trading] var roomInAll: () => Int = () => Int.MaxValue

  /** Of the next command. */
  private[trading] var source: OrderSource | Null = null

  /** Does what is asked, after what is due.
    *
    * @param millis since 1970; a time before that of an earlier command counts as that, unless the command
    *   says that it goes back
    */
  def handle(command: Command, millis: Long): Unit =
    now = if command == Command.TurnBack then millis else math.max(now, millis)
    expire()
    command match
      case Command.Place(order) => place(order)
      case Command.Cancel(order, trader) =>
        withOwn(order, trader)(o => cancel(o, CancelReason.Asked))
      case Command.Replace(order, trader, quantity, price) =>
        withOwn(order, trader)(replace(_, quantity.lots, price))
      case Command.CancelAll(trader, most, newest) =>
        cancelAll(trader, most, newest.fold(Long.MaxValue)(_.order))
      case Command.Expire | Command.TurnBack => ()
      case Command.SelfTrading(mode) => this.mode = mode

  /** Does again what was done before: how many orders may be open at a time does not matter then. */
  private[trading] def redo(command: Command, millis: Long): Unit =
    isRedone = true
    try handle(command, millis)
    finally isRedone = false

  /** What happens when an order meets one of its own trader. */
  def selfTrade: SelfTrade = mode

  /** The time of the last command, in milliseconds since 1970. */
  private[trading] def time: Long = now

  /** When the next order expires; `Long.MaxValue` when none will. */
  def nextExpiryMillis: Long = expiries.nextMillis

  /** Open orders, stop orders that wait included. */
  def openOrders: Int = orders.size

  /** Price of the last trade. */
  def lastPrice: Option[Price] = Price.from(last)

  /** Trades so far: the number of the last. */
  def tradeCount: Long = trades

  /** Orders accepted so far: the number of the last. */
  def orderCount: Long = lastOrder

  /** The best `levels` prices of a side, best first, without stop orders. */
  def depth(side: Side, levels: Int): Vector[BookLevel] =
    val ladder = if side == Side.Buy then bids else asks
    Vector.tabulate(math.min(levels, ladder.size)): n =>
      val level = ladder(n)
      BookLevel(Price(level.price), level.lots, level.orders)

  /** None when it is not open. */
  def order(id: OrderId): Option[OrderView] =
    val order = if id.market == settings.number then orders.get(id.order) else null
    if order == null then None else Some(view(order))

  /** Those of a trader, oldest first, at most `limit`. Looks at no others. */
  def ordersOf(trader: TraderId, limit: Int): Vector[OrderView] =
    accounts.find(trader).fold(Vector.empty)(_.oldest(limit).map(view))

  private[trading] val ladders: Vector[Ladder] = Vector(bids, asks, buyStops, sellStops)

  /** All that it has besides orders and the mode. */
  private[trading] def counters: Vector[Long] = Vector(lastOrder, trades, now, last)

  /** Of a new book: as another was. Orders follow. */
  private[trading] def restore(counters: Vector[Long], selfTrade: SelfTrade): Unit =
    lastOrder = counters(0)
    trades = counters(1)
    now = counters(2)
    last = counters(3)
    settle()
    mode = selfTrade

  /** Behind those that were restored before at its price. */
  private[trading] def restore(order: Order, ladder: Ladder): Unit =
    enter(order, ladder, if order.waits then order.trigger else order.limit)

  /** Sets the source of each order to that of the same order in `failed`, which no longer counts there. */
  private[trading] def takeSources(failed: OrderBook): Unit =
    for ladder <- failed.ladders; order <- ladder.orders do
      val from = order.source
      if from != null then
        order.source = null
        from.left()
        val same = orders.get(order.id.order)
        if same != null then
          same.source = from
          from.entered()

  private def view(order: Order) = order.view(if order.waits then OrderState.Waiting else OrderState.Open)

  private def expire(): Unit =
    while expiries.nextMillis <= now do
      val order = expiries.first.nn
      leave(order)
      out(Expired(order.id, order.open))
      onEnd(order, OrderState.Expired)

  private def place(placed: NewOrder): Unit =
    placed.brokenRule(now) match
      case Some(rule) => out(Rejected(rule))
      case None =>
        val asked = placed.at(now)
        val account = accounts.of(asked.trader)
        // one text for all orders of a trader
        val order = new Order(OrderId(settings.number, lastOrder + 1), asked, account.trader)
        order.source = source
        fullFor(order, account) match
          case Some(rule) => out(Rejected(rule))
          case None =>
            lastOrder += 1
            out(Accepted(order.id))
            if order.waits then enter(order, if order.isBuy then buyStops else sellStops, order.trigger)
            else arrive(order)
            trigger()

  /** How many are open counts for those that would enter a queue. */
  private def fullFor(order: Order, account: Account): Option[Rule] =
    // 0 for none, below that for more than there may be
    val ofTrader = settings.maxOrdersOfTrader - account.size
    val ofAddress = source match
      case null => Int.MaxValue
      case from: OrderSource => from.most - from.open
    val inBook = settings.maxOrders - orders.size
    val inAll = roomInAll().toLong
    if isRedone || ofTrader > 0 && ofAddress > 0 && inBook > 0 && inAll > 0 then None
    else
      val arrival = arrivalOf(order, account)
      if !arrival.stays then None
      else if ofTrader + arrival.ownLeave <= 0 then Some(Rule.TraderFull)
      else if ofAddress + arrival.sourceLeave <= 0 then Some(Rule.AddressFull)
      else if inBook + arrival.leave <= 0 then Some(Rule.BookFull)
      else if inAll + arrival.leave <= 0 then Some(Rule.ExchangeFull)
      else None

  /** How an order would change the queues, without doing it. A rest stays only when the order takes all that
    * it meets, so the search adds up whole price levels, and visits no orders but its trader's.
    */
  private def arrivalOf(order: Order, account: Account): OrderBook.Arrival =
    val opposite = if order.isBuy then asks else bids
    if order.waits && !isReached(order) then OrderBook.Arrival(stays = true)
    else if !order.stands then OrderBook.Arrival(stays = false)
    else if !meets(order, opposite.best) then OrderBook.Arrival(stays = true)
    else if order.postOnly then OrderBook.Arrival(stays = false)
    else
      val own = account.all.filter(o => !o.waits && o.isBuy != order.isBuy && meets(order, o.level)).toVector
      mode match
        case SelfTrade.Allow => arrivalOf(order, order.open, own)
        case SelfTrade.CancelOldest => arrivalOf(order, order.open + own.map(_.open).sum, own)
        // it ends at its own, if not before
        case SelfTrade.CancelNewest | SelfTrade.CancelBoth if own.nonEmpty => OrderBook.Arrival(stays = false)
        case SelfTrade.CancelNewest | SelfTrade.CancelBoth => arrivalOf(order, order.open, Vector.empty)

  /** @param lots at its prices that use it up */
  private def arrivalOf(order: Order, lots: Long, own: Vector[Order]): OrderBook.Arrival =
    val opposite = if order.isBuy then asks else bids
    var (missing, leave, n) = (lots, 0, 0)
    while missing > 0 && n < opposite.size && meets(order, opposite(n)) do
      missing -= opposite(n).lots
      leave += opposite(n).orders
      n += 1
    val from = source
    val ofSource = if from == null then 0 else own.count(_.source == from)
    OrderBook.Arrival(stays = missing > 0, leave, own.size, ofSource)

  /** The last trade has reached its trigger: it waits for nothing. */
  private def isReached(order: Order): Boolean =
    last > 0 && (if order.isBuy then order.trigger <= last else order.trigger >= last)

  private def cancelAll(trader: Option[TraderId], most: Int, newest: Long): Unit =
    val candidates = trader match
      case Some(trader) => accounts.find(trader).iterator.flatMap(_.oldest(most))
      case None => ladders.iterator.flatMap(_.orders)
    val found = candidates.filter(_.id.order <= newest).take(most).toVector
    found.foreach(cancel(_, CancelReason.Operator))
    if found.isEmpty then out(Rejected(Rule.UnknownOrder))

  private def withOwn(id: OrderId, trader: TraderId)(act: Order => Unit): Unit =
    val order = if id.market == settings.number then orders.get(id.order) else null
    if order == null then out(Rejected(Rule.UnknownOrder))
    else if order.trader != trader then out(Rejected(Rule.ForeignOrder))
    else act(order)

  private def replace(order: Order, quantity: Long, price: Option[Price]): Unit =
    val limit = price.fold(order.limit)(_.ticks)
    if price.isDefined && !order.hasLimit then out(Rejected(Rule.NoLimit))
    else if quantity <= order.filled then cancel(order, CancelReason.NothingLeft)
    else if quantity <= order.quantity && (order.waits || limit == order.limit) then
      order.level.nn.lots -= order.quantity - quantity
      order.quantity = quantity
      order.limit = limit
      out(Replaced(order.id, order.open, inPlace = true))
    else
      leave(order)
      order.quantity = quantity
      order.limit = limit
      out(Replaced(order.id, order.open, inPlace = false))
      if order.waits then enter(order, if order.isBuy then buyStops else sellStops, order.trigger)
      else
        arrive(order)
        trigger()

  /** Stop orders that a trade has reached, one after another, as each may trade: buyers from the lowest
    * trigger, then sellers
    * from the highest.
    */
  @tailrec
  private def trigger(): Unit =
    val order = due(buyStops, high) match
      case null => due(sellStops, low)
      case buyer => buyer
    if order == null then settle()
    else
      leave(order)
      order.waits = false
      out(Triggered(order.id))
      arrive(order)
      trigger()

  private def due(stops: Ladder, price: Long): Order | Null =
    val level = stops.best
    if last == 0 || level == null || !stops.reaches(level, price) then null else level.first

  /** No stop order is left that the trades so far have reached. */
  private def settle(): Unit =
    low = last
    high = last

  /** At the book: trades, then stands or is cancelled. */
  private def arrive(order: Order): Unit =
    val opposite = if order.isBuy then asks else bids
    if order.postOnly && meets(order, opposite.best) then end(order, CancelReason.WouldTrade)
    else if order.allOrNothing && !fills(order, opposite) then end(order, CancelReason.NotAll)
    else if take(order, opposite) then
      if order.open == 0 then onEnd(order, OrderState.Filled)
      else if order.stands then enter(order, if order.isBuy then bids else asks, order.limit)
      else end(order, CancelReason.NothingToTake)
    else end(order, CancelReason.OwnOrder)

  private def meets(order: Order, level: Level | Null): Boolean =
    level != null && (if order.isBuy then level.price <= order.limit else level.price >= order.limit)

  /** Trades while there is a price to trade at. False when an order of the same trader ends it. */
  private def take(taker: Order, opposite: Ladder): Boolean =
    var goesOn = true
    while goesOn && taker.open > 0 && meets(taker, opposite.best) do
      val maker = opposite.best.nn.first.nn
      if mode == SelfTrade.Allow || maker.trader != taker.trader then trade(taker, maker)
      else
        if mode != SelfTrade.CancelNewest then cancel(maker, CancelReason.OwnOrder)
        goesOn = mode == SelfTrade.CancelOldest
    goesOn

  private def trade(taker: Order, maker: Order): Unit =
    val level = maker.level.nn
    val lots = math.min(taker.open, maker.open)
    taker.filled += lots
    // out with nothing open, or a part of the level
    if lots == maker.open then leave(maker) else level.lots -= lots
    maker.filled += lots
    last = level.price
    low = if low == 0 then last else math.min(low, last)
    high = math.max(high, last)
    trades += 1
    val side = if taker.isBuy then Side.Buy else Side.Sell
    out(Traded(trades, Price(last), Quantity(lots), maker.id, maker.trader, taker.id, taker.trader, side))
    if maker.open == 0 then onEnd(maker, OrderState.Filled)

  /** Whether all of it would trade, without doing it. */
  private def fills(order: Order, opposite: Ladder): Boolean =
    var missing = order.open
    var n = 0
    var goesOn = true
    while goesOn && missing > 0 && n < opposite.size && meets(order, opposite(n)) do
      val level = opposite(n)
      if mode == SelfTrade.Allow then missing -= level.lots
      else
        var maker = level.first
        while goesOn && missing > 0 && maker != null do
          if maker.trader != order.trader then missing -= maker.open
          else goesOn = mode == SelfTrade.CancelOldest
          maker = maker.after
      n += 1
    missing <= 0

  private def enter(order: Order, ladder: Ladder, price: Long): Unit =
    ladder.add(order, price)
    orders.add(order)
    accounts.of(order.trader).add(order)
    if order.source != null then order.source.nn.entered()
    if order.expires != Long.MaxValue then expiries.add(order)

  private def leave(order: Order): Unit =
    val ladder =
      if order.waits then if order.isBuy then buyStops else sellStops
      else if order.isBuy then bids
      else asks
    ladder.remove(order)
    orders.remove(order)
    order.account.nn.remove(order)
    if order.source != null then order.source.nn.left()
    if order.heapIndex >= 0 then expiries.remove(order)

  private def cancel(order: Order, reason: CancelReason): Unit =
    leave(order)
    end(order, reason)

  private def end(order: Order, reason: CancelReason): Unit =
    out(Cancelled(order.id, order.open, reason))
    onEnd(order, OrderState.Cancelled)
end OrderBook

private object OrderBook:
  /** @param stays whether some of the order would enter a queue
    * @param leave how many others would be open no more
    * @param ownLeave those of its trader
    * @param sourceLeave of these, those that came from its address
    */
  private final case class Arrival(stays: Boolean, leave: Int = 0, ownLeave: Int = 0, sourceLeave: Int = 0)

/** @param lots open at this price in all
  * @param orders how many
  */
final case class BookLevel(price: Price, lots: Long, orders: Int) derives CanEqual
