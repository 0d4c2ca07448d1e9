package eddy.trading.internal

import eddy.push.{Channels, Json}
import eddy.trading.internal.Wire.given
import eddy.trading.{Product, TraderId}

import scala.concurrent.{ExecutionContext, Future}

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, writeToArray}

/** Takes updates of markets to their channels.
  *
  * @param forgetUnheard as [[eddy.push.MemoryMediator.forgetUnheard]]
  */
private[trading] final class FeedPublisher(
    channels: Channels,
    val watchers: Watchers,
    forgetUnheard: String => Boolean
):
  private given ExecutionContext = ExecutionContext.parasitic

  /** Done when the channels have it. What they do not take is missed, and noticed by its number. */
  def publish(update: FeedUpdate): Future[Unit] =
    val product = update.product
    val told = Vector.newBuilder[Future[Unit]]
    if !update.changes.isEmpty then
      told += send(FeedChannels.book(product), Wire.changes(update))
    if update.sales.nonEmpty then
      told += send(FeedChannels.trades(product), update.sales.map(Wire.trade))
    val candles = Candles.Lengths.zip(update.candles).filter(_(1).nonEmpty).map((every, changed) =>
      Wire.CandlesOf(every.toMillis, changed)
    )
    if candles.nonEmpty then told += send(FeedChannels.candles(product), candles)
    for (trader, orders) <- update.orders do
      val states = orders.map(Wire.order(product, _))
      told += send(FeedChannels.orders(trader), Wire.OwnOrders(states, lost = update.lost(trader)))
    for trader <- update.lost -- update.orders.keySet do
      told += send(FeedChannels.orders(trader), Wire.OwnOrders(Vector.empty, lost = true))
    Future.sequence(told.result()).map(_ => ())

  /** Whether somebody watches it, or did lately. Where nobody does, its channels begin anew: what comes next is told to nobody, and who comes back
    * must not be taken for one that has missed nothing.
    */
  def isHeard(product: Product): Boolean = !FeedChannels.of(product).forall(forgetUnheard)

  def statistics(stats: Wire.Stats): Future[Unit] = send(FeedChannels.Statistics, stats)

  def simulation(state: Wire.Simulated): Future[Unit] = send(FeedChannels.Simulation, state)

  private def send[A: JsonValueCodec](channel: String, what: A): Future[Unit] =
    channels.publish(channel, Json(String(writeToArray(what), "UTF-8"))).map(_ => ()).recover:
      case failure: Exception =>
        FeedPublisher.log.log(System.Logger.Level.WARNING, s"$channel could not be told: $failure")
end FeedPublisher

private[trading] object FeedPublisher:
  private val log = System.getLogger("eddy.trading").nn

/** The names of the channels. */
private[trading] object FeedChannels:
  /** Of each product. */
  val kinds: Vector[String] = Vector("book", "trades", "candles")
  def of(product: Product): Vector[String] = kinds.map(kind => s"$kind:${product.name}")
  def book(product: Product): String = s"book:${product.name}"
  def trades(product: Product): String = s"trades:${product.name}"
  def candles(product: Product): String = s"candles:${product.name}"
  def orders(trader: TraderId): String = s"orders:${trader.name}"
  val Statistics = "statistics:exchange"
  val Simulation = "statistics:simulation"
