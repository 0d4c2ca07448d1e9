package eddy.chat.internal

import eddy.chat.ChatConfig

import java.util.LinkedHashMap

/** How often the connections of one address may join rooms, all together: each new connection has a full rate
  * of its own. Many people may share an address, so its rate is a hundred times that of a connection. Any
  * thread. Bounded: the address that has not joined for longest is forgotten.
  */
private[chat] final class AddressJoins(config: ChatConfig):
  import AddressJoins.*

  // guarded by this; by their last join. Java's, as many addresses may be chosen to have the same hash
  private val buckets = LinkedHashMap[String, TokenBucket]()

  def take(address: String, now: Long): Boolean = synchronized(bucket(address, now).take(now))

  /** Milliseconds until it may join again; 0 when it may. */
  def waitMillis(address: String, now: Long): Long = synchronized(bucket(address, now).waitMillis(now))

  private def bucket(address: String, now: Long): TokenBucket =
    val known = buckets.remove(address)
    val bucket =
      if known != null then known
      else TokenBucket(config.joinsPerSecond * Connections, config.joinBurst.toLong * Connections, now)
    buckets.put(address, bucket): Unit
    if buckets.size > MaxAddresses then buckets.pollFirstEntry(): Unit
    bucket
end AddressJoins

private[chat] object AddressJoins:
  /** As often as so many connections. */
  private[internal] final val Connections = 100
  private final val MaxAddresses = 10_000
