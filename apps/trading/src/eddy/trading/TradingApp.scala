package eddy.trading

import eddy.trading.internal.{ArticleRoutes, OrderRoutes, ViewRoutes}
import eddy.web.Routes

/** An exchange over HTTP: a JSON interface below `/api`, and the one of the article (`/buy`, `/sell`, `/result`). Both stand
  * in docs/trading.md. Mount it with `Routes ++ TradingApp(exchange).routes.under("/trading")`.
  */
final class TradingApp(exchange: Exchange):
  val routes: Routes =
    OrderRoutes(exchange).under("/api") ++ ViewRoutes(exchange).under("/api") ++ ArticleRoutes(exchange)

  /** Whether all markets are open. */
  def isReady: Boolean = exchange.isReady
