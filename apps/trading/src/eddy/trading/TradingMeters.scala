package eddy.trading

import io.micrometer.core.instrument.binder.MeterBinder
import io.micrometer.core.instrument.{FunctionCounter, Gauge, MeterRegistry, Tags}

/** What an exchange does, as meters: `TradingMeters(exchange).bindTo(metrics.registry)`. Read only when the
  * registry is;
  * times are those of the last interval that is over ([[ExchangeConfig.statsEvery]]).
  */
final class TradingMeters(exchange: Exchange) extends MeterBinder:
  override def bindTo(registry: MeterRegistry): Unit =
    for (engine, n) <- exchange.counters.zipWithIndex do
      val tags = Tags.of("engine", n.toString).nn
      counter("orders", "commands that were done", tags)(engine.orders.sum)
      counter("trades", "sales", tags)(engine.trades.sum)
      counter("lots", "lots that changed hands", tags)(engine.lots.sum)
      gauge("waiting", "commands in the mailbox of an engine", tags)(exchange.stats.waiting(n))
      times("acknowledged", "from asking until the market had done it", tags)(_.figures(n).acknowledged)
    def refused(why: String)(read: ExchangeStats => Long) =
      counter("refused", "commands refused", Tags.of("full", why).nn)(read(exchange.stats))
    refused("mailbox")(s => s.refused - s.backlogFull)
    refused("backlog")(_.backlogFull)
    gauge("open.orders", "orders that are open", Tags.empty.nn)(exchange.stats.openOrders)
    gauge("open.orders.room", "how many may be", Tags.empty.nn)(exchange.stats.openOrdersRoom)
    gauge("ready", "1 while all markets are open and take orders", Tags.empty.nn)(if exchange.isReady then 1
    else 0)
    if exchange.stats.storage.isDefined then
      def storage(read: StorageStats => Long) = exchange.stats.storage.fold(0L)(read)
      gauge(
        "backlog",
        "commands that are done and not yet durable",
        Tags.empty.nn
      )(storage(_.waiting.toLong).toDouble)
      gauge("backlog.room", "how many may be", Tags.empty.nn)(storage(_.room.toLong).toDouble)
      counter("stored", "commands that have become durable", Tags.empty.nn)(storage(_.stored))
      counter("commits", "transactions", Tags.empty.nn)(storage(_.commits))
      counter(
        "storage.failures",
        "writes that failed, and were tried again",
        Tags.empty.nn
      )(storage(_.failures))
      counter("snapshots", "snapshots of markets that were written", Tags.empty.nn)(storage(_.snapshots))
      times("durable", "from an acknowledgement until it was durable", Tags.empty.nn)(_.durable)

    def gauge(name: String, description: String, tags: Tags)(read: => Double): Unit =
      Gauge.builder(
        s"eddy.trading.$name",
        () => read
      ).description(description).tags(tags).register(registry): Unit

    def counter(name: String, description: String, tags: Tags)(read: => Long): Unit =
      FunctionCounter.builder(s"eddy.trading.$name", exchange, (_: Exchange) => read.toDouble)
        .description(description).tags(tags).register(registry): Unit

    def times(name: String, description: String, tags: Tags)(read: ExchangeStats => Times): Unit =
      val quantiles =
        Seq[(String, Times => Double)](("0.5", _.medianMillis), ("0.99", _.p99Millis), ("1.0", _.maxMillis))
      for (quantile, of) <- quantiles do
        gauge(
          s"$name.seconds",
          description,
          tags.and("quantile", quantile).nn
        )(of(read(exchange.stats)) / 1000)
  end bindTo
end TradingMeters
