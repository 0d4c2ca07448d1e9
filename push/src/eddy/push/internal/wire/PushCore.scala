package eddy.push.internal.wire

import eddy.actor.ActorSystem
import eddy.push.PushConfig
import eddy.push.internal.{Hub, Streams}

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
  val gate: Gate = Gate(hub, config, clock)
  val rates: Rates.Plan = Rates.Plan(config.limits)
  val meters: WireMeters = WireMeters()
  val connections: Connections = Connections(config)
  val patterns: PatternForms = PatternForms()
  val comings: Comings = Comings()

  private val random = SecureRandom()

  /** An id for a new connection, which nobody can guess. */
  def newId(): String =
    val bytes = new Array[Byte](16)
    random.nextBytes(bytes)
    Base64.getUrlEncoder.withoutPadding.encodeToString(bytes)

  /** In nanoseconds, as the actor system's engine measures time. */
  def now: Long = system.engine.nanoTime
end PushCore
