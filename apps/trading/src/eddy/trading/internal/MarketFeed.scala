package eddy.trading.internal

import eddy.trading.*

import java.util.concurrent.ThreadLocalRandom
import java.util.concurrent.atomic.AtomicBoolean
import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** What watchers of one market have not been told yet. It belongs to the market and moves with it; one at a time uses it.
  *
  * What happens meanwhile runs together: of a level or an order only what it came to is told, of trades the last 100. So what
  * waits here has a bound, however fast the market and however slow they are that carry it away.
  */
private[trading] final class MarketFeed(private val market: Market, depth: Int = BookView.Depth):
  /** Numbers of another life say nothing about those of this one. */
  val life: String = java.lang.Long.toHexString(ThreadLocalRandom.current.nn.nextLong)

  private var underWay = new AtomicBoolean

  /** By `System.nanoTime`; at first long ago. */
  var lastTaken: Long = System.nanoTime - 1.hour.toNanos

  private var number = 0L
  private var viewOrNull: BookView | Null = null
  private var lastTrade = 0L
  private var changed = false
  private val own = mutable.LinkedHashSet.empty[OrderId]
  private var ownLost = false

  def hasNews: Boolean = changed

  /** Whether the last update is still on its way. */
  def isUnderWay: AtomicBoolean = underWay

  /** Of a market that comes from the database: what it did before is there to be asked for, and news for nobody. */
  def begin(): Unit =
    lastTrade = market.book.tradeCount
    market.candles.foreach(_.takeChanged(): Unit)

  /** Of a market made again in the place of another, whose news this goes on with. Another life begins at once, so that
    * nobody goes on with the book of the other.
    */
  def resume(other: MarketFeed): Unit =
    lastTrade = other.lastTrade
    lastTaken = other.lastTaken
    underWay = other.underWay
    market.candles.zip(other.market.candles).foreach(_.resume(_))
    own ++= other.own
    ownLost = other.ownLost
    changed = true

  /** @param watchers whose own orders are told */
  def happened(events: Iterable[MarketEvent], watchers: Watchers): Unit =
    changed = true
    if !watchers.isEmpty then events.foreach(note(_, watchers))

  private def note(event: MarketEvent, watchers: Watchers): Unit = event match
    case MarketEvent.Accepted(order) => note(order, watchers)
    case t: MarketEvent.Traded =>
      if watchers.isWatched(t.makerTrader) then add(t.maker)
      if watchers.isWatched(t.takerTrader) then add(t.taker)
    case MarketEvent.Cancelled(order, _, _) => note(order, watchers)
    case MarketEvent.Replaced(order, _, _) => note(order, watchers)
    case MarketEvent.Triggered(order) => note(order, watchers)
    case MarketEvent.Expired(order, _) => note(order, watchers)
    case MarketEvent.Rejected(_) => ()

  private def note(order: OrderId, watchers: Watchers): Unit =
    if market.order(order).exists(view => watchers.isWatched(view.asked.trader)) then add(order)

  private def add(order: OrderId): Unit =
    if own.size < MarketFeed.OwnOrders then own += order: Unit else ownLost = true

  /** The book as it was told last. */
  def snapshot: BookSnapshot = BookSnapshot(life, number, view(BookView.of(market.book, depth)))

  /** What has come since this was asked last. */
  def take(product: Product, watchers: Watchers): FeedUpdate =
    val before = view(BookView.empty)
    val after = BookView.of(market.book, depth)
    val changes = after.since(before)
    if !changes.isEmpty then number += 1
    viewOrNull = after
    val sales = market.tape.after(lastTrade)
    lastTrade = market.book.tradeCount
    val orders = own.toVector.flatMap(market.order(_)).groupBy(_.asked.trader)
    // they ask for their orders themselves
    val lost = if ownLost then watchers.all else Set.empty
    own.clear()
    ownLost = false
    changed = false
    FeedUpdate(product, life, number, changes, sales, market.candles.map(_.takeChanged()), orders, lost)

  /** Whether orders have changed whose traders watch them. */
  def hasOwn: Boolean = own.nonEmpty || ownLost

  /** What has come is told to nobody: who begins now has it in the snapshot, and who has a book of before notices by the number. */
  def skip(): Unit =
    number += 1
    viewOrNull = null
    lastTrade = market.book.tradeCount
    market.candles.foreach(_.takeChanged(): Unit)
    changed = false

  private def view(first: => BookView): BookView = viewOrNull match
    case known: BookView => known
    case null =>
      val now = first
      viewOrNull = now
      now
end MarketFeed

private[trading] object MarketFeed:
  /** Of which orders it is known at a time that they changed. */
  val OwnOrders = 1000

/** A market's book at one number. */
private[trading] final case class BookSnapshot(life: String, number: Long, view: BookView)

/** @param number of the changes of the book, from 1 without gaps; that of the last ones when there are none now
  * @param sales oldest first, without gaps unless more than 100 came at once
  * @param candles of each length those that changed
  * @param orders as they are now
  * @param lost whose orders changed without being here
  */
private[trading] final case class FeedUpdate(
    product: Product,
    life: String,
    number: Long,
    changes: BookView,
    sales: Vector[Sale],
    candles: Vector[Vector[Candle]],
    orders: Map[TraderId, Vector[OrderView]],
    lost: Set[TraderId]
)
