package eddy.web.internal

import eddy.runtime.Engine
import eddy.web.{BodyException, HttpProblem, Standing}

/** Begins a request's handler, as the first event of its unit: an exception of its events becomes the answer,
  * and a report.
  */
private[eddy] object RequestRun:
  /** Begins a request whose body has arrived, or will be read while it arrives. On the I/O thread. */
  def start(exchange: Exchange, matched: RouteMatch, callback: Action.Handler): Unit =
    val begun = exchange.events
    val events = if begun == null then own(exchange, matched.route.profile) else begun
    val body = exchange.body
    val bytes = if body == null then BodyBuffer.Empty else body.toArray
    exchange.body = null
    exchange.holds(bytes.length)
    exchange.admit()
    val target = exchange.target.nn
    val request =
      NettyRequest(
        exchange,
        target,
        matched,
        bytes,
        exchange.streamed,
        events
      )
    val route = matched.route
    if route.filters.isEmpty then
      events.addAll(
        route.code,
        request,
        () => if exchange.begins() then callback.run(request, NettyResponse(exchange))
      )
    else
      FilterRun.start(route, exchange, request, events): response =>
        if exchange.begins() then callback.run(request, response)
  end start

  private def own(exchange: Exchange, profile: RouteProfile): Events =
    val core = exchange.core
    val unit = core.handlers.unit()
    val loop = exchange.connection.load.loop
    if core.runsShortAtOnce && loop != null && profile.isShort then
      unit.startBy(u => loop.offer(ShortEvent(u, profile)))
    val events = Events.of(exchange, unit)(exchange.traced(guarded(exchange, _)))
    exchange.events = events
    events

  /** The publisher of a streamed response has failed: the client sees that it is not whole. Any thread. */
  def streamFailed(exchange: Exchange, failure: Throwable): Unit =
    failure match
      // the request's own body: the client has gone, or the server has answered why not
      case _: BodyException | _: HttpProblem => ()
      case _: FileChangedException =>
        exchange.core.floodLog.warn(
          "file-changed",
          s"$exchange: ${failure.getMessage}; the answer is cut off"
        )
      case other => report(exchange, other)
    exchange.connection.breakStream(exchange)

  def guarded(exchange: Exchange, callback: () => Unit): Unit =
    val matched = exchange.matched
    val profile = if matched == null then null else matched.route.profile
    val now = System.nanoTime
    val isFirst = exchange.waits
    val hadBegun = exchange.hasBegun
    val standing = exchange.standing
    if isFirst then
      exchange.waits = false
      if standing == Standing.Application then exchange.core.gate.begins(exchange.startedNanos, now)
    if profile != null && profile.isOftenLong then Engine.mayTakeLong(now)
    val refusal =
      if isFirst && standing == Standing.Application then exchange.core.gate.lateRefusal else null
    if refusal == null then handled(exchange, callback)
    else if exchange.answer.get == Answer.Open then
      fail(exchange, refusal.status, refusal.detail, refusal.headers)
    if isFirst && standing != Standing.Application then exchange.core.gate.pages(standing).done()
    if profile != null then
      val nanos = System.nanoTime - now
      // a filter alone, or a handler that was given up, proves nothing about the handler
      if exchange.hasBegun && !hadBegun then profile.ran(nanos)
      else if isFirst && nanos > RouteProfile.ShortNanos then profile.ran(nanos)
      profile.took(nanos)
  end guarded

  private def handled(exchange: Exchange, callback: () => Unit): Unit =
    try callback()
    catch
      case problem: HttpProblem =>
        exchange.answer.get match
          case Answer.Open => fail(exchange, problem.status, problem.detail)
          case Answer.ByHandler =>
            report(
              exchange,
              IllegalStateException("a problem was thrown after the response had ended", problem)
            )
          case Answer.ByServer =>
            () // nobody to answer: the client has gone, or was answered that time is up
      case failure: Throwable =>
        val told = FailureAnswer.of(failure)
        val isOpen = exchange.answer.get == Answer.Open
        val isFailure = told match
          case FailureAnswer.CutShort => false
          case FailureAnswer.Busy => !isOpen
          case FailureAnswer.Late | FailureAnswer.Unreachable | FailureAnswer.Failed => true
        if isFailure then report(exchange, failure)
        if isOpen then
          fail(
            exchange,
            told.status,
            told.detail,
            if told == FailureAnswer.Busy || told == FailureAnswer.Unreachable then exchange.core.gate.advice
            else Nil,
            failure
          )
        else exchange.connection.breakStream(exchange)

  /** A change of the head may fail, too: it is tried once, so that the client is answered nevertheless. */
  private def fail(
      exchange: Exchange,
      status: Int,
      detail: String,
      headers: Seq[(String, String)] = Nil,
      cause: Throwable | Null = null
  ): Unit =
    try
      val response = NettyResponse(exchange)
      headers.foreach((name, value) => response.header(name, value): Unit)
      response.fail(status, detail, cause)
    catch
      case failure: Throwable =>
        report(exchange, failure)
        if exchange.answer.get == Answer.Open then
          NettyResponse(exchange).fail(FailureAnswer.Failed.status, FailureAnswer.Failed.detail, failure)

  private def report(exchange: Exchange, failure: Throwable): Unit =
    val trace = exchange.trace
    if trace != null then trace.failed(failure)
    exchange.core.engine.report(failure, s"${exchange.method} ${exchange.label} (request ${exchange.id})")
end RequestRun
