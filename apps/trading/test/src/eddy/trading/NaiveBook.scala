package eddy.trading

/** The rules of docs/trading.md as plainly as can be, to compare with: one list, searched from end to end. */
final class NaiveBook(settings: MarketSettings):
  import MarketEvent.*

  /** @param turn who came first */
  final case class Entry(
      id: OrderId,
      asked: NewOrder,
      limit: Long,
      quantity: Long,
      filled: Long,
      waits: Boolean,
      turn: Long
  ):
    def open: Long = quantity - filled
    def buys: Boolean = asked.side == Side.Buy

  private var entries = Vector.empty[Entry]
  private var events = Vector.empty[MarketEvent]
  private var selfTrade = settings.selfTrade
  private var now, turns, accepted, trades = 0L
  // prices: of the last trade, then of those since it was last looked for stop orders in vain
  private var prices = Vector.empty[Long]

  def handle(command: Command, millis: Long): Vector[MarketEvent] =
    events = Vector.empty
    now = if command == Command.TurnBack then millis else now max millis
    val late =
      entries.filter(e => expiry(e.asked).exists(_ <= now)).sortBy(e => (expiry(e.asked).get, e.id.value))
    entries = entries.diff(late)
    late.foreach(e => tell(Expired(e.id, e.open)))
    command match
      case Command.Place(asked) => place(withEnd(asked))
      case Command.Cancel(id, trader) => own(id, trader)(cancel(_, CancelReason.Asked))
      case Command.Replace(id, trader, quantity, price) => own(id, trader)(replace(_, quantity.lots, price))
      case Command.CancelAll(trader, most, newest) =>
        val of = entries.filter: e =>
          trader.forall(_ == e.asked.trader) && newest.forall(_.value >= e.id.value)
        val all = (if trader.isDefined then of.sortBy(_.id.value) else of.sortBy(place)).take(most)
        if all.isEmpty then tell(Rejected(Rule.UnknownOrder))
        else all.foreach(cancel(_, CancelReason.Operator))
      case Command.Expire | Command.TurnBack => ()
      case Command.SelfTrading(mode) => selfTrade = mode
    events
  end handle

  def depth(side: Side): Vector[BookLevel] =
    val levels = entries.filter(e => !e.waits && e.asked.side == side).groupBy(_.limit).toVector
      .map((price, es) => BookLevel(Price(price), es.map(_.open).sum, es.size))
    val ascending = levels.sortBy(_.price.ticks)
    if side == Side.Buy then ascending.reverse else ascending

  def open: Vector[Entry] = entries

  /** Buyers, sellers, then waiting stop orders; of each the next to trade first. */
  private def place(e: Entry) =
    val (group, price) =
      if e.waits then if e.buys then (2, triggerOf(e)) else (3, -triggerOf(e))
      else if e.buys then (0, -e.limit)
      else (1, e.limit)
    (group, price, e.turn)

  private def tell(event: MarketEvent): Unit = events :+= event

  private def withEnd(asked: NewOrder) = asked.lifetime match
    case Lifetime.For(millis) => asked.copy(lifetime = Lifetime.Until(now + millis))
    case _ => asked

  private def expiry(asked: NewOrder) = asked.lifetime match
    case Lifetime.Until(end) => Some(end)
    case _ => None

  private def triggerOf(e: Entry) = e.asked.kind match
    case OrderKind.Stop(t) => t.ticks
    case OrderKind.StopLimit(t, _) => t.ticks
    case _ => fail("no stop order")

  private def fail(why: String) = throw IllegalStateException(why)

  private def place(asked: NewOrder): Unit =
    val fleeting = Set(Lifetime.Immediate, Lifetime.AllOrNothing)(asked.lifetime)
    val (isMarket, isStop, hasLimit) = asked.kind match
      case OrderKind.Market => (true, false, false)
      case OrderKind.Stop(_) => (false, true, false)
      case OrderKind.StopLimit(_, _) => (false, true, true)
      case OrderKind.Limit(_) => (false, false, true)
    if isMarket && !fleeting then tell(Rejected(Rule.MarketStands))
    else if asked.postOnly && (!hasLimit || fleeting) then tell(Rejected(Rule.PostOnlyTakes))
    else if expiry(asked).exists(_ <= now) then tell(Rejected(Rule.EndPassed))
    else
      val limit = asked.kind match
        case OrderKind.Limit(p) => p.ticks
        case OrderKind.StopLimit(_, p) => p.ticks
        case _ => if asked.side == Side.Buy then Long.MaxValue else 0L
      val entry =
        Entry(OrderId(settings.number, accepted + 1), asked, limit, asked.quantity.lots, 0, isStop, turn())
      fullFor(entry) match
        case Some(rule) => tell(Rejected(rule))
        case None =>
          accepted += 1
          tell(Accepted(entry.id))
          if isStop then entries :+= entry else arrive(entry)
          triggerAll()
  end place

  /** Lets it arrive, counts the open orders, and restores the book. */
  private def fullFor(entry: Entry): Option[Rule] =
    val (entriesBefore, eventsBefore, pricesBefore, tradesBefore) = (entries, events, prices, trades)
    val waits = entry.waits && !prices.exists(p =>
      if entry.buys then triggerOf(entry) <= p else triggerOf(entry) >= p
    )
    if waits then entries :+= entry else arrive(entry.copy(waits = false))
    val stays = entries.exists(_.id == entry.id)
    val (all, own) = (entries.size, entries.count(_.asked.trader == entry.asked.trader))
    entries = entriesBefore
    events = eventsBefore
    prices = pricesBefore
    trades = tradesBefore
    if !stays then None
    else if own > settings.maxOrdersOfTrader then Some(Rule.TraderFull)
    else if all > settings.maxOrders then Some(Rule.BookFull)
    else None

  private def turn() =
    turns += 1
    turns

  private def own(id: OrderId, trader: TraderId)(act: Entry => Unit): Unit = entries.find(_.id == id) match
    case None => tell(Rejected(Rule.UnknownOrder))
    case Some(e) if e.asked.trader != trader => tell(Rejected(Rule.ForeignOrder))
    case Some(e) => act(e)

  private def cancel(e: Entry, reason: CancelReason): Unit =
    entries = entries.filter(_.id != e.id)
    tell(Cancelled(e.id, e.open, reason))

  private def replace(e: Entry, quantity: Long, price: Option[Price]): Unit =
    val hasLimit = e.asked.kind match
      case OrderKind.Limit(_) | OrderKind.StopLimit(_, _) => true
      case _ => false
    if price.isDefined && !hasLimit then tell(Rejected(Rule.NoLimit))
    else if quantity <= e.filled then cancel(e, CancelReason.NothingLeft)
    else
      val limit = price.map(_.ticks).getOrElse(e.limit)
      val changed = e.copy(quantity = quantity, limit = limit)
      val keeps = quantity <= e.quantity && (e.waits || limit == e.limit)
      tell(Replaced(e.id, changed.open, keeps))
      if keeps then entries = entries.map(x => if x.id == e.id then changed else x)
      else
        entries = entries.filter(_.id != e.id)
        val again = changed.copy(turn = turn())
        if e.waits then entries :+= again else arrive(again)
        triggerAll()

  private def triggerAll(): Unit =
    val (buyers, sellers) = entries.filter(_.waits).partition(_.buys)
    def reached(e: Entry) = prices.exists(p => if e.buys then triggerOf(e) <= p else triggerOf(e) >= p)
    val next = buyers.filter(reached).sortBy(e => (triggerOf(e), e.turn)).headOption
      .orElse(sellers.filter(reached).sortBy(e => (-triggerOf(e), e.turn)).headOption)
    next match
      case None => prices = prices.takeRight(1)
      case Some(e) =>
        entries = entries.filter(_.id != e.id)
        tell(Triggered(e.id))
        arrive(e.copy(waits = false, turn = turn()))
        triggerAll()

  /** Those it can trade with, best first. */
  private def partners(e: Entry) =
    val fitting = entries.filter(m =>
      !m.waits && m.buys != e.buys && (if e.buys then m.limit <= e.limit else m.limit >= e.limit)
    )
    fitting.sortBy(m => (if e.buys then m.limit else -m.limit, m.turn))

  private def arrive(e: Entry): Unit =
    val hasLimit = e.limit != Long.MaxValue && e.limit != 0
    if e.asked.postOnly && partners(e).nonEmpty then tell(Cancelled(e.id, e.open, CancelReason.WouldTrade))
    else if e.asked.lifetime == Lifetime.AllOrNothing && reachable(e) < e.open then
      tell(Cancelled(e.id, e.open, CancelReason.NotAll))
    else
      var (taker, goesOn) = (e, true)
      while goesOn && taker.open > 0 && partners(taker).nonEmpty do
        val maker = partners(taker).head
        if maker.asked.trader == e.asked.trader && selfTrade != SelfTrade.Allow then
          if selfTrade != SelfTrade.CancelNewest then cancel(maker, CancelReason.OwnOrder)
          if selfTrade != SelfTrade.CancelOldest then
            tell(Cancelled(e.id, taker.open, CancelReason.OwnOrder))
            goesOn = false
        else
          val lots = taker.open min maker.open
          taker = taker.copy(filled = taker.filled + lots)
          val left = maker.copy(filled = maker.filled + lots)
          entries =
            if left.open == 0 then entries.filter(_.id != maker.id)
            else entries.map(x => if x.id == maker.id then left else x)
          prices :+= maker.limit
          trades += 1
          tell(Traded(
            trades,
            Price(maker.limit),
            Quantity(lots),
            maker.id,
            maker.asked.trader,
            e.id,
            e.asked.trader,
            e.asked.side
          ))
        end if
      end while
      if goesOn && taker.open > 0 then
        if hasLimit && !Set(Lifetime.Immediate, Lifetime.AllOrNothing)(e.asked.lifetime) then
          entries :+= taker
        else tell(Cancelled(e.id, taker.open, CancelReason.NothingToTake))
    end if
  end arrive

  private def reachable(e: Entry): Long =
    val own = (m: Entry) => m.asked.trader == e.asked.trader
    val usable = selfTrade match
      case SelfTrade.Allow => partners(e)
      case SelfTrade.CancelOldest => partners(e).filterNot(own)
      case SelfTrade.CancelNewest | SelfTrade.CancelBoth => partners(e).takeWhile(!own(_))
    usable.map(_.open).sum
end NaiveBook
