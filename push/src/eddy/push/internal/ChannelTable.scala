package eddy.push.internal

import eddy.push.Namespace

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** The active channels of a node. Any thread.
  *
  * A channel ends itself when it is empty, but not while a subscriber is on its way to it: each that is sent
  * there holds a lease until it has arrived.
  */
private[push] final class ChannelTable(node: Node, attendance: Attendance):
  private val channels = new ConcurrentHashMap[String, LiveChannel]()

  /** The channel, created when it does not exist, with one more lease; null when there are too many.
    * Concurrent calls may exceed the limit by one channel for each thread.
    */
  def lease(name: String, namespace: Namespace): LiveChannel | Null =
    var leased = leaseIfThere(name)
    while leased == null && channels.mappingCount < node.config.maxChannels do
      // not within the map's compute: that would start an actor under a lock
      val fresh = LiveChannel(name, namespace, node, attendance, this)
      fresh.leases = 1
      if channels.putIfAbsent(name, fresh) == null then leased = fresh
      else
        fresh.abandon()
        leased = leaseIfThere(name)
    leased

  private def leaseIfThere(name: String): LiveChannel | Null =
    channels.computeIfPresent(
      name,
      (_, live) =>
        live.leases += 1
        live
    )

  /** A subscriber has arrived. */
  def arrivedAt(live: LiveChannel): Unit =
    val _ = channels.computeIfPresent(
      live.name,
      (_, present) =>
        present.leases -= 1
        present
    )

  /** False while subscribers are on their way to it. */
  def remove(live: LiveChannel): Boolean =
    val left = channels.computeIfPresent(
      live.name,
      (_, present) => if (present eq live) && present.leases == 0 then null else present
    )
    !(left eq live)

  def get(name: String): LiveChannel | Null = channels.get(name)

  def all: Vector[LiveChannel] = channels.values.nn.asScala.toVector
end ChannelTable
