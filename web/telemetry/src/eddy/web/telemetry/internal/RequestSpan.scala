package eddy.web.telemetry.internal

import eddy.web.Trace

import io.opentelemetry.api.trace.{Span, StatusCode}
import io.opentelemetry.context.Context
import io.opentelemetry.context.propagation.TextMapPropagator

/** @param context has the span */
private[telemetry] final class RequestSpan(span: Span, context: Context, propagator: TextMapPropagator)
    extends Trace:
  // the failure that came first names the error
  @volatile private var error: String | Null = null

  private val trace = ContextTrace(context, propagator)
  export trace.{id, outgoing, run}

  def failed(failure: Throwable): Unit =
    if error == null then error = failure.getClass.getName
    span.recordException(failure): Unit

  def end(status: Int): Unit =
    if status == RequestSpan.ClientGone then span.setAttribute("error.type", "client_gone"): Unit
    else
      span.setAttribute("http.response.status_code", status.toLong): Unit
      // 4xx is not an error of the server
      if status >= 500 || error != null then
        span.setStatus(StatusCode.ERROR): Unit
        val named = error
        span.setAttribute("error.type", if named == null then status.toString else named): Unit
    span.end()
end RequestSpan

private[telemetry] object RequestSpan:
  /** What Eddy says of a request whose client has gone: no answer had this status. */
  private val ClientGone = 499
