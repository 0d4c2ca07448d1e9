package eddy.trading

import eddy.actor.{ActorSystem, Delivery}
import eddy.runtime.Timer
import eddy.state.Pure
import eddy.trading.internal.*

import java.time.InstantSource
import scala.concurrent.duration.{DurationLong, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future, Promise, TimeoutException}

/** The markets of several products, spread over market engines: actors, of which each runs its markets one
  * command at a time. Threads do not grow with their number. * Any thread may call, and none ever waits: for
  * a market, the commands of one caller are done in the order of the calls. An engine that has too much to
  * do, or whose backlog towards the database is full, refuses at once ([[Answer.Busy]]). Futures are
  * completed by the engines: what follows on a parasitic context must be short. Handlers of a server need no
  * locks for it.
  */
@Pure
final class Exchange private (
    config: ExchangeConfig,
    numbers: Map[Product, Int],
    engines: Engines,
    recovery: Recovery,
    statistics: Statistics,
    storage: Option[Storage],
    open: OpenOrders
)(using system: ActorSystem)
    extends AutoCloseable:
  private given ExecutionContext = ExecutionContext.parasitic
  private val names = numbers.map(_.swap)

  def products: Vector[Product] = numbers.keys.toVector.sorted

  /** Whose order that is; None when no market has its number. */
  def productOf(order: OrderId): Option[Product] = names.get(order.market)

  /** Places an order. With a key it can be sent again, and is placed once. */
  def place(product: Product, order: NewOrder, key: Option[OrderKey] = None): Future[Answer] =
    call(config.answerWithin).place(product, order, key)

  /** Cancels all open orders of a product, or those of one trader, some thousands at a time. Other commands
    * run in between, and their new orders stay. Returns the number of cancelled orders, or None when no
    * market has the product. It fails when the engine refuses; orders cancelled by then stay cancelled.
    */
  def cancelAll(product: Product, trader: Option[TraderId] = None): Future[Option[Long]] =
    def rest(newest: OrderId, before: Long): Future[Long] =
      val command = Command.CancelAll(trader, Exchange.CancelledAtOnce, Some(newest))
      engines.perform(newest.market, command, None, config.answerWithin).flatMap:
        case done: Answer.Done => rest(newest, before + done.events.size)
        case Answer.Busy(why) => Future.failed(Exchange.Refused(why))
        case Answer.Late | Answer.NotBegun =>
          Future.failed(new TimeoutException("the market's engine did not answer in time"))
        case Answer.Rejected(_) | Answer.KeyTaken(_) | Answer.NoMarket => Future.successful(before)
    look(product)(_.orderCount).flatMap:
      case None => Future.successful(None)
      case Some(0) => Future.successful(Some(0))
      case Some(placed) => rest(OrderId(numbers(product), placed), 0).map(Some(_))

  /** For [[OrderSources]]. */
  private[trading] def maxOrdersOfAddress: Int = config.maxOrdersOfAddress

  def cancel(order: OrderId, trader: TraderId): Future[Answer] =
    call(config.answerWithin).cancel(order, trader)

  /** See [[Command.Replace]]. */
  def replace(
      order: OrderId,
      trader: TraderId,
      quantity: Quantity,
      price: Option[Price] = None
  ): Future[Answer] =
    call(config.answerWithin).replace(order, trader, quantity, price)

  /** For a request of that time, as `System.nanoTime`: `answerWithin` runs from then on. */
  private[trading] def since(asked: Long): ExchangeCall =
    call(config.answerWithin - (System.nanoTime - asked).nanos)

  private[trading] def answerWithin: FiniteDuration = config.answerWithin

  private def call(within: FiniteDuration) = new ExchangeCall(numbers, engines, within)

  /** The same answer when it is durable, or after `answerWithin` as it is: [[Answer.Done.durable]] tells. At
    * once where there is no database.
    */
  def durably(answer: Answer): Future[Answer] = answer match
    case done: Answer.Done if !done.durable.isCompleted && storage.isDefined =>
      val told = Promise[Answer]()
      val timer = system.engine.after(config.answerWithin)(() => told.trySuccess(answer): Unit)
      done.durable.onComplete: result =>
        timer.cancel(): Unit
        told.tryComplete(result.map(_ => answer)): Unit
      told.future
    case _ => Future.successful(answer)

  /** Looks at a product's book, on its engine: `view` must be quick, and must not keep the book. None when
    * there is no such product. It fails when the engine refuses.
    */
  def look[A](product: Product)(view: OrderBook => A): Future[Option[A]] =
    call(config.answerWithin).look(product)(view)

  /** The last 100 trades, newest first. */
  def recentTrades(product: Product): Future[Option[Vector[Sale]]] =
    call(config.answerWithin).recentTrades(product)

  private[trading] def snapshot(product: Product): Future[Option[BookSnapshot]] =
    call(config.answerWithin).snapshot(product)
  private[trading] def candles(product: Product, length: Int): Future[Option[Vector[Candle]]] =
    call(config.answerWithin).candles(product, length)

  /** An order that is open, or has ended lately; None when there is none of that id, or it ended long ago. */
  def order(id: OrderId): Future[Option[OrderView]] = call(config.answerWithin).order(id)

  def engineCount: Int = config.engines

  /** Which engine has the product now, from 0. */
  def engineOf(product: Product): Option[Int] = numbers.get(product).map(engines.engineOf)

  /** Moves a product's market to another engine while orders flow: none is lost, and none overtakes another.
    * Until the
    * market has arrived its commands wait, and count as waiting there. Returns false, and changes nothing,
    * when one of the two
    * engines is full.
    *
    * @throws IllegalArgumentException when there is no such product or engine
    */
  def move(product: Product, to: Int): Future[Boolean] =
    require(to >= 0 && to < config.engines, s"engine $to: must be from 0 to ${config.engines - 1}")
    val market = numbers.getOrElse(product, throw IllegalArgumentException(s"there is no product $product"))
    engines.move(market, to)

  /** A moment's figures, and those of the last interval. */
  def stats: ExchangeStats =
    val mailboxes = engines.mailboxes
    val interval = statistics.last
    val backlogFull = counters.map(_.backlogFull.sum).sum
    ExchangeStats(
      mailboxes.map(_.waiting),
      mailboxes.map(_.refused).sum + backlogFull,
      backlogFull,
      storage.map(_.stats),
      open.count,
      open.limit,
      interval.seconds,
      interval.figures,
      interval.durable
    )

  private[trading] def counters: Vector[EngineCounters] = statistics.counters

  // set once, when it has been made
  @volatile private var beats: Timer | Null = null

  private def begin(): this.type =
    beats = system.engine.every(config.statsEvery): () =>
      statistics.beat(System.nanoTime)
      statistics.log(stats)
    this

  /** Whether all markets are open and take orders: no other process has taken over the database, and it keeps
    * up.
    */
  def isReady: Boolean = unready.isEmpty

  /** What [[isReady]] waits for, in words that everybody may read. */
  def unready: Option[String] =
    if !engines.areAlive then Some("an engine has ended")
    else if storage.exists(!_.isOwner) then Some("another process has taken over the database")
    else if !recovery.isWhole then Some("a market is halted, or on its way back from its journal")
    else if storage.exists(!_.keepsUp) then Some("the database is away, or does not keep up")
    else None

  /** Takes no more commands, waits until what was done is durable, at most [[StorageConfig.closeWithin]], and
    * closes the database.
    */
  def close(): Unit =
    val running = beats
    if running != null then running.cancel(): Unit
    // what they are at is done before storage closes, or refused by it
    engines.stop()
    unstored = storage.fold(0)(_.close())

  /** How many commands were not durable when the exchange was closed, and are lost. The log has their number,
    * too.
    */
  def lost: Int = unstored
  @volatile private var unstored = 0
