package eddy.push.internal

import java.util.concurrent.atomic.LongAdder

import io.micrometer.core.instrument.binder.MeterBinder
import io.micrometer.core.instrument.{FunctionCounter, Gauge, MeterRegistry, Tags}

/** What the subscriptions of a node do, as meters: docs/push-delivery.md lists their Prometheus names. */
private[push] final class StreamMeters(stats: StreamStats) extends MeterBinder:
  override def bindTo(registry: MeterRegistry): Unit =
    gauge("streams", "open subscriptions, by how publications come to them", "mode" -> "pushing"): s =>
      s.open.sum - s.pulling.sum
    gauge(
      "streams",
      "open subscriptions, by how publications come to them",
      "mode" -> "pulling"
    )(_.pulling.sum)
    gauge(
      "stream.waiting.messages",
      "publications that wait for subscribers without room"
    )(_.waitingMessages.sum)
    gauge(
      "stream.waiting.bytes",
      "their encoded length, counted for each subscriber"
    )(_.waitingBytes.sum)
    gauge("stream.credit", "publications that all subscribers could let wait now")(_.credit)
    counter("stream.sent", "publications and joins handed to connections")(_.delivered)
    counter("stream.filtered", "publications that a subscription's filter did not want")(_.filtered)
    counter(
      "stream.repeated",
      "publications that came to a subscription twice, and went out once"
    )(_.repeated)
    counter("stream.gaps", "publications that were missing between two that came")(_.gaps)
    counter("stream.slowed", "publications whose publisher had to wait")(_.slowed)
    counter("stream.pages", "pages read from the log for subscribers")(_.pages)
    counter("stream.pages.failed", "pages that could not be read, and were tried again")(_.pageFailures)
    def switches(to: String)(of: StreamStats => LongAdder): Unit =
      counter("stream.switches", "subscriptions that went over to another delivery", "to" -> to)(of)
    switches("pull")(_.toPull)
    switches("push")(_.toPush)
    def dropped(why: String)(of: StreamStats => LongAdder): Unit =
      counter("stream.dropped", "publications that a subscriber was not sent", "reason" -> why)(of)
    dropped("oldest")(_.droppedOldest)
    dropped("replaced")(_.replaced)
    dropped("sampled")(_.sampledOut)
    dropped("trimmed")(_.trimmed)
    dropped("presence")(_.presenceDropped)
    def ended(why: String)(of: StreamStats => LongAdder): Unit =
      counter("stream.ended", "subscriptions that the node had to end", "reason" -> why)(of)
    ended("slow")(_.endedSlow)
    ended("insufficient")(_.endedInsufficient)
    ended("failed")(_.endedFailed)

    def gauge(name: String, description: String, tags: (String, String)*)(read: StreamStats => Long): Unit =
      Gauge
        .builder(s"eddy.push.$name", stats, (s: StreamStats) => read(s).toDouble)
        .description(description)
        .tags(of(tags))
        .strongReference(true)
        .register(registry): Unit
    def counter(name: String, description: String, tags: (String, String)*)(
        read: StreamStats => LongAdder
    ): Unit =
      FunctionCounter
        .builder(s"eddy.push.$name", stats, (s: StreamStats) => read(s).sum.toDouble)
        .description(description)
        .tags(of(tags))
        .register(registry): Unit
    def of(tags: Seq[(String, String)]): Tags =
      tags.foldLeft(Tags.empty.nn)((all, tag) => all.and(tag._1, tag._2))
  end bindTo
end StreamMeters
