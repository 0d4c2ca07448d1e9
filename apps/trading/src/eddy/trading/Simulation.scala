package eddy.trading

import eddy.actor.{ActorRef, ActorSystem, ExitReason}
import eddy.runtime.Timer
import eddy.state.Pure
import eddy.trading.internal.{FairPrices, SimulatedTrader, Wire}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Traders that are none: actors which place orders as anybody does, so that a newcomer finds a market that lives. They are started by
  * hand, and end by hand or when nobody has looked for a while. Any thread may call: it takes care of itself, so that handlers
  * need no locks for it.
  *
  * @param feed whose connections are those that look
  */
@Pure
final class Simulation(
    exchange: Exchange,
    feed: Feed,
    val config: SimulationConfig = SimulationConfig()
)(using
    system: ActorSystem
) extends AutoCloseable:
  // all three guarded by this
  private var traders = Vector.empty[ActorRef[SimulatedTrader.Turn]]
  private var watch: Option[Timer] = None
  private var lastLook = 0L

  def isRunning: Boolean = synchronized(traders.nonEmpty)

  /** Harmless when they trade already. */
  def start(): Unit = synchronized:
    if traders.isEmpty then
      val prices = new FairPrices(exchange)
      val pause = 1.second * config.traders / config.ordersPerSecond
      traders = Vector.tabulate(config.traders)(SimulatedTrader.start(_, exchange, prices, pause))
      lastLook = System.nanoTime
      watch = Some(system.engine.every(1.second)(() => look()))
      tell()

  /** What they have in the books expires within a minute. */
  def stop(): Unit = synchronized:
    if traders.nonEmpty then
      traders.foreach(_.exit(ExitReason.Shutdown))
      traders = Vector.empty
      watch.foreach(_.cancel(): Unit)
      tell()

  def close(): Unit = stop()

  private def look(): Unit = synchronized:
    val now = System.nanoTime
    if feed.connections > 0 then lastLook = now
    else if now - lastLook >= config.idleAfter.toNanos then stop()

  private[trading] def told: Wire.Simulated =
    Wire.Simulated(isRunning, config.traders, config.ordersPerSecond)

  private def tell(): Unit = feed.publisher.simulation(told): Unit
end Simulation

/** @param traders how many there are
  * @param ordersPerSecond of all of them together, at most
  * @param idleAfter how long they go on when nobody is connected
  */
final case class SimulationConfig(
    traders: Int = 16,
    ordersPerSecond: Int = 40,
    idleAfter: FiniteDuration = 1.minute
):
  ExchangeConfig.between("traders", traders, 2, 1000, "about 16; they do not trade with themselves")
  ExchangeConfig.between(
    "ordersPerSecond",
    ordersPerSecond,
    1,
    10_000,
    "about 40; each is kept in the database"
  )
  ExchangeConfig.positive("idleAfter", idleAfter)
