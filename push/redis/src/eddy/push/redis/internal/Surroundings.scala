package eddy.push.redis.internal

import eddy.push.redis.RedisConfig
import eddy.push.{MediatorException, MediatorNode}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** What flows need of everything else. */
private[redis] final class Surroundings(
    val config: RedisConfig,
    val names: Names,
    val node: MediatorNode,
    val reading: Reading,
    servers: Servers
):
  def away(doing: String): MediatorException = servers.away(doing)

  def after(delay: FiniteDuration)(event: Runnable): Unit = node.system.engine.after(delay)(event): Unit

  /** A little later, so that a Cluster that is changing is not asked without end. */
  def lookAgain(): Unit = after(100.millis)(() => servers.refresh())

  def failed(doing: String, cause: Throwable): Unit = node.failed(doing, cause)
end Surroundings
