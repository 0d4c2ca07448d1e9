package eddy.web.telemetry.internal

import eddy.web.Trace

import io.opentelemetry.api.trace.Span
import io.opentelemetry.context.Context
import io.opentelemetry.context.propagation.TextMapPropagator

/** A request that another node follows, whose context came with a message. */
private[telemetry] final class FarTrace(context: Context, propagator: TextMapPropagator) extends Trace:
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
end FarTrace
