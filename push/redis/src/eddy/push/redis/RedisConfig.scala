package eddy.push.redis

import eddy.push.Delivery
import eddy.push.redis.internal.Site

import java.nio.file.Path
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Where Redis is and how [[RedisMediator]] uses it. Checked at construction: a wrong value is refused with a
  * message that carries it, without its password.
  *
  * @param uri one server `redis://[[user:]password@]host[:port][/database]`; Sentinels
  *   `redis-sentinel://[[user:]password@]host[:port][,host[:port]…][/database]#master`; a Cluster
  *   `redis-cluster://[[user:]password@]host[:port][,host[:port]…]`. With TLS: `rediss://`,
  *   `rediss-sentinel://`, `rediss-cluster://`
  * @param passwordFile holds the password of Redis, read at each connecting, so that it can be changed; goes
  *   before the one in `uri`
  * @param sentinelPasswordFile the same for the Sentinels, where these want one
  * @param trust certificates (PEM) of who signed those of Redis; absent, those that the JVM knows
  * @param prefix of every key and of every Pub/Sub channel; the same on all nodes that talk with each other
  * @param delivery from Redis to this node. [[Delivery.Pull]] is for channels with history alone; others, and
  *   patterns, are pushed
  * @param clusterPatterns in a Cluster, whether publications go to all of its servers too: patterns need it,
  *   as sharded Pub/Sub has none. The same on all nodes; with `false`, patterns are refused
  * @param durable whether Redis never loses what it has acknowledged, also when it restarts or fails over:
  *   then positions outlive that. Otherwise each channel begins another epoch then, as offsets might be given
  *   twice
  * @param positionsKept how long a channel without publications keeps its epoch; longer than every history
  * @param maxUnanswered publications under way; more are refused
  * @param maxUnansweredBytes the same, in bytes
  * @param batch how many publications are read at once
  * @param answerWithin how long Redis may take for one command
  * @param connectWithin how long connecting may take
  * @param retryEvery the longest pause between attempts to connect again; the first comes after a tenth of it
  *   at most
  * @param heartbeat how often connections are asked whether they live
  * @param refreshEvery how often a Cluster is asked which server has which slots, besides when it redirects
  */
final case class RedisConfig(
    uri: String,
    passwordFile: Option[Path] = None,
    sentinelPasswordFile: Option[Path] = None,
    trust: Option[Path] = None,
    prefix: String = "eddy",
    delivery: Delivery = Delivery.Adaptive,
    clusterPatterns: Boolean = true,
    durable: Boolean = false,
    positionsKept: FiniteDuration = 30.days,
    maxUnanswered: Int = 20_000,
    maxUnansweredBytes: Int = 64 * 1024 * 1024,
    batch: Int = 256,
    answerWithin: FiniteDuration = 5.seconds,
    connectWithin: FiniteDuration = 5.seconds,
    retryEvery: FiniteDuration = 2.seconds,
    heartbeat: FiniteDuration = 5.seconds,
    refreshEvery: FiniteDuration = 30.seconds
):
  import RedisConfig.*

  private[redis] val site: Site = Site.parse(uri)
  require(
    prefix.nonEmpty && prefix.length <= 64 && prefix.forall(c =>
      c.isLetterOrDigit && c < 128 || c == '-' || c == '_' || c == '.'
    ),
    s"prefix \"$prefix\": give 1 to 64 letters, digits, - _ or ."
  )
  inRange("maxUnanswered", maxUnanswered, 1, 1_000_000)
  inRange("maxUnansweredBytes", maxUnansweredBytes, 1024, Int.MaxValue)
  inRange("batch", batch, 1, 10_000)
  atLeast("positionsKept", positionsKept, 1.minute)
  atLeast("answerWithin", answerWithin, 1.milli)
  atLeast("connectWithin", connectWithin, 1.milli)
  atLeast("retryEvery", retryEvery, 10.millis)
  atLeast("heartbeat", heartbeat, 10.millis)
  atLeast("refreshEvery", refreshEvery, 100.millis)

  /** Without the password. */
  override def toString: String = s"RedisConfig(${site.shown}, prefix $prefix, $delivery)"
end RedisConfig

object RedisConfig:
  private def inRange(name: String, value: Int, from: Int, to: Int): Unit =
    require(value >= from && value <= to, s"$name = $value: must be from $from to $to")

  private def atLeast(name: String, value: FiniteDuration, least: FiniteDuration): Unit =
    require(value >= least, s"$name = $value: must be at least $least")
