package eddy.launcher

import eddy.actor.ActorSystem
import eddy.launcher.config.TradingSettings
import eddy.trading.{Access, Exchange, Feed, Simulation, TradingApp, TradingStartException}
import eddy.web.Routes
import eddy.web.verify.Refusal

import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

import io.micrometer.core.instrument.MeterRegistry

/** The markets of this node with their page, as `./eddy serve` runs them. */
private[launcher] final class Markets private (
    exchange: Exchange,
    feed: Feed,
    simulation: Option[Simulation],
    access: Access
):
  private val app = TradingApp(exchange, Some(feed), simulation, access)

  def routes: Routes = app.routes
  def unready: Option[String] = app.unready

  /** What the engines do, and how the pages are connected. */
  def bindTo(registry: MeterRegistry): Unit =
    app.meters.bindTo(registry)
    feed.meters.bindTo(registry)

  /** The first part of stopping: nobody trades but people, and those are sent away. */
  def drain(within: FiniteDuration): Future[Unit] =
    simulation.foreach(_.stop())
    feed.drain(within)

  /** The last part: waits for the database. */
  def close(): Future[Unit] =
    exchange.close()
    feed.close()

  /** Orders and cancellations that the database has not taken yet. */
  def waiting: Int = exchange.stats.storage.fold(0)(_.waiting)

  /** Orders and cancellations that the database had not taken when it was closed. */
  def lost: Int = exchange.lost
end Markets

private[launcher] object Markets:
  /** Blocks until the books are as they were. */
  def open(settings: TradingSettings)(using ActorSystem): Markets =
    val access = Access(isOperator = request => settings.operatorToken.exists(Bearer.shows(request, _)))
    val feed = Feed.start(access = access)
    try
      val exchange = Exchange.open(settings.exchange, feed = Some(feed))
      new Markets(exchange, feed, settings.simulation.map(Simulation(exchange, feed, _)), access)
    catch
      case failure: TradingStartException =>
        val _ = feed.close()
        throw Refusal.cannot(
          s"the markets cannot be opened: ${failure.getMessage}",
          remedy(settings)
        )

  private def remedy(settings: TradingSettings): String =
    val keys =
      if settings.isInData then
        "set a folder that can be written and that no other service uses with eddy.data or EDDY_DATA; " +
          "eddy.trading.database = memory keeps nothing"
      else "see the keys under eddy.trading: database, user and password-file"
    s"$keys; eddy.trading.enabled = false serves without them"
end Markets
