package eddy.push.sns.internal

import eddy.push.sns.SnsConfig

import java.util.concurrent.ThreadLocalRandom
import scala.concurrent.duration.{DurationLong, FiniteDuration}

/** How long to wait before the next attempt to connect: doubled each time, the half of it by chance. One caller at a time. */
private[sns] final class Backoff(config: SnsConfig):
  private var attempts = 0

  def connected(): Unit = attempts = 0

  def next(): FiniteDuration =
    val most =
      math.min(config.reconnectFirst.toMillis << math.min(attempts, 20), config.reconnectMost.toMillis)
    attempts += 1
    (most - ThreadLocalRandom.current.nextLong(most / 2 + 1)).millis
end Backoff
