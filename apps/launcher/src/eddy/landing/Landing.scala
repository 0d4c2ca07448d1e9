package eddy.landing

import eddy.web.{FileOptions, Routes}

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

  def routes(cards: Seq[Card]): Routes =
    val page = template.replace("<!-- cards -->", cards.map(_.html).mkString("\n")).nn
    Routes
      .get("/")((_, res) => headers.foldLeft(res)((r, h) => r.header(h._1, h._2)).html(page))
      // what browsers ask for beside pages that are no HTML, such as /metrics
      .get("/favicon.ico")((_, res) => res.redirect("/landing/eddy.svg", 301))
      .files("/landing", "landing", FileOptions(headers = headers))

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
