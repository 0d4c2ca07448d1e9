package eddy.push.internal

import java.util.concurrent.ThreadLocalRandom
import scala.concurrent.duration.{DurationLong, FiniteDuration}

/** How long to wait before the next attempt to connect: doubled each time all addresses were tried, the half
  * of it by chance, so that the nodes of a service that comes back do not all come at once. One caller at a
  * time.
  *
  * @param first before the first attempt, at least half of it
  * @param most the longest
  */
private[push] final class Backoff(first: FiniteDuration, most: FiniteDuration, addresses: Int = 1):
  private var attempts = 0

  def connected(): Unit = attempts = 0

  def next(): FiniteDuration =
    val doubled = math.max(first.toMillis, 1) << math.min(attempts / addresses, 20)
    attempts += 1
    val longest = math.max(math.min(doubled, most.toMillis), 1)
    (longest - ThreadLocalRandom.current.nextLong(longest / 2 + 1)).millis
end Backoff
