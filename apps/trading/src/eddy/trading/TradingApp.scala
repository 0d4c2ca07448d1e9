package eddy.trading

import eddy.trading.internal.{ArticleRoutes, OrderRoutes, SimulationRoutes, ViewRoutes}
import eddy.web.Routes

/** An exchange over HTTP: a JSON interface below `/api`, the one of the article (`/buy`, `/sell`, `/result`), and with a feed its
  * channels below `/live`. They stand in docs/trading.md. Mount it with
  * `Routes ++ TradingApp(exchange).routes.under("/trading")`.
  *
  * @param feed the one that the exchange was opened with
  * @param simulation what `PUT /api/simulation` starts and stops
  */
final class TradingApp(exchange: Exchange, feed: Option[Feed] = None, simulation: Option[Simulation] = None):
  val routes: Routes =
    OrderRoutes(exchange).under("/api") ++ ViewRoutes(exchange).under("/api") ++ ArticleRoutes(exchange) ++
      feed.fold(Routes: Routes)(_.routes.under("/live")) ++
      simulation.fold(Routes: Routes)(SimulationRoutes(_).under("/api"))

  /** To be bound to the server's registry. */
  val meters: TradingMeters = TradingMeters(exchange)

  /** Whether all markets are open. */
  def isReady: Boolean = exchange.isReady
