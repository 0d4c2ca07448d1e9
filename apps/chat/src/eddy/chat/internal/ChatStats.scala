package eddy.chat.internal

import java.util.concurrent.atomic.LongAdder

import io.micrometer.core.instrument.binder.MeterBinder
import io.micrometer.core.instrument.{FunctionCounter, Gauge, MeterRegistry}

/** Counters of a chat. Any thread. */
private[chat] final class ChatStats extends MeterBinder:
  /** Open now. */
  val connections = new LongAdder
  val rooms = new LongAdder

  /** Since the start. */
  val published = new LongAdder
  val deliveries = new LongAdder
  val refusals = new LongAdder
  val slowConsumers = new LongAdder
  val floods = new LongAdder

  def bindTo(registry: MeterRegistry): Unit =
    gauge(registry, "eddy.chat.connections", "open connections of the chat", connections)
    gauge(registry, "eddy.chat.rooms", "rooms of the chat", rooms)
    counter(registry, "eddy.chat.published", "messages published", published)
    counter(registry, "eddy.chat.deliveries", "messages handed to connections", deliveries)
    counter(registry, "eddy.chat.refusals", "requests of clients that were refused", refusals)
    counter(
      registry,
      "eddy.chat.slow.consumers",
      "connections closed because they read too slowly",
      slowConsumers
    )
    counter(registry, "eddy.chat.floods", "connections closed because they sent too much", floods)

  private def gauge(registry: MeterRegistry, name: String, description: String, value: LongAdder): Unit =
    val _ =
      Gauge.builder(name, value, (v: LongAdder) => v.sum.toDouble).description(description).register(registry)

  private def counter(registry: MeterRegistry, name: String, description: String, value: LongAdder): Unit =
    val _ =
      FunctionCounter.builder(
        name,
        value,
        (v: LongAdder) => v.sum.toDouble
      ).description(description).register(registry)
end ChatStats
