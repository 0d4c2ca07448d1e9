package eddy.trading.internal

import eddy.trading.*
import eddy.trading.internal.Wire.given
import eddy.web.{Request, Response, Routes}

import scala.concurrent.{ExecutionContext, Future}

/** Placing, cancelling, replacing. */
private[trading] object OrderRoutes:
  private given ExecutionContext = ExecutionContext.parasitic
  private val MaxBatch = 100

  def apply(exchange: Exchange, access: Access, origin: Origin): Routes = Routes
    .post("/orders"): (request, response) =>
      Answers.checking(response):
        answer(
          exchange,
          request,
          response,
          place(
            exchange.since(request.arrivedNanos),
            access.of(request),
            origin.of(request),
            KeyHeader.joined(request, request.json[Fields])
          ),
          done = 202
        )
    .post("/orders/batch"): (request, response) =>
      Answers.checking(response)(batch(exchange, access, origin, request, response))
    .delete("/orders"): (request, response) =>
      Answers.checking(response)(cancelAll(exchange, access, request, response))
    .delete("/orders/:order"): (request, response) =>
      Answers.checking(response):
        val query = Fields.ofQuery(request, Seq("trader"))
        val fields = Fields(query.values.updated("order", request.path("order")))
        answer(
          exchange,
          request,
          response,
          exchange.since(request.arrivedNanos).cancel(
            fields.orderId("order"),
            Answers.own(access.of(request), fields.trader)
          ),
          done = 200
        )
    .patch("/orders/:order"): (request, response) =>
      Answers.checking(response):
        val fields = request.json[Fields]
        fields.only(Set("trader", "quantity", "price"))
        val order = Fields(Map("order" -> request.path("order"))).orderId("order")
        val trader = Answers.own(access.of(request), fields.trader)
        def replace =
          exchange.since(request.arrivedNanos).replace(
            order,
            trader,
            fields.quantity,
            fields.priceOrNone("price")
          )
        answer(exchange, request, response, replace, done = 200)

  /** Of a product or of all, of a trader or of all. */
  private def cancelAll(exchange: Exchange, access: Access, request: Request, response: Response): Unit =
    Answers.operator(access, request)
    val fields = Fields.ofQuery(request, Seq("product", "trader"))
    val trader = Option.when(fields.values.contains("trader"))(fields.trader)
    val products = if fields.values.contains("product") then Vector(fields.product) else exchange.products
    val cancelled = Future.sequence(products.map(exchange.cancelAll(_, trader)))
    val all = cancelled.map(counts => Option.when(counts.forall(_.isDefined))(counts.flatten.sum))
    Answers.found(response, all, Answer.NoMarket)(n => response.json(Wire.CancelledAll(n)))

  private def place(
      call: ExchangeCall,
      acting: Acting,
      source: OrderSource | Null,
      fields: Fields
  ): Future[Answer] =
    fields.only(Fields.OfOrder)
    val order = fields.order(fields.side)
    Answers.own(acting, order.trader): Unit
    call.place(fields.product, order, fields.key, source)

  /** @param perform done only when the rest of the request is right */
  private def answer(
      exchange: Exchange,
      request: Request,
      response: Response,
      perform: => Future[Answer],
      done: Int
  ): Unit =
    val durable = isDurable(request)
    response.complete(if durable then perform.flatMap(exchange.durably) else perform):
      case d: Answer.Done =>
        val acknowledged = Answers.acknowledged(d)
        val status = if durable && acknowledged.durable && done == 202 then 201 else done
        response.status(status).json(acknowledged)
      case other => Answers.send(response, Answers.problem(other))

  private def isDurable(request: Request): Boolean =
    val query = Fields.ofQuery(request, Seq("durable"))
    query.values.contains("durable") && query.flag("durable")

  /** Each order has an outcome of its own, in the order of the batch. */
  private def batch(
      exchange: Exchange,
      access: Access,
      origin: Origin,
      request: Request,
      response: Response
  ): Unit =
    KeyHeader.refused(request)
    val orders = request.json[Vector[Fields]]
    if orders.isEmpty || orders.size > MaxBatch then
      throw FieldProblem(422, "orders", "range", s"A batch has 1 to $MaxBatch orders, not ${orders.size}.")
    val call = exchange.since(request.arrivedNanos)
    val (acting, source) = (access.of(request), origin.of(request))
    val durable = isDurable(request)
    val outcomes = orders.map: fields =>
      try
        place(call, acting, source, fields)
          .flatMap(a => if durable then exchange.durably(a) else Future.successful(a)).map(outcome)
      catch case wrong: FieldProblem => Future.successful(Wire.Outcome(None, Some(Answers.problem(wrong))))
    response.complete(Future.sequence(outcomes)): all =>
      // those can be sent again by themselves
      val refused = all.count(_.problem.exists(_.status == 503))
      if refused > 0 then response.header("Retry-After", "1"): Unit
      val status =
        if refused == all.size then 503
        else if durable && all.forall(_.done.forall(_.durable)) then 201
        else 202
      response.status(status).json(all)
  end batch

  private def outcome(answer: Answer): Wire.Outcome = answer match
    case done: Answer.Done => Wire.Outcome(Some(Answers.acknowledged(done)), None)
    case other => Wire.Outcome(None, Some(Answers.problem(other)))
end OrderRoutes
