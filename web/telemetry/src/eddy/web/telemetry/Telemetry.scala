package eddy.web.telemetry

import eddy.actor.{Carried, Carrier}
import eddy.web.telemetry.internal.{CarriedContext, ContextHeaders, ContextTrace, RequestSpan, SpanStart}
import eddy.web.{Trace, TracedRequest, Tracing}

import io.opentelemetry.api.OpenTelemetry
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator
import io.opentelemetry.context.Context
import io.opentelemetry.context.propagation.TextMapPropagator

/** A span for each request, by the semantic conventions of OpenTelemetry for HTTP servers:
  * `ServerConfig(tracing = Some(Telemetry(openTelemetry)))`.
  *
  * The parent and the baggage come from the headers of W3C (traceparent, tracestate, baggage). In every event
  * of the request `Context.current` has the span, so that spans made there are its children.
  */
object Telemetry:
  /** The headers of W3C Trace Context and W3C Baggage. */
  val W3C: TextMapPropagator =
    TextMapPropagator.composite(W3CTraceContextPropagator.getInstance, W3CBaggagePropagator.getInstance)

  /** For the actors that handlers talk to: `ActorSystem(engine, carries = Some(Telemetry.carrier))`. The
    * reaction to a message has the context of the code that sent it, in a handler or in another actor. To
    * other nodes the headers of W3C take it along.
    */
  val carrier: Carrier = new Carrier:
    def present: Carried | Null =
      val context = Context.current
      if context eq Context.root then null else CarriedContext(Tracing.present, context, W3C)

    override def received(headers: List[(String, String)]): Carried | Null =
      val context = W3C.extract(Context.root, headers, ContextHeaders.Getter)
      if context eq Context.root then null else CarriedContext(ContextTrace(context, W3C), context, W3C)

  /** @param propagator reads and writes other headers than those of W3C */
  def apply(openTelemetry: OpenTelemetry, propagator: TextMapPropagator = W3C): Tracing =
    val tracer = openTelemetry.getTracer("eddy.web")
    new Tracing:
      def begin(request: TracedRequest): Trace =
        val parent = propagator.extract(Context.root, request.headers, SpanStart.Getter)
        val span = SpanStart.of(tracer, request, parent)
        RequestSpan(span, parent.`with`(span), propagator)
end Telemetry
