package eddy.trading.internal

import eddy.trading.*
import eddy.trading.internal.Wire.given
import eddy.web.{Csrf, Request, Response, Routes}

import scala.concurrent.{ExecutionContext, Future}

/** The interface of Kutschera's article, as its load clients use it: parameters in the query or in a form,
  * and
  * an id at once. An order without a price trades at any price while it can, and is not kept. Pages of other
  * sites cannot place orders: a form of theirs is refused, and GET, which a link of theirs asks for, places
  * none unless that is switched on.
  */
private[trading] object ArticleRoutes:
  private given ExecutionContext = ExecutionContext.parasitic

  /** @param byGet GET places orders, too, as the article's clients want */
  def apply(exchange: Exchange, access: Access, origin: Origin, byGet: Boolean): Routes =
    val buy = place(exchange, access, origin, Side.Buy)
    val sell = place(exchange, access, origin, Side.Sell)
    val posted = Routes.post("/buy")(buy).post("/sell")(sell).through(Csrf())
    val orders = if byGet then posted.get("/buy")(buy).get("/sell")(sell) else posted
    orders.get("/result")(result(exchange, access)).post("/result")(result(exchange, access))

  private val names = Vector("product", "trader", "quantity", "price", "key")

  private def place(exchange: Exchange, access: Access, origin: Origin, side: Side)(
      request: Request,
      response: Response
  ): Unit =
    // who asks with HEAD wants to know what GET would say, and to place nothing
    if request.method == "HEAD" then response.status(405).header("Allow", "GET, POST").empty()
    else
      Answers.checking(response):
        val sent = KeyHeader.joined(request, fields(request, names))
        val isLimit = sent.values.contains("price")
        val order = (if isLimit then sent else Fields(sent.values.updated("type", "market"))).order(side)
        Answers.own(access.of(request), order.trader): Unit
        response.complete(placing(exchange, request, sent, order, origin)):
          case done: Answer.Done => response.status(202).json(Wire.Placed(done.order.value))
          case other => Answers.send(response, Answers.problem(other))

  private def placing(
      exchange: Exchange,
      request: Request,
      sent: Fields,
      order: NewOrder,
      origin: Origin
  ): Future[Answer] =
    exchange.since(request.arrivedNanos).place(sent.product, order, sent.key, origin.of(request))

  private def result(exchange: Exchange, access: Access)(request: Request, response: Response): Unit =
    Answers.checking(response):
      val id = fields(request, Vector("id")).orderId("id")
      val acting = access.of(request)
      val order =
        exchange.since(request.arrivedNanos).order(id).map(_.filter(view => acting.may(view.asked.trader)))
      Answers.found(response, order, Answer.Rejected(Rule.UnknownOrder)): view =>
        response.json(Wire.order(exchange.productOf(id).get, view))

  private def fields(request: Request, names: Vector[String]): Fields =
    val form = request.contentType.contains("application/x-www-form-urlencoded")
    names.foldLeft(Fields(Map.empty)): (fields, name) =>
      fields.joined(name, request.queryAll(name) ++ (if form then request.formAll(name) else Nil))
end ArticleRoutes
