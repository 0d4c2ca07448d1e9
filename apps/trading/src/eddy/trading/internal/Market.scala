package eddy.trading.internal

import eddy.trading.*

import scala.collection.mutable
import scala.concurrent.Future

/** One product's market: its book, its journal, the keys of its orders. Whole it moves from engine to
  * engine; one at a time
  * uses it.
  */
private[trading] final class Market(
    settings: MarketSettings,
    journal: Journal,
    private[internal] val keys: Keys,
    endedKept: Int,
    watchers: Watchers = new Watchers,
    open: OpenOrders = new OpenOrders(Int.MaxValue)
):
  private val events = mutable.ArrayBuffer.empty[MarketEvent]
  val book: OrderBook = new OrderBook(settings, events += _)
  private var sequence = 0L
  private var lastStored = Future.successful(Vector.empty[Long])
  // room in the journal that is kept
  private var reserved = 0
  private[internal] val tape = new Tape(100)
  private[internal] val ended = new Ended(settings.number, endedKept)
  book.onEnd = ended.add
  book.roomInAll = () => open.room

  // of each of their lengths
  private[internal] val candles = Candles.Lengths.map(new Candles(_, Candles.Kept))

  /** For those who watch it. */
  val feed: MarketFeed = new MarketFeed(this)

  def number: Int = settings.number

  /** Number of the last entry in the journal. */
  def lastSequence: Long = sequence

  /** It has been restored as it was after this entry. */
  private[internal] def resumeAfter(entry: Long): Unit = sequence = entry

  /** The last trades, newest first. */
  def recentTrades: Vector[Sale] = tape.newestFirst

  /** The last candles of one of [[Candles.Lengths]], oldest first. */
  def candlesOf(length: Int): Vector[Candle] = candles(length).all

  /** An order that is open, or one of the last that ended. */
  def order(id: OrderId): Option[OrderView] = book.order(id).orElse(ended.get(id))

  /** Its orders count among those of all markets: it is the one that trades, and no copy. */
  def count(): Unit = open.set(number, book.openOrders)

  /** Does a command and journals it, unless it changes nothing.
    *
    * @param source where it comes from, when that is bounded
    */
  def handle(
      command: Command,
      key: Option[OrderKey],
      millis: Long,
      source: OrderSource | Null = null
  ): Answer = repeated(command, key, millis) match
    case Some(answer) => answer
    case None if !reserve(if isSetBack(millis) then 3 else 2) => Answer.Busy(journal.refusal(number))
    case None =>
      turnBack(millis)
      perform(Command.Expire, None, millis): Unit
      book.source = source
      val entry = perform(command, key, millis)
      book.source = null
      release()
      entry match
        case Some(entry) => done(command, entry)
        case None => Answer.Rejected(events.collectFirst { case MarketEvent.Rejected(rule) => rule }.get)

  /** Ends what is due; later, when there is no room in the journal. */
  def sweep(millis: Long): Unit =
    if isSetBack(millis) && reserve(1) then
      turnBack(millis)
      release()
    if book.nextExpiryMillis <= millis && reserve(1) then
      perform(Command.Expire, None, millis): Unit
      release()

  /** The market's time lies so far ahead of the clock's that it is not waited for. */
  private def isSetBack(millis: Long) = book.time - millis > Market.WaitMillis

  private def turnBack(millis: Long): Unit = if isSetBack(millis) then
    Market.log.log(
      System.Logger.Level.WARNING,
      s"market $number: its time, by the clock that its journal was written with, lies ${(book.time - millis) / 1000} s ahead of the clock now, " +
        "and goes back to that. Orders whose time was over by the earlier clock have expired; look at the clocks of the machines that have served it"
    )
    perform(Command.TurnBack, None, millis): Unit

  private def reserve(entries: Int): Boolean =
    val fits = journal.reserve(number, entries)
    if fits then reserved = entries
    fits

  /** Gives back the room in the journal that was kept and not needed. */
  private[internal] def release(): Unit =
    if reserved > 0 then journal.release(number, reserved)
    reserved = 0

  /** When the last entry is in the database. */
  private[internal] def lastDurable: Future[Vector[Long]] = lastStored

  /** Treats orders of one trader that meet so from now on.
    *
    * @throws TradingStartException when the journal has no room for it
    */
  def adopt(mode: SelfTrade, millis: Long): Unit =
    if book.selfTrade != mode then
      if !reserve(1) then
        throw TradingStartException(
          s"market $number cannot change to $mode: ${journal.refusal(number).text}. Let the backlog be larger than the number of markets"
        )
      perform(Command.SelfTrading(mode), None, millis): Unit

  /** Does what the journal says was done, and tells the trades that follow. */
  def replay(entry: Entry): Vector[MarketEvent.Traded] =
    sequence = entry.sequence
    events.clear()
    book.redo(entry.command, entry.millis)
    turned(entry.command, entry.millis)
    remember(entry, Future.successful(Vector.empty))
    val follows = trades
    record(follows, entry.millis)
    follows

  /** None when it changed nothing. The journal gets the time at which the book does it. A rejected command
    * may have advanced that beyond the clock's, and is not in the journal.
    */
  private def perform(command: Command, key: Option[OrderKey], clock: Long): Option[Entry] =
    val millis = if command == Command.TurnBack then clock else math.max(book.time, clock)
    events.clear()
    book.handle(command, millis)
    Option.when(Market.changes(command, events)):
      val entry = new Entry(number, sequence + 1, millis, command, key, trades)
      turned(command, millis)
      remember(entry, entry.durable)
      record(entry.trades, millis)
      feed.happened(events, watchers)
      // from here on it is done, whatever fails
      sequence += 1
      reserved -= 1
      lastStored = entry.durable
      journal.append(entry)
      count()
      entry

  private def turned(command: Command, millis: Long): Unit = if command == Command.TurnBack then
    keys.turnBack(millis)
    candles.foreach(_.turnBack(millis))

  private def record(trades: Vector[MarketEvent.Traded], millis: Long): Unit = trades.foreach: t =>
    tape.add(Sale(t.number, millis, t.price, t.quantity, t.takerSide))
    candles.foreach(_.add(t.price.ticks, t.quantity.lots, millis))

  // most commands have none, or one
  private def trades: Vector[MarketEvent.Traded] =
    var found = Vector.empty[MarketEvent.Traded]
    events.foreach:
      case trade: MarketEvent.Traded => found = found :+ trade
      case _ => ()
    found

  private def remember(entry: Entry, durable: Future[Vector[Long]]): Unit = entry.key.foreach: key =>
    (entry.command, events.headOption) match
      case (Command.Place(asked), Some(MarketEvent.Accepted(id))) =>
        keys.add(key, Keys.Known(id, asked, entry.millis, durable))
      case _ => ()

  private def done(command: Command, entry: Entry): Answer =
    val order = events.head match
      case MarketEvent.Accepted(id) => id
      case event =>
        command match
          case Command.Cancel(id, _) => id
          case Command.Replace(id, _, _, _) => id
          case Command.CancelAll(_, _, _) => event match
              case MarketEvent.Cancelled(id, _, _) => id
              case other => throw IllegalStateException(s"$command began with $other")
          case _ => throw IllegalStateException(s"$command began with $event")
    Answer.Done(order, events.toVector, entry.durable)

  private def repeated(command: Command, key: Option[OrderKey], millis: Long): Option[Answer] =
    (command, key) match
      case (Command.Place(asked), Some(key)) =>
        keys.get(asked.trader, key, millis).map: known =>
          if known.asked == asked then Answer.Done(known.order, Vector.empty, known.durable, repeated = true)
          else Answer.KeyTaken(known.order)
      case _ => None
end Market

private[trading] object Market:
  // a clock that is a little behind is waited for
  private val WaitMillis = 10_000
  private val log = System.getLogger("eddy.trading").nn

  /** Whether what it did has a place in the journal. */
  def changes(command: Command, events: collection.Seq[MarketEvent]): Boolean =
    command match
      case Command.SelfTrading(_) | Command.TurnBack => true
      case _ => events.nonEmpty && !events.head.isInstanceOf[MarketEvent.Rejected]
