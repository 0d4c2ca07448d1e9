package eddy.web.telemetry.internal

import eddy.web.Trace

import io.opentelemetry.api.trace.Span
import io.opentelemetry.context.Context
import io.opentelemetry.context.propagation.TextMapPropagator

/** The trace of a context. Alone it is that of a request which another node follows. */
private[telemetry] final class ContextTrace(context: Context, propagator: TextMapPropagator) extends Trace:
  val id: String | Null =
    val spanContext = Span.fromContext(context).getSpanContext
    if spanContext.isValid then spanContext.getTraceId else null

  def run(event: () => Unit): Unit =
    val scope = context.makeCurrent()
    try event()
    finally scope.close()

  def outgoing: Seq[(String, String)] = ContextHeaders.of(Context.current, propagator)

  // its span is at the other node
  def failed(failure: Throwable): Unit = ()
  def end(status: Int): Unit = ()
end ContextTrace
