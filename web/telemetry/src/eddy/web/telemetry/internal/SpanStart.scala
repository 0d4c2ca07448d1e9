package eddy.web.telemetry.internal

import eddy.web.TracedRequest

import java.lang.Iterable as JIterable
import java.util.Iterator as JIterator
import scala.jdk.CollectionConverters.given

import io.opentelemetry.api.trace.{Span, SpanKind, Tracer}
import io.opentelemetry.context.Context
import io.opentelemetry.context.propagation.TextMapGetter

/** Starts the span of a request, with the attributes known at its start (Semantic conventions for HTTP spans,
  * "HTTP server").
  */
private[telemetry] object SpanStart:
  object Getter extends TextMapGetter[TracedRequest.Headers]:
    override def keys(headers: TracedRequest.Headers): JIterable[String] = headers.names.asJava
    override def get(headers: TracedRequest.Headers | Null, name: String): String | Null =
      if headers == null then null else headers.all(name).headOption.orNull
    // several headers of one name are one list, as with tracestate and baggage
    override def getAll(headers: TracedRequest.Headers | Null, name: String): JIterator[String] =
      (if headers == null then Nil else headers.all(name)).iterator.asJava

  private val Known = Set("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")

  def of(tracer: Tracer, request: TracedRequest, parent: Context): Span =
    val known = Known(request.method)
    val name = if known then request.method else "HTTP"
    val span = tracer
      .spanBuilder(request.route.fold(name)(route => s"$name $route"))
      .setParent(parent)
      .setSpanKind(SpanKind.SERVER)
      .setAttribute("http.request.method", if known then request.method else "_OTHER")
      .setAttribute("url.scheme", if request.isSecure then "https" else "http")
      .setAttribute("url.path", pathOf(request.target))
      .setAttribute("network.protocol.version", request.version)
      .setAttribute("network.peer.address", request.connectionAddress.getAddress.getHostAddress)
      .setAttribute("network.peer.port", request.connectionAddress.getPort.toLong)
      .setAttribute("client.address", request.remoteAddress.getAddress.getHostAddress)
    if !known then span.setAttribute("http.request.method_original", request.method.take(40)): Unit
    request.route.foreach(route => span.setAttribute("http.route", route): Unit)
    queryOf(request.target).foreach(query => span.setAttribute("url.query", query): Unit)
    request.headers.all("User-Agent").headOption.foreach(agent =>
      span.setAttribute("user_agent.original", agent): Unit
    )
    request.headers.all("Host").headOption.foreach: host =>
      val colon = host.lastIndexOf(':')
      val port = if colon > host.lastIndexOf(']') then host.drop(colon + 1).toIntOption else None
      span.setAttribute("server.address", if port.isEmpty then host else host.take(colon)): Unit
      port.foreach(p => span.setAttribute("server.port", p.toLong): Unit)
    span.startSpan()
  end of

  private def pathOf(target: String): String = target.takeWhile(_ != '?')

  /** Its secret values are masked already. */
  private def queryOf(target: String): Option[String] =
    val mark = target.indexOf('?')
    Option.when(mark >= 0 && mark < target.length - 1)(target.substring(mark + 1))
end SpanStart
