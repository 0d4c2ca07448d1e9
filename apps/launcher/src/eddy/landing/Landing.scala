package eddy.landing

import eddy.web.*

import java.time.Instant
import java.time.temporal.ChronoUnit

/** The start page, `/`: what Eddy is, a card for each application, links to health and metrics. */
object Landing:
  val chat: Card = Card(
    title = "Chat",
    text =
      "Rooms with history, presence and typing, on one server or several. Pull the plug and come back: nothing is missing, nothing comes twice.",
    href = "/chat/",
    icon = "/landing/chat.svg",
    action = "Choose a name and join"
  )

  val trading: Card = Card(
    title = "Trading",
    text =
      "Markets for limit orders, live: depth, candles and your own orders. Nobody there to trade with? Simulated traders are one click away.",
    href = "/trading/",
    icon = "/landing/trading.svg",
    action = "Place an order"
  )

  /** What has a card. An application that is mounted is added here. */
  val applications: Seq[Card] = Seq(chat, trading)

  /** `/` with a card for each of [[applications]]. */
  def routes: Routes = routes(applications)

  /** @param version of Eddy, as it is shown
    * @param hasMetrics `/metrics` is for those who see the page
    * @param hasReport the server has [[eddy.web.Explanation]]'s routes, which the page links to
    */
  def routes(
      cards: Seq[Card],
      version: String = "",
      hasReport: Boolean = false,
      hasMetrics: Boolean = true
  ): Routes =
    val started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString
    val page = template
      .replace("<!-- action -->", cards.headOption.fold("")(_.button.markup))
      .replace("<!-- cards -->", cards.map(_.item).mkString("\n"))
      .replace("<!-- report -->", if hasReport then report else "")
      .replace("<!-- metrics -->", if hasMetrics then metrics else "")
      .replace("<!-- started -->", started)
      .replace("<!-- version -->", html"$version".markup)
    Routes
      .get("/")((_, res) => headers.foldLeft(res)((r, h) => r.header(h._1, h._2)).html(page))
      // what browsers ask for beside pages that are no HTML, such as /metrics
      .get("/favicon.ico")((_, res) => res.redirect("/landing/eddy.svg", 301))
      .files("/landing", "landing", FileOptions(headers = headers))

  private val report =
    """<li><a href="/handlers"><strong>Handlers</strong>""" +
      "<span>The shared state that each handler uses, and which run in parallel</span></a></li>"

  private val metrics =
    """<li><a href="/metrics"><strong>Metrics</strong>""" +
      "<span>Requests, connections, channels, rooms and memory, in the Prometheus format</span></a></li>"

  private val headers = Seq(
    "Content-Security-Policy" ->
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options" -> "nosniff",
    "Referrer-Policy" -> "no-referrer"
  )

  private def template: String =
    val stream = getClass.getResourceAsStream("/landing/page.html")
    if stream == null then
      throw new IllegalStateException(
        "landing/page.html is not on the class path: build apps.launcher with its resources"
      )
    try new String(stream.readAllBytes, "UTF-8")
    finally stream.close()
end Landing
