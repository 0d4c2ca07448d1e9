package eddy.push.activemq

import eddy.push.{Delivery, KeyFile}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How a node reaches its broker, ActiveMQ Classic or Artemis, and its bounds.
  *
  * @param uri `tcp://host:port`, `ssl://host:port`, or several of them:
  *   `failover:(tcp://a:61616,tcp://b:61616)`; the client library's own options may follow each after `?`
  * @param user empty for a broker that asks for none
  * @param tls for `ssl:`; without it the JVM's own trust store holds
  * @param delivery how publications come to this node
  * @param prefix first word, or words, of all topic names; systems that share a broker differ in it
  * @param prefetch how many messages of one interest may lie in this node before it has taken them, with
  *   [[Delivery.Push]] and [[Delivery.Adaptive]] while it pushes; in a burst one holds several publications
  * @param prefetchBytes the same in bytes; messages within the client library are bounded by `prefetch` alone
  * @param batch how many publications are asked for at a time, with [[Delivery.Pull]] and
  *   [[Delivery.Adaptive]] while it pulls, and the most that one message of this node holds
  * @param calm with [[Delivery.Adaptive]], for how long nothing may have waited before it pushes again
  * @param sessions how many sessions publish; a channel always goes through the same one
  * @param maxUnacknowledged how many publications may wait for the broker's acknowledgement; further ones are
  *   refused
  * @param publishTimeout after which one that waits fails
  * @param persistent whether the broker writes publications to its disk before it acknowledges
  * @param connectTimeout for one attempt at one address
  * @param reconnectFirst before the first attempt to connect again; doubled, with jitter, for each further
  *   one
  * @param reconnectMost the longest wait between two attempts
  */
final case class ActiveMqConfig(
    uri: String,
    user: String = "",
    password: String = "",
    tls: Option[BrokerTls] = None,
    delivery: Delivery = Delivery.Adaptive,
    prefix: String = "eddy",
    prefetch: Int = 1000,
    prefetchBytes: Int = 4 * 1024 * 1024,
    batch: Int = 100,
    calm: FiniteDuration = 100.millis,
    sessions: Int = 2,
    maxUnacknowledged: Int = 10_000,
    publishTimeout: FiniteDuration = 10.seconds,
    persistent: Boolean = false,
    connectTimeout: FiniteDuration = 5.seconds,
    reconnectFirst: FiniteDuration = 100.millis,
    reconnectMost: FiniteDuration = 10.seconds
):
  require(
    prefix.matches("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*"),
    s"prefix = \"$prefix\": must be words of letters, digits, - and _ with dots between them, such as \"eddy\""
  )
  require(
    prefetch >= 1 && prefetch <= 32_766,
    s"prefetch = $prefetch: must be from 1 to 32766, the most that Classic allows"
  )
  require(prefetchBytes >= 1024, s"prefetchBytes = $prefetchBytes: must be at least 1024")
  require(
    batch >= 1 && batch <= 32_766,
    s"batch = $batch: must be from 1 to 32766, the most that Classic allows"
  )
  require(
    sessions >= 1 && sessions <= 64,
    s"sessions = $sessions: must be from 1 to 64; two are plenty for one node"
  )
  require(maxUnacknowledged >= 1, s"maxUnacknowledged = $maxUnacknowledged: must be at least 1")
  ActiveMqConfig.positive("calm", calm)
  ActiveMqConfig.positive("publishTimeout", publishTimeout)
  ActiveMqConfig.positive("connectTimeout", connectTimeout)
  ActiveMqConfig.positive("reconnectFirst", reconnectFirst)
  require(
    reconnectMost >= reconnectFirst,
    s"reconnectMost = $reconnectMost: must not be less than reconnectFirst = $reconnectFirst"
  )

  /** Without the password. */
  override def toString: String = s"ActiveMqConfig($uri, user = \"$user\", $delivery, prefix = \"$prefix\")"
end ActiveMqConfig

object ActiveMqConfig:
  private def positive(name: String, value: FiniteDuration): Unit =
    require(value.toMillis >= 1, s"$name = $value: must be at least one millisecond")

/** Key stores for a connection by TLS, in PKCS #12.
  *
  * @param trustStore whom this node believes to be the broker
  * @param keyStore what this node shows of itself, where the broker asks
  */
final case class BrokerTls(trustStore: KeyFile, keyStore: Option[KeyFile] = None)
