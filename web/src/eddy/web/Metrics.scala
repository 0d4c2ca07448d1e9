package eddy.web

import eddy.inference.Inference
import eddy.web.internal.{Exchange, NettyRequest, Reused, Route}

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit.NANOSECONDS
import java.util.concurrent.atomic.{AtomicBoolean, LongAdder}

import io.micrometer.core.instrument.binder.jvm.{JvmMemoryMetrics, JvmThreadMetrics}
import io.micrometer.core.instrument.binder.system.{FileDescriptorMetrics, ProcessorMetrics, UptimeMetrics}
import io.micrometer.core.instrument.{Counter, FunctionCounter, Gauge, Timer}
import io.micrometer.prometheusmetrics.{PrometheusConfig, PrometheusMeterRegistry}

/** What a server measures of itself, in a Micrometer registry to which applications may add their own meters.
  *
  * Requests are counted by method, route pattern and status, never by path, so that clients cannot grow the
  * registry:
  * what matched no route counts as `unmatched`, with unknown methods as `other`.
  */
final class Metrics(val registry: PrometheusMeterRegistry =
  PrometheusMeterRegistry(PrometheusConfig.DEFAULT)):
  private[eddy] val connections = gauge("eddy.connections", "open connections")
  private[eddy] val webSockets = gauge("eddy.websockets", "open WebSockets")
  private[eddy] val eventStreams = gauge("eddy.event.streams", "open streams of server-sent events")
  private[eddy] val streamedBodies = gauge("eddy.request.bodies.streaming", "request bodies that stream in")
  private[eddy] val idleClosed: Counter = registry.counter("eddy.connections.idle.closed")
  private[eddy] val bytesIn: Counter = registry.counter("eddy.request.body.bytes")
  private[eddy] val bytesOut: Counter = registry.counter("eddy.response.body.bytes")
  private[eddy] val messagesIn: Counter = registry.counter("eddy.websocket.messages", "direction", "in")
  private[eddy] val messagesOut: Counter = registry.counter("eddy.websocket.messages", "direction", "out")

  /** Connections that did not come through their TLS handshake. */
  private[eddy] def tlsFailure(reason: String): Unit =
    registry.counter("eddy.tls.failures", "reason", reason).increment()

  /** A handler was analysed.
    * @param kind how far it runs beside others
    */
  private[eddy] def handlers(kind: String): Unit =
    ofKinds.computeIfAbsent(
      kind,
      k => gauge("eddy.handlers", "handlers by how they run", "kind", k)
    ).increment()
  private val ofKinds = ConcurrentHashMap[String, LongAdder]()

  FunctionCounter.builder("eddy.analyses", Inference, _.analyses.toDouble)
    .description(
      "handlers of this process that were analysed, since no earlier start had kept what they touch"
    )
    .register(registry): Unit

  /** A filter has answered with an error.
    * @param filter one of few words
    */
  private[eddy] def refused(filter: String): Unit =
    refusals.computeIfAbsent(filter, f => registry.counter("eddy.filter.refusals", "filter", f)).increment()
  private val refusals = ConcurrentHashMap[String, Counter]()

  private final case class Key(method: String, route: String, status: Int)
  private val requests = ConcurrentHashMap[Key, Timer]()
  private val jvmBound = AtomicBoolean()

  /** Everything in the Prometheus text format. */
  def scrape(): String =
    // Bound at the first look: starting a server does not wait for it.
    if jvmBound.compareAndSet(false, true) then
      Seq(
        JvmMemoryMetrics(),
        JvmThreadMetrics(),
        ProcessorMetrics(),
        UptimeMetrics(),
        FileDescriptorMetrics()
      )
        .foreach(_.bindTo(registry))
    registry.scrape()

  private val page = Reused[Array[Byte]](Metrics.PageNanos)

  /** What `/metrics` answers: computed by one request at a time, and given again for a second. */
  private[web] def recentPage(): Array[Byte] = page(scrape().getBytes)

  /** `/metrics` with these measurements, which may be a second old. */
  def routes: Routes = Routes.own("/metrics"): (_, response) =>
    response.header("Cache-Control", "no-store").bytes(Metrics.ContentType, recentPage())

  /** A request's body did not come whole. */
  private[eddy] def bodyBroken(status: Int): Unit =
    registry.counter("eddy.request.bodies.broken", "status", status.toString).increment()

  // the attributes counted last, by hash: a look-up without a key of its own
  private val recent = new Array[Metrics.Recent | Null](Metrics.Remembered)

  /** @param now when its response was out, as `System.nanoTime` */
  private[eddy] def finished(exchange: Exchange, now: Long): Unit =
    val matched = exchange.matched
    val method = exchange.method
    val timer =
      if matched == null then timerOf(method, exchange.label, exchange.status, isRouted = false)
      else
        val route = matched.route
        val at = (System.identityHashCode(route) + exchange.status) & (Metrics.Remembered - 1)
        val known = recent(at)
        if known != null && (known.route eq route) && known.status == exchange.status && known.method == method
        then known.timer
        else
          val found = timerOf(method, route.label, exchange.status, isRouted = true)
          recent(at) = Metrics.Recent(route, exchange.status, method, found)
          found
    timer.record(now - exchange.arrivedNanos, NANOSECONDS)
  end finished

  private def timerOf(method: String, route: String, status: Int, isRouted: Boolean): Timer =
    val known = isRouted || internal.RouteTree.methods.contains(method)
    requests.computeIfAbsent(
      Key(if known then method else "other", route, status),
      k =>
        Timer
          .builder("eddy.requests")
          .description("requests answered, with the time from the request's head to the response's end")
          .tags("method", k.method, "route", k.route, "status", k.status.toString)
          .register(registry)
    )

  private def gauge(name: String, description: String, tags: String*): LongAdder =
    val adder = LongAdder()
    Gauge.builder(
      name,
      () => adder.sum.toDouble
    ).description(description).tags(tags*).register(registry): Unit
    adder
end Metrics

object Metrics:
  private val Remembered = 256
  private val PageNanos = 1_000_000_000L
  private final class Recent(val route: Route, val status: Int, val method: String, val timer: Timer)

  private val ContentType = "text/plain; version=0.0.4; charset=utf-8"

  /** `/metrics` with the measurements of whichever server it is mounted on. */
  val routes: Routes = Routes.own("/metrics"): (request, response) =>
    val metrics = NettyRequest.coreOf(request).metrics
    response.header("Cache-Control", "no-store").bytes(ContentType, metrics.recentPage())
