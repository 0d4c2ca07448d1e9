package eddy.push.internal.wire

import eddy.actor.ActorSystem
import eddy.push.internal.{Hub, Streams}
import eddy.push.{PushConfig, PushError, Rate}
import eddy.web.internal.TokenBuckets

import java.security.SecureRandom
import java.time.InstantSource
import java.util.Base64

/** What all connections of one mounting share. */
private[push] final class PushCore(
    val hub: Hub,
    val config: PushConfig,
    val system: ActorSystem,
    val streams: Streams,
    clock: InstantSource = InstantSource.system
):
  val refusals: RefusalLog = RefusalLog(system.engine)
  val gate: Gate = Gate(hub, config, clock, refusals)
  val rates: Rates.Plan = Rates.Plan(config.limits)
  val meters: WireMeters = WireMeters()
  val connections: Connections = Connections(config)
  val patterns: PatternForms = PatternForms()
  val comings: Comings = Comings()
  private val requests = buckets(config.limits.requests)
  private val opens = buckets(config.limits.opens)

  /** Whether a client without a library may come to this channel once more: see [[Connections.holder]]. */
  def mayCome(holder: String, channel: String): Boolean =
    def may(buckets: Option[TokenBuckets]) = buckets.forall(_.take(holder).isAllowed)
    may(requests) && (hub.isActive(channel) || may(opens))

  private def buckets(rate: Option[Rate]) =
    rate.map(r => TokenBuckets(r.intervalNanos, r.times, PushCore.MaxHolders, () => now))

  /** Counts an error that a client received, as the answer to this. */
  def refused(what: String, error: PushError): Unit =
    meters.refused(what, error)
    hub.refused(error)

  private val random = SecureRandom()

  /** An id for a new connection, which cannot be guessed. */
  def newId(): String =
    val bytes = new Array[Byte](16)
    random.nextBytes(bytes)
    Base64.getUrlEncoder.withoutPadding.encodeToString(bytes)

  /** In nanoseconds, as the actor system's engine measures time. */
  def now: Long = system.engine.nanoTime
end PushCore

private[push] object PushCore:
  /** More of them share one bucket. */
  private final val MaxHolders = 100_000
