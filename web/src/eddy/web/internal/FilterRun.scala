package eddy.web.internal

import eddy.web.{Filter, HttpProblem, Request}

/** Takes requests through the filters of their routes. */
private[eddy] object FilterRun:
  /** Queues the filters of the request's route, in their order, and with them what follows, unless one of
    * them answers or throws.
    */
  def start(
      route: Route,
      exchange: Exchange,
      request: Request,
      events: Events
  )(next: NettyResponse => Unit): Unit =
    val left = exchange.filteredOrNull
    val begun = if left == null then null else ofFilters(left)
    val ahead = route.ahead.drop(exchange.filtersPassed)
    if ahead.isEmpty then queue(route, exchange, request, events, begun)(next)
    else
      events.own: () =>
        val response = if begun == null then NettyResponse(exchange) else begun
        if passes(ahead, exchange, request, response) then
          queue(route, exchange, request, events, response)(next)

  private def ofFilters(left: Filtered): NettyResponse | Null = left.response match
    case begun: NettyResponse => begun
    case _ => null

  /** Runs the filters that need no body, up to the first that needs the one of this request: as an event of
    * their own, those that may wait as one before. Then it calls [[Carrier.passed]].
    */
  def atHead(exchange: Exchange, matched: RouteMatch): Unit =
    val route = matched.route
    val events =
      Events.of(exchange, exchange.core.handlers.unit())(exchange.traced(RequestRun.guarded(exchange, _)))
    exchange.events = events
    val request = NettyRequest(exchange, exchange.target.nn, matched, null, null, events)
    exchange.admit()
    val response = NettyResponse(exchange)
    val (first, others) = route.ofHead.splitAt(route.ahead.size)
    def run(filters: Vector[Filter]): Int =
      ranOf(filters, exchange, request, response)(!_.waitsForBody(request))
    def over(ran: Int): Unit =
      exchange.filtered.response = response
      exchange.connection.outbox.post: () =>
        if !exchange.ended then
          exchange.passed(ran)
          exchange.connection.passed(exchange)
    def runOthers(): Unit = events.addAll(
      others.flatMap(_.code),
      request,
      () =>
        val ran = run(others)
        if ran >= 0 then over(first.size + ran)
    )
    if first.isEmpty then runOthers()
    else
      events.own: () =>
        val ran = run(first)
        if ran == first.size && others.nonEmpty then runOthers() else if ran >= 0 then over(ran)
  end atHead

  /** @param begun the response as filters have left it; null when none has run */
  private def queue(
      route: Route,
      exchange: Exchange,
      request: Request,
      events: Events,
      begun: NettyResponse | Null
  )(next: NettyResponse => Unit): Unit =
    val filters = route.filters.drop(math.max(route.ahead.size, exchange.filtersPassed))
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
  ): Boolean = ranOf(filters, exchange, request, response)(all) >= 0

  private val all: Filter => Boolean = _ => true

  /** Runs filters, up to the first that is not due.
    * @return how many; -1 when one has answered
    */
  private def ranOf(filters: Vector[Filter], exchange: Exchange, request: Request, response: NettyResponse)(
      isDue: Filter => Boolean
  ): Int =
    var ran = 0
    def isOpen = exchange.answer.get == Answer.Open && !exchange.isGivenUp
    try
      while isOpen && ran < filters.size && isDue(filters(ran)) do
        run(filters(ran), exchange, request, response)
        ran += 1
    finally if isOpen then exchange.filtered.headers = response.headersSoFar
    if isOpen then ran else -1

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
