package eddy.push.activemq.internal

import eddy.push.activemq.ActiveMqConfig

import java.util.concurrent.ThreadLocalRandom
import scala.concurrent.duration.{DurationLong, FiniteDuration}

/** How long to wait before the next attempt to connect: doubled each time all addresses were tried, the half of it by chance, so that the
  * nodes of a broker that comes back do not all come at once.
  */
private[activemq] final class Backoff(config: ActiveMqConfig, addresses: Int):
  private var attempts = 0

  def connected(): Unit = attempts = 0

  def next(): FiniteDuration =
    val doubled = config.reconnectFirst.toMillis << math.min(attempts / addresses, 20)
    attempts += 1
    val most = math.min(doubled, config.reconnectMost.toMillis)
    (most - ThreadLocalRandom.current.nn.nextLong(most / 2 + 1)).millis
end Backoff
