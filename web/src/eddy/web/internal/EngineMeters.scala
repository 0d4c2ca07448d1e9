package eddy.web.internal

import eddy.runtime.{Engine, EngineStats}
import eddy.state.spi.HandlerRunner

import io.micrometer.core.instrument.{FunctionCounter, Gauge, MeterRegistry, Tags}

/** What the engine does, as meters; read only when the registry is. */
private[eddy] object EngineMeters:
  def bind(engine: Engine, registry: MeterRegistry): Unit =
    gauge("workers", "worker threads, spare ones included")(_.workers.size)
    gauge("queued", "events that wait")(_.queued)
    gauge("timers", "timers that wait")(_.timers)
    gauge("stuck", "workers that a spare stands in for")(_.stuck)
    counter("events", "events run")(_.workers.map(_.events).sum)
    counter("steals", "times that a worker took events from another")(_.workers.map(_.steals).sum)
    counter("spares.refused", "spare workers that were needed and not to be had")(_.sparesRefused)
    stuck("blocked")(_.stuckBlocked)
    stuck("computing")(_.stuckComputing)
    stuck("announced")(_.stuckAnnounced)

    def gauge(name: String, description: String)(read: EngineStats => Int): Unit =
      Gauge.builder(
        s"eddy.engine.$name",
        () => read(engine.stats).toDouble
      ).description(description).register(registry): Unit

    def counter(name: String, description: String)(read: EngineStats => Long): Unit =
      FunctionCounter
        .builder(s"eddy.engine.$name", engine, (e: Engine) => read(e.stats).toDouble)
        .description(description)
        .register(registry): Unit

    def stuck(reason: String)(read: EngineStats => Long): Unit =
      FunctionCounter
        .builder("eddy.engine.spares.called", engine, (e: Engine) => read(e.stats).toDouble)
        .description("times that a spare worker stood in for one, by reason")
        .tags(Tags.of("reason", reason))
        .register(registry): Unit
  end bind

  def bindParked(handlers: HandlerRunner, registry: MeterRegistry): Unit =
    Gauge.builder("eddy.handlers.parked", handlers, (c: HandlerRunner) => c.parkedCount.toDouble)
      .description("handlers that wait for a lock")
      .register(registry): Unit
end EngineMeters
