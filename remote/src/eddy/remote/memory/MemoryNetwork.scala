package eddy.remote.memory

import eddy.remote.spi.NodeTransport

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger
import scala.jdk.CollectionConverters.*

/** Connects nodes of one process: for tests of programs that run on several nodes. Messages are written as
  * bytes and read back, as between processes. A test can break connections.
  */
final class MemoryNetwork:
  private val transports = new ConcurrentHashMap[String, MemoryTransport]()
  private val links = ConcurrentHashMap.newKeySet[MemoryConnection]().nn
  private val parts = ConcurrentHashMap.newKeySet[Set[String]]().nn
  private val count = new AtomicInteger

  /** For one node, which others dial at `address`, such as `a`.
    *
    * @param secret that nodes must share to connect; null: none
    */
  def transport(address: String, secret: Array[Byte] | Null = null): NodeTransport =
    require(
      address.nonEmpty,
      "address = \"\": it is empty; give one that the other nodes can dial, such as the node's name"
    )
    new MemoryTransport(this, address, secret)

  /** Breaks the connections between two nodes. Frames under way are lost; the nodes connect again. */
  def reset(one: String, other: String): Unit =
    links.asScala.filter(_.joins(one, other)).foreach(_.reset())

  /** Breaks the connections between two nodes, until [[heal]]. */
  def part(one: String, other: String): Unit =
    parts.add(Set(one, other)): Unit
    reset(one, other)

  def heal(one: String, other: String): Unit = parts.remove(Set(one, other)): Unit

  /** What a power failure does to a node: it neither says goodbye nor hears anything any more. */
  def crash(address: String): Unit =
    val transport = transports.remove(address)
    if transport != null then
      transport.crash()
      links.asScala.filter(_.isOf(transport)).foreach(_.reset())

  /** Connections made so far. */
  def connections: Int = count.get

  private[memory] def add(transport: MemoryTransport): Unit =
    if transports.putIfAbsent(transport.address, transport) != null then
      throw java.io.IOException(
        s"a node listens at ${transport.address} of this network already: stop it, or use another address"
      )

  private[memory] def remove(transport: MemoryTransport): Unit =
    transports.remove(transport.address, transport): Unit

  private[memory] def connect(from: MemoryTransport, to: String): MemoryNetwork.Outcome =
    val other = transports.get(to)
    if other == null then MemoryNetwork.Outcome.Refused
    else if parts.contains(Set(from.address, to)) then MemoryNetwork.Outcome.Unreachable
    else
      val mine = new MemoryConnection(from)
      val theirs = new MemoryConnection(other)
      mine.join(theirs)
      links.add(mine): Unit
      count.incrementAndGet(): Unit
      MemoryNetwork.Outcome.Connected(mine, theirs)

  private[memory] def forget(connection: MemoryConnection): Unit = links.remove(connection): Unit
end MemoryNetwork

private[memory] object MemoryNetwork:
  enum Outcome:
    /** Nobody listens. */
    case Refused

    /** Nobody answers. */
    case Unreachable
    case Connected(mine: MemoryConnection, theirs: MemoryConnection)
