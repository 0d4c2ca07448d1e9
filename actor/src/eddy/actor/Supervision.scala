package eddy.actor

import java.util.random.RandomGenerator
import scala.concurrent.duration.{Duration, DurationInt, DurationLong, FiniteDuration}

/** How a [[Supervisor]] answers the end of a child.
  *
  * @param strategy which other children are restarted
  * @param intensity how many restarts are too many
  * @param backoff how long to wait before a restart
  */
final case class Supervision(
    strategy: Strategy = Strategy.OneForOne,
    intensity: Intensity = Intensity(),
    backoff: Backoff = Backoff.none
):
  /** Whether so many children can exceed the intensity, if each fails as soon as it is restarted. */
  private[actor] def canGiveUp(children: Int): Boolean =
    children * backoff.maxFailures(intensity.interval) > intensity.restarts

/** Which children are restarted when one child is. */
enum Strategy derives CanEqual:
  /** That child. */
  case OneForOne

  /** All children: the others are ended in reverse order, then all are started in order. */
  case AllForOne

  /** That child and those that were started after it. */
  case RestForOne

/** More than `restarts` of them in an `interval` are too many: the supervisor ends its children and itself,
  * so that its own supervisor decides. A group that is restarted together counts once; a restart that is
  * exactly `interval` ago counts.
  */
final case class Intensity(restarts: Int = 3, interval: FiniteDuration = 5.seconds):
  require(restarts >= 0, s"restarts = $restarts: must not be negative; 0 allows none")
  require(interval.toMillis > 0, s"interval = $interval: must be at least a millisecond")

/** The delay before the n-th restart of a child in a row: `firstDelay`, doubled each time, varied at random
  * by up to `jitter` of itself, so that many do not come back at the same moment, and never more than
  * `maxDelay`. A child that has run for longer than `maxDelay` begins at `firstDelay` again.
  */
final case class Backoff(firstDelay: FiniteDuration, maxDelay: FiniteDuration, jitter: Double = 0.2):
  require(
    firstDelay.toNanos >= 0 && maxDelay >= firstDelay,
    s"back-off from $firstDelay to $maxDelay: must rise from zero or more"
  )
  require(jitter >= 0 && jitter <= 1, s"jitter = $jitter: must be from 0 to 1")

  /** @param inARow restarts of this child in a row, this one included */
  private[eddy] def delay(inARow: Int, random: RandomGenerator): FiniteDuration =
    val longest = math.min(bounded(inARow) * (1 + jitter), maxDelay.toNanos.toDouble)
    (shortest(inARow) + (longest - shortest(inARow)) * random.nextDouble()).toLong.nanos

  /** How often one child can fail within `span`, if it fails as soon as it is restarted. */
  private[actor] def maxFailures(span: FiniteDuration): Double =
    var failures = 1
    var spent = shortest(1)
    // longer than the doubling can take
    while failures < 64 && spent <= span.toNanos do
      failures += 1
      spent += shortest(failures)
    if spent > span.toNanos then failures else failures + 1 + (span.toNanos - spent) / shortest(failures)

  private def shortest(inARow: Int): Double = bounded(inARow) * (1 - jitter)

  private def bounded(inARow: Int): Double =
    val doubled = firstDelay.toNanos.toDouble * math.pow(2, math.max(0, inARow - 1).toDouble)
    math.min(doubled, maxDelay.toNanos.toDouble)
end Backoff

object Backoff:
  /** No delay. */
  val none: Backoff = Backoff(Duration.Zero, Duration.Zero, 0)
