package libraries

import scala.util.Using

import io.micrometer.core.instrument.{Counter, MeterRegistry, Timer}
import io.micrometer.prometheusmetrics.{PrometheusConfig, PrometheusMeterRegistry}
import io.opentelemetry.api.common.{AttributeKey, Attributes}
import io.opentelemetry.sdk.OpenTelemetrySdk
import io.opentelemetry.sdk.metrics.SdkMeterProvider
import io.opentelemetry.sdk.trace.SdkTracerProvider

object MicrometerHandlers:
  private val registry: MeterRegistry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)
  private val visits = Counter.builder("visits").tag("kind", "user").register(registry)
  private val time = Timer.builder("lookup").register(registry)

  val counter: String => String = id =>
    visits.increment()
    Users.name(id)

  val tags: String => String = id =>
    val name = Users.name(id)
    registry.counter("hits", "user", name, "length", name.length.toString).increment()
    name

  val timer: String => String = id => time.record(() => Users.name(id))

object OpenTelemetryHandlers:
  private val sdk = OpenTelemetrySdk.builder()
    .setMeterProvider(SdkMeterProvider.builder().build())
    .setTracerProvider(SdkTracerProvider.builder().build())
    .build()
  private val visits = sdk.getMeter("libraries").counterBuilder("visits").build()
  private val tracer = sdk.getTracer("libraries")
  private val userKey = AttributeKey.stringKey("user")

  val counter: String => String = id =>
    visits.add(1, Attributes.of(userKey, id))
    Users.name(id)

  val span: String => String = id =>
    val span = tracer.spanBuilder("lookup").setAttribute(userKey, id).startSpan()
    try Using.resource(span.makeCurrent())(_ => Users.name(id))
    finally span.end()
