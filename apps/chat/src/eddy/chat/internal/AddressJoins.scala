package eddy.chat.internal

import eddy.chat.ChatConfig

import java.util.LinkedHashMap

/** How often the connections of one address may join rooms, all together: a connection has its own rate anew
  * each time that it is opened. Many people may share an address, so it is a hundred times that of a connection.
  * Any thread. Bounded: the address that has not joined for longest is forgotten, whose bucket is most likely full.
  */
private[chat] final class AddressJoins(config: ChatConfig):
  import AddressJoins.*

  // guarded by this; by their last join. Java's, as an address may be chosen so that it has the hash of others
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
