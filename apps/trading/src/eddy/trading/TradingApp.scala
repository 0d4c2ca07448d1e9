package eddy.trading

import eddy.trading.internal.{
  ArticleRoutes,
  OrderRoutes,
  Origin,
  Page,
  PlaceRoutes,
  SimulationRoutes,
  ViewRoutes
}
import eddy.web.Routes

/** An exchange over HTTP: a JSON interface below `/api`, the one of the article (`/buy`, `/sell`,
  * `/result`), and with a feed its
  * channels below `/live` and the page at `/`. They stand in docs/trading.md. Mount it with
  * `Routes ++ TradingApp(exchange).routes.under("/trading")`.
  *
  * @param feed the one that the exchange was opened with
  * @param simulation what the page starts by a click
  * @param access who may do what; the feed is to be given the same
  * @param ordersByGet GET places orders at `/buy` and `/sell`, for benchmarks with the article's clients:
  *   with it a link
  *   on any page can place orders, so that it does not go with accounts
  */
final class TradingApp(
    exchange: Exchange,
    feed: Option[Feed] = None,
    simulation: Option[Simulation] = None,
    access: Access = Access(),
    ordersByGet: Boolean = false
):
  require(
    !ordersByGet || !access.hasAccounts,
    "ordersByGet = true with accounts: a link on any page could place orders of a user who follows it"
  )
  private val origin = new Origin(access, exchange.maxOrdersOfAddress)
  private val api =
    OrderRoutes(exchange, access, origin) ++ ViewRoutes(exchange, access) ++ PlaceRoutes(exchange, access) ++
      simulation.fold(SimulationRoutes.none)(SimulationRoutes(_, access))
  val routes: Routes =
    (api.under("/api") ++ ArticleRoutes(exchange, access, origin, ordersByGet))
      // one that begins later would have no time left, and answer 503 as well
      .beginWithin(exchange.answerWithin) ++
      feed.fold(Routes: Routes)(_.routes.under("/live") ++ Page.routes)

  /** To be bound to the server's registry. */
  val meters: TradingMeters = TradingMeters(exchange)

  /** Why not all markets are open and take orders, in words that everybody may read. */
  def unready: Option[String] = exchange.unready
end TradingApp
