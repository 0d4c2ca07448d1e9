package eddy.chat.internal

import eddy.chat.CloseCode

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

  /** Connections that the chat has closed. */
  val closed: Map[CloseCode, LongAdder] = CloseCode.values.map(_ -> new LongAdder).toMap

  def bindTo(registry: MeterRegistry): Unit =
    gauge(registry, "eddy.chat.connections", "open connections of the chat", connections)
    gauge(registry, "eddy.chat.rooms", "rooms of the chat", rooms)
    counter(registry, "eddy.chat.published", "messages published", published)
    counter(registry, "eddy.chat.deliveries", "messages handed to connections", deliveries)
    counter(registry, "eddy.chat.refusals", "requests of clients that were refused", refusals)
    closed.foreach: (why, count) =>
      counter(
        registry,
        "eddy.chat.closed",
        "connections that the chat has closed",
        count,
        "code",
        s"${why.code}"
      )

  private def gauge(registry: MeterRegistry, name: String, description: String, value: LongAdder): Unit =
    val _ =
      Gauge.builder(name, value, (v: LongAdder) => v.sum.toDouble).description(description).register(registry)

  private def counter(
      registry: MeterRegistry,
      name: String,
      description: String,
      value: LongAdder,
      tags: String*
  ): Unit =
    val _ = FunctionCounter.builder(name, value, (v: LongAdder) => v.sum.toDouble).description(description)
      .tags(tags*).register(registry)
end ChatStats
