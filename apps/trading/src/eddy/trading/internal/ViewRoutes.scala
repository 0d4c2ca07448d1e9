package eddy.trading.internal

import eddy.trading.*
import eddy.trading.internal.Wire.given
import eddy.web.{Request, Response, Routes}

import scala.concurrent.{ExecutionContext, Future}

/** Looking at orders, books, trades and figures. */
private[trading] object ViewRoutes:
  private given ExecutionContext = ExecutionContext.parasitic
  private val MaxDepth = 1000
  private val MaxOrders = 1000

  def apply(exchange: Exchange, access: Access): Routes = Routes
    .get("/trader"): (request, response) =>
      response.json(Wire.Account(access.hasAccounts, access.of(request).name.filter(_.nonEmpty)))
    .get("/products")((_, response) => response.json(exchange.products.map(_.name)))
    .get("/products/:product/book"): (request, response) =>
      Answers.checking(response)(book(exchange, request, response))
    .get("/products/:product/trades"): (request, response) =>
      Answers.checking(response):
        Answers.found(response, call(exchange, request).recentTrades(product(request)), Answer.NoMarket):
          sales =>
            response.json(sales.map(Wire.trade))
    .get("/products/:product/live"): (request, response) =>
      Answers.checking(response):
        Answers.found(response, call(exchange, request).snapshot(product(request)), Answer.NoMarket): book =>
          response.json(Wire.snapshot(book))
    .get("/products/:product/candles"): (request, response) =>
      Answers.checking(response)(candles(exchange, request, response))
    .get("/orders/:order"): (request, response) =>
      Answers.checking(response):
        val id = Fields(Map("order" -> request.path("order"))).orderId("order")
        val acting = access.of(request)
        val order = call(exchange, request).order(id).map(_.filter(view => acting.may(view.asked.trader)))
        Answers.found(response, order, Answer.Rejected(Rule.UnknownOrder)): view =>
          response.json(Wire.order(exchange.productOf(id).get, view))
    .get("/orders"): (request, response) =>
      Answers.checking(response)(ordersOf(exchange, access, request, response))
    .get("/stats")((_, response) => response.json(Wire.stats(exchange.stats)))

  private def call(exchange: Exchange, request: Request): ExchangeCall =
    exchange.since(request.arrivedNanos)

  private def product(request: Request) = Fields(Map("product" -> request.path("product"))).product

  private def book(exchange: Exchange, request: Request, response: Response): Unit =
    val query = Fields.ofQuery(request, Seq("depth"))
    val depth = if query.values.contains("depth") then query.number("depth", 1, MaxDepth) else 10
    val name = product(request)
    val book = call(exchange, request).look(name): book =>
      def levels(side: Side) = book.depth(side, depth).map(l => Wire.Level(l.price.ticks, l.lots, l.orders))
      Wire.Book(name.name, book.lastPrice.map(_.ticks), levels(Side.Buy), levels(Side.Sell))
    Answers.found(response, book, Answer.NoMarket)(response.json(_))

  private def candles(exchange: Exchange, request: Request, response: Response): Unit =
    val lengths = Candles.Lengths.map(_.toMillis)
    val query = Fields.ofQuery(request, Seq("every"))
    val every = if query.values.contains("every") then query.among("every", lengths) else lengths.head
    val candles = call(exchange, request).candles(product(request), lengths.indexOf(every))
    Answers.found(response, candles, Answer.NoMarket)(c => response.json(Wire.CandlesOf(every, c)))

  private def ordersOf(exchange: Exchange, access: Access, request: Request, response: Response): Unit =
    val fields = Fields.ofQuery(request, Seq("trader", "product"))
    val trader = Answers.own(access.of(request), fields.trader)
    val products = if fields.values.contains("product") then Vector(fields.product) else exchange.products
    val orders = Future.sequence:
      products.map: product =>
        val own = call(exchange, request).look(product)(_.ordersOf(trader, MaxOrders))
        own.map(_.map(_.map(Wire.order(product, _))))
    Answers.found(
      response,
      orders.map(all => Option.when(all.forall(_.isDefined))(all.flatten.flatten)),
      Answer.NoMarket
    ): orders =>
      response.json(orders.take(MaxOrders))
end ViewRoutes
