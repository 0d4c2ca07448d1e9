package eddy.web.internal

import eddy.web.{Filter, HttpProblem, Request}

/** Takes requests through the filters of their routes. */
private[eddy] object FilterRun:
  /** Queues the filters of the request's route, in their order, and with them what follows, unless one of them answers or throws. */
  def start(
      route: Route,
      exchange: Exchange,
      request: Request,
      events: Events
  )(next: NettyResponse => Unit): Unit =
    if route.ahead.isEmpty then queue(route, exchange, request, events, null)(next)
    else
      events.own: () =>
        val response = NettyResponse(exchange)
        if passes(route.ahead, exchange, request, response) then
          queue(route, exchange, request, events, response)(next)

  /** @param begun the response as filters have left it; null when none has run */
  private def queue(
      route: Route,
      exchange: Exchange,
      request: Request,
      events: Events,
      begun: NettyResponse | Null
  )(next: NettyResponse => Unit): Unit =
    val filters = route.filtersOfEvent
    val event = () =>
      val response = if begun == null then NettyResponse(exchange) else begun
      if filters.isEmpty || passes(filters, exchange, request, response) then next(response)
    events.addAll(route.code, request, event)

  /** A handshake that would be accepted: the filters on the engine, then `accept` on the I/O thread. */
  def handshake(exchange: Exchange, matched: RouteMatch)(accept: () => Unit): Unit =
    val events =
      Events.of(exchange, exchange.core.handlers.unit())(exchange.traced(RequestRun.guarded(exchange, _)))
    exchange.events = events
    val request = NettyRequest(
      exchange,
      exchange.target.nn,
      matched,
      BodyBuffer.Empty,
      null,
      events
    )
    exchange.admit()
    start(matched.route, exchange, request, events): response =>
      exchange.filtered.headers = response.finalHead(101)
      exchange.connection.outbox.post: () =>
        if exchange.answer.get != Answer.Open then () // the time was up, or the client has gone
        else if exchange.core.phase == ServerPhase.Draining then
          Answers.refuse(exchange, Refusal(503, "The server is stopping."))
        else accept()
  end handshake

  private def passes(
      filters: Vector[Filter],
      exchange: Exchange,
      request: Request,
      response: NettyResponse
  ): Boolean =
    def isOpen = exchange.answer.get == Answer.Open && !exchange.isGivenUp
    try
      val each = filters.iterator
      while isOpen && each.hasNext do run(each.next(), exchange, request, response)
    finally if isOpen then exchange.filtered.headers = response.headersSoFar
    isOpen

  /** A filter; a refusal is counted. */
  private def run(filter: Filter, exchange: Exchange, request: Request, response: NettyResponse): Unit =
    try filter(request, response)
    catch
      case problem: HttpProblem =>
        exchange.core.metrics.refused(filter.label)
        throw problem
    if exchange.answer.get == Answer.ByHandler && response.sentStatus >= 400 then
      exchange.core.metrics.refused(filter.label)
end FilterRun
