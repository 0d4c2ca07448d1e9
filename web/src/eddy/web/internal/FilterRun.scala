package eddy.web.internal

import eddy.web.{Filter, Request, Response}

/** Takes requests through the filters of their routes. */
private[eddy] object FilterRun:
  /** An event: the filters in their order, then the callback, unless one of them answers or throws. */
  def through(filters: Vector[Filter], exchange: Exchange, request: Request)(
      callback: (Request, Response) => Unit
  ): Unit =
    val response = NettyResponse(exchange)
    if passes(filters, exchange, request, response) then callback(request, response)

  /** A handshake that would be accepted: the filters on the engine, then `accept` on the I/O thread. */
  def handshake(exchange: Exchange, matched: RouteMatch)(accept: () => Unit): Unit =
    val events =
      Events.of(exchange, exchange.core.callbacks.unit())(exchange.traced(RequestRun.guarded(exchange, _)))
    exchange.events = events
    val request = NettyRequest(
      exchange,
      exchange.target.nn,
      matched,
      BodyBuffer.Empty,
      null,
      exchange.connection.remoteAddress,
      events
    )
    exchange.admit()
    val event = () =>
      val response = NettyResponse(exchange)
      if passes(matched.route.filters, exchange, request, response) then
        exchange.filtered.headers = response.finalHead(101)
        exchange.connection.outbox.post: () =>
          if exchange.answer.get != Answer.Open then () // the time was up, or the client has gone
          else if exchange.core.phase == ServerPhase.Draining then
            Answers.refuse(exchange, Refusal(503, "The server is stopping."))
          else accept()
    events.addAll(matched.route.filters.flatMap(_.code), event)
  end handshake

  private def passes(
      filters: Vector[Filter],
      exchange: Exchange,
      request: Request,
      response: NettyResponse
  ): Boolean =
    def isOpen = exchange.answer.get == Answer.Open
    try
      val each = filters.iterator
      while isOpen && each.hasNext do each.next()(request, response)
    finally if isOpen then exchange.filtered.headers = response.headersSoFar
    isOpen
end FilterRun
