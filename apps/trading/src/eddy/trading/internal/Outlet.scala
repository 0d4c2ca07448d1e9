package eddy.trading.internal

import eddy.actor.{ActorSystem, Delivery}
import eddy.trading.Product

import java.lang.System.Logger.Level
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}

/** Tells the watchers of one engine's markets what is new: at once where nothing was told lately, otherwise what has come
  * together by the next beat. The engine never waits for it: it takes an update, which another thread carries away, and takes
  * the next one of that market not before the last one has arrived. A market that nobody watches is passed over.
  *
  * @param every how often a market is told of, at most
  * @param remind sends the engine a reminder, upon which it calls `flush`
  */
private[trading] final class Outlet(
    publisher: FeedPublisher,
    names: Int => Product,
    every: FiniteDuration,
    remind: () => Delivery
)(using system: ActorSystem):
  // a reminder is on its way
  private var isArmed = false

  /** The market may have news. */
  def offer(market: Market): Unit =
    if !isArmed && market.feed.hasNews then
      val now = System.nanoTime
      if isDue(market, now) then tell(market, now) else arm()

  def flush(markets: Iterable[Market]): Unit =
    isArmed = false
    val now = System.nanoTime
    markets.foreach: market =>
      if market.feed.hasNews && isDue(market, now) then tell(market, now)
    if markets.exists(_.feed.hasNews) then arm()

  private def isDue(market: Market, now: Long) =
    !market.feed.isUnderWay.get && now - market.feed.lastTaken >= every.toNanos

  private def tell(market: Market, now: Long): Unit =
    market.feed.lastTaken = now
    val product = names(market.number)
    if market.feed.hasOwn || publisher.isHeard(product) then carry(market.feed, product)
    else market.feed.skip()

  private def carry(feed: MarketFeed, product: Product): Unit =
    feed.isUnderWay.set(true)
    val update = feed.take(product, publisher.watchers)
    Future(publisher.publish(update))(using system.engine.executionContext).flatten.onComplete { told =>
      feed.isUnderWay.set(false)
      // clients notice by its number
      told.failed.foreach: failure =>
        Outlet.log.log(Level.WARNING, s"an update of ${update.product.name} was lost", failure)
    }(using ExecutionContext.parasitic)

  private def arm(): Unit =
    isArmed = true
    later()

  /** Until the mailbox has room. */
  private def later(): Unit =
    val _ = system.engine.after(every): () =>
      remind() match
        case Delivery.Full => later()
        case Delivery.Accepted | Delivery.Dropped | Delivery.Terminated => ()
end Outlet

private[trading] object Outlet:
  private val log = System.getLogger("eddy.trading").nn
