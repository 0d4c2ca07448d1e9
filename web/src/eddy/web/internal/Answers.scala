package eddy.web.internal

import java.nio.charset.StandardCharsets.US_ASCII
import scala.concurrent.duration.DurationLong

import io.netty.buffer.Unpooled
import io.netty.handler.codec.http.HttpVersion.HTTP_1_1
import io.netty.handler.codec.http.{
  DefaultFullHttpResponse,
  EmptyHttpHeaders,
  HttpHeaders,
  HttpResponseStatus
}

/** Answers that come from the server and not from a handler. Sent on the I/O thread. */
private[eddy] object Answers:
  def refuse(exchange: Exchange, refusal: Refusal): Unit =
    exchange.takeOver(): Unit
    var status = refusal.status
    val headers = exchange.firstHeaders
    addOfFilters(exchange, headers)
    refusal.headers.foreach((name, value) => headers.add(name, value): Unit)
    val body =
      if refusal.status == 204 then BodyBuffer.Empty
      else if refusal.status >= 400 then
        val error = exchange.errorBody(refusal.status, refusal.detail, headers, null)
        status = error.status
        error.describe(headers)
        error.bytes
      else
        headers.set("Content-Type", "text/plain; charset=utf-8"): Unit
        refusal.detail.getBytes(US_ASCII)
    headers.set("X-Content-Type-Options", "nosniff"): Unit
    ResponseHeaders.secure(headers, String.valueOf(headers.get("Content-Type")))
    if refusal.status != 204 then headers.set("Content-Length", body.length): Unit
    val response = DefaultFullHttpResponse(
      HTTP_1_1,
      HttpResponseStatus.valueOf(status),
      Unpooled.wrappedBuffer(body),
      headers,
      EmptyHttpHeaders.INSTANCE
    )
    exchange.connection.emit(exchange, Output(exchange, response, null))
  end refuse

  /** Adds the static headers of filters; a filter that has run may have set others. */
  private def addOfFilters(exchange: Exchange, headers: HttpHeaders): Unit =
    val matched = exchange.matched
    val filters =
      if matched != null then matched.route.filters
      else
        val target = exchange.target
        exchange.core.tree.filtersAround(if target == null then Array.empty else target.segments)
    if filters.nonEmpty then
      val left = exchange.filteredOrNull
      val kept = if left == null then null else left.headers
      val origin = Option(exchange.http.headers.get("Origin"))
      for filter <- filters; (name, value) <- filter.always(origin) do
        if name == "Vary" then
          if !headers.containsValue(name, value, true) then headers.add(name, value): Unit
        else if kept == null || !kept.contains(name) then headers.set(name, value): Unit

  /** Asks for the body that a client announced (RFC 9110, section 10.1.1). */
  def continue100: DefaultFullHttpResponse =
    DefaultFullHttpResponse(HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER)

  /** The server stops, and there is no time left for this request. */
  val stopping: Refusal =
    Refusal(503, "The server stops before this is answered; the request may be carried out all the same.")

  /** The handler has not begun in time, or has not begun to answer within the time for it. */
  def unanswered(exchange: Exchange): Unit =
    val isBeingAnalysed = exchange.isBeingAnalysed
    // set by the thread that begins it: a late look at it only chooses where it is reported
    val hasBegun = !exchange.waits
    val now = System.nanoTime
    // it may begin at this moment: then only the time for the answer counts
    val isLate = exchange.isDueToBegin(now) && exchange.givesUp()
    if (isLate || exchange.isTimedOut(now)) && exchange.takeOver() then
      val usual = exchange.core.config.timeouts.response
      val limit =
        if isLate then usual.min(exchange.matched.nn.route.beginNanos.nanos.toCoarsest) else usual
      val why =
        if isBeingAnalysed then s"the handler's code is still being analysed after $limit (docs/inference.md)"
        else
          s"no answer within $limit: the handler must end every response, or the timeout be longer (timeouts.response)"
      if !isLate && (hasBegun || isBeingAnalysed) then
        exchange.core.engine.report(
          IllegalStateException(why),
          s"${exchange.method} ${exchange.label} (request ${exchange.id})"
        )
      else
        // as many as clients like to send: the handler has no part in it
        exchange.core.floodLog.warn(
          "unanswered",
          if isBeingAnalysed then s"$exchange: $why"
          else s"$exchange waited for its handler to begin for $limit"
        )
      val refusal =
        if isBeingAnalysed then
          Refusal(503, "The server still prepares the handler of this request.", exchange.core.gate.advice)
        else if isLate then
          Refusal(503, "The server could not begin with this request in time.", exchange.core.gate.advice)
        else Refusal(503, "The request was not answered in time; the operator finds it by its id.")
      exchange.refusal = refusal
      refuse(exchange, refusal)
    end if
  end unanswered
end Answers