end Exchange

object Exchange:
  /** Opens the markets: with a database, as they were. Blocks until then.
    *
    * @param clock for expiry and for the journal; by default the system's, in which a step is followed after
    *   five seconds
    * @param feed where they tell what happens
    * @throws TradingStartException when the database cannot be used
    */
  def open(
      config: ExchangeConfig = ExchangeConfig(),
      clock: InstantSource = SteadyClock.ofSystem(),
      feed: Option[Feed] = None
  )(using system: ActorSystem): Exchange =
    val watchers = feed.fold(new Watchers)(_.publisher.watchers)
    val open = new OpenOrders(config.maxOrdersInAll)
    def blank(number: Int, journal: Journal) =
      // every journal begins with the same mode, and tells when it changes
      val settings =
        MarketSettings(number, maxOrders = config.maxOrders, maxOrdersOfTrader = config.maxOrdersOfTrader)
      val keys = new Keys(config.keysKept, config.keysFor)
      new Market(settings, journal, keys, config.endedKept, watchers, open)
    val storage = config.storage.map(Storage.open(_, config.products, system.engine, blank))
    try
      started(config, storage, clock, feed, open, n => storage.fold(blank(n, Journal.none))(_.market(n)))
    catch
      case failure: Throwable =>
        storage.foreach(_.close(): Unit)
        throw failure
  end open

  private def started(
      config: ExchangeConfig,
      storage: Option[Storage],
      clock: InstantSource,
      feed: Option[Feed],
      open: OpenOrders,
      marketOf: Int => Market
  )(using ActorSystem): Exchange =
    val numbers = storage.fold(config.products.zip(1 to config.products.size).toMap)(_.numbers)
    val names = numbers.map(_.swap)
    def outlet(remind: () => Delivery) = feed.map(f => new Outlet(f.publisher, names, f.config.every, remind))
    val markets = numbers.values.toVector.sorted.map(marketOf)
    storage.foreach(_.goesOn())
    for market <- markets do
      market.adopt(config.selfTradeOf.getOrElse(names(market.number), config.selfTrade), clock.millis)
      market.count()
    val recovery = new Recovery(storage)
    val counters = Vector.fill(config.engines)(new EngineCounters)
    val durable = storage.fold(new Stopwatch)(_.durable)
    val statistics = new Statistics(counters, durable, System.nanoTime)
    val engines = Engines.start(config, markets, recovery, counters, clock, outlet)
    val exchange = new Exchange(config, numbers, engines, recovery, statistics, storage, open).begin()
    feed.foreach(_.tellStatistics(() => Wire.stats(exchange.stats)))
    exchange
  end started

  private val CancelledAtOnce = 10_000

  /** Nothing could be looked at. */
  final class Refused(val why: Congestion) extends RuntimeException(why.text)

  /** Nothing was looked at: the time to answer was over before. */
  private[trading] final class AskedTooLate extends TimeoutException("it was asked too long ago")
end Exchange
