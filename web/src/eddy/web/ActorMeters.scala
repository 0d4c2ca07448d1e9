package eddy.web

import eddy.actor.{ActorStats, ActorSystem, DeadLetter, MailboxStats}

import io.micrometer.core.instrument.binder.MeterBinder
import io.micrometer.core.instrument.{FunctionCounter, Gauge, MeterRegistry, Tags}

/** What a system's actors do, as meters: `ActorMeters(system).bindTo(metrics.registry)`. Read only when the
  * registry is.
  */
final class ActorMeters(system: ActorSystem) extends MeterBinder:
  override def bindTo(registry: MeterRegistry): Unit =
    Gauge
      .builder("eddy.actors.live", () => system.stats.live.toDouble)
      .description("actors that have not ended")
      .register(registry): Unit
    counter("started", "actors started")(_.started)
    counter("failed", "actors that ended because they threw")(_.failed)
    for reason <- DeadLetter.Reason.values do
      val tags = Tags.of("reason", reason.toString.toLowerCase.nn)
      counter("dead.letters", "messages that no actor will handle", tags)(_.deadLettersBy(reason))
    counter("routers.emptied", "routers that lost their last actor unasked")(_.emptiedRouters)
    Gauge
      .builder("eddy.actors.mailboxes.waiting", () => system.stats.mailboxes.waiting.toDouble)
      .description("messages in bounded mailboxes")
      .register(registry): Unit
    def overflow(outcome: String)(read: MailboxStats => Long): Unit =
      counter("mailboxes.overflows", "messages that met a full bounded mailbox", Tags.of("outcome", outcome)):
        stats => read(stats.mailboxes)
    overflow("refused")(_.refused)
    overflow("dropped")(_.dropped)
    overflow("replaced")(_.replaced)
    overflow("slowed")(_.slowed)

    def counter(
        name: String,
        description: String,
        tags: Tags = Tags.empty.nn
    )(read: ActorStats => Long): Unit =
      FunctionCounter
        .builder(s"eddy.actors.$name", system, (s: ActorSystem) => read(s.stats).toDouble)
        .description(description)
        .tags(tags)
        .register(registry): Unit
  end bindTo
end ActorMeters
