package eddy.push

import eddy.push.internal.{HistoryBudget, Latency, Stats, StreamMeters}

import io.micrometer.core.instrument.binder.MeterBinder
import io.micrometer.core.instrument.{FunctionCounter, Gauge, MeterRegistry, Tags}

/** What a node's channels do, as meters: `ChannelMeters(channels).bindTo(metrics.registry)`. Read only when
  * the registry is. docs/push.md has their names in Prometheus.
  */
final class ChannelMeters(channels: Channels) extends MeterBinder:
  private val core = channels.core
  private val refusals = "refusals, by the code of the error; the application's own codes count as one"
  private val quantiles = Seq(0.5, 0.9, 0.99, 0.999, 1.0)

  private val mediator = core.node.mediator

  override def bindTo(registry: MeterRegistry): Unit =
    gauge("channels", "channels and patterns with subscribers on this node")(core.table.all.size)
    gauge("subscriptions", "subscriptions on this node")(core.table.all.map(_.subscribers).sum)
    gauge("backlog", "publications that wait for this node to hand them to its subscribers"):
      core.table.all.map(_.backlog).sum
    gauge(
      "pulling",
      "interests whose publications come as this node asks for more, since it was behind"
    )(core.node.stats.pulling)
    gauge("history.bytes", "size of the histories in this node's memory")(core.node.histories.held.toDouble)
    FunctionCounter.builder(
      "eddy.push.history.evicted",
      core.node.histories,
      (h: HistoryBudget) => h.evicted.sum.toDouble
    )
      .description("publications that were dropped as the histories of all channels held too much")
      .register(registry): Unit
    gauge("connections", "connections that were admitted")(core.connections.size)
    gauge("presence.local", "clients in channels of this node")(core.attendance.localSize)
    gauge("presence.remote", "clients in channels of other nodes")(core.attendance.remoteSize)
    gauge("nodes", "other nodes that tell of presence")(core.attendance.peers)
    gauge(
      "mediator.up",
      "1 while the mediator answers",
      mediatorTag
    )(if mediator.state == MediatorState.Up then 1 else 0)
    counter(
      "published",
      "publications that the mediator has taken",
      Tags.of("outcome", "published")
    )(_.published.sum)
    counter(
      "published",
      "publications that the mediator has taken",
      Tags.of("outcome", "repeated")
    )(_.repeated.sum)
    counter("arrivals", "publications that came from the mediator")(_.arrivals.sum)
    counter("deliveries", "publications handed to a subscriber")(_.deliveries.sum)
    counter("duplicates", "publications that had come before")(_.duplicates.sum)
    counter("dropped", "publications dropped before their channel was there")(_.dropped.sum)
    counter("gaps", "times that something may have been missed", Tags.of("found", "mediator"))(_.gaps.sum)
    counter("gaps", "times that something may have been missed", Tags.of("found", "offset"))(_.holes.sum)
    counter(
      "lost",
      "times that missed publications could not be recovered, of which subscribers were notified"
    )(_.lost.sum)
    counter("recoveries", "subscribers that came back", Tags.of("outcome", "recovered"))(_.recovered.sum)
    counter("recoveries", "subscribers that came back", Tags.of("outcome", "unrecovered"))(_.unrecovered.sum)
    counter("failures", "failures without a waiting caller")(_.failures.sum)
    for to <- Delivery.values do
      val tags = Tags.of("to", to.toString.toLowerCase.nn)
      counter("switches", "times that the mediator delivers in another way", tags)(_.switchesTo(to))
    for code <- PushError.ofProtocol do
      counter("refusals", refusals, Tags.of("code", code.toString))(_.refusedBy(code))
    counter("refusals", refusals, Tags.of("code", "application"))(_.refusedByApplication)
    StreamMeters(channels.streams.stats).bindTo(registry)
    latency("mtt", "from handing a publication to the mediator to its return (MTT)", core.node.stats.mtt)
    latency(
      "rtt",
      "from publishing on this node to all its subscribers (RTT within the server)",
      core.node.stats.rtt
    )

    def gauge(name: String, description: String, tags: Tags = Tags.empty.nn)(read: => Double): Unit =
      Gauge.builder(
        s"eddy.push.$name",
        () => read
      ).description(description).tags(tags).register(registry): Unit

    def counter(name: String, description: String, tags: Tags = Tags.empty.nn)(read: Stats => Long): Unit =
      FunctionCounter
        .builder(s"eddy.push.$name", core.node.stats, (s: Stats) => read(s).toDouble)
        .description(description)
        .tags(tags)
        .register(registry): Unit

    def latency(name: String, description: String, times: Latency): Unit =
      for quantile <- quantiles do
        Gauge.builder(s"eddy.push.$name.seconds", () => times.seconds(quantile))
          .description(s"$description; of the last half to whole minute")
          .tags(mediatorTag.and("quantile", quantile.toString))
          .register(registry): Unit
      FunctionCounter.builder(s"eddy.push.$name.seconds.count", times, (t: Latency) => t.count.toDouble)
        .description(s"$description; how many").tags(mediatorTag).register(registry): Unit
      FunctionCounter.builder(s"eddy.push.$name.seconds.sum", times, (t: Latency) => t.sum)
        .description(s"$description; all together").tags(mediatorTag).register(registry): Unit
  end bindTo

  private def mediatorTag = Tags.of("mediator", mediator.name).nn
end ChannelMeters
