package eddy.web.telemetry.internal

import eddy.actor.Carried
import eddy.web.{Trace, Tracing}

import io.opentelemetry.context.Context
import io.opentelemetry.context.propagation.TextMapPropagator

/** The context present where a message was sent.
  *
  * @param trace of the request, null outside of a trace; its `outgoing` describes the context present then
  * @param propagator writes the headers for other nodes
  */
private[telemetry] final class CarriedContext(
    trace: Trace | Null,
    context: Context,
    propagator: TextMapPropagator
) extends Carried:
  override def headers: List[(String, String)] = ContextHeaders.of(context, propagator)

  def run(body: Runnable): Unit =
    if trace == null then inContext(body) else Tracing.run(trace, () => inContext(body))

  private def inContext(body: Runnable): Unit =
    val scope = context.makeCurrent()
    try body.run()
    finally scope.close()
