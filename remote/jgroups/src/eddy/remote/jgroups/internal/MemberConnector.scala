package eddy.remote.jgroups.internal

import eddy.remote.session.{Connector, IoThread, SessionDriver}
import eddy.remote.spi.NodeAddress

import java.lang.System.Logger.Level
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.security.SecureRandom
import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*

import org.jgroups.Message.TransientFlag
import org.jgroups.util.ExtendedUUID
import org.jgroups.{Address, BytesMessage, JChannel, Message, Receiver, View}

/** Makes connections between the members of a JGroups cluster. A member's address carries the text by which
  * its node is dialed, so each view says where each node is.
  *
  * JGroups delivers the messages of a member in order, but may lose some, or deliver old ones, when parts of
  * a cluster merge. So messages are numbered within a connection, and a gap breaks it.
  */
private[jgroups] final class MemberConnector(channel: JChannel, io: IoThread) extends Connector, Receiver:
  import MemberConnector.*

  @volatile private var present: SessionDriver | Null = null
  // all below: I/O thread only
  private var view = Vector.empty[Address]
  private val open = mutable.HashMap.empty[ConnectionKey, MemberConnection]
  // closed by this end; the other one has not confirmed it
  private val closing = mutable.HashSet.empty[ConnectionKey]

  def name: String = "jgroups"

  private def driver: SessionDriver = present.nn

  /** Before [[join]]. */
  def begin(by: SessionDriver): Unit = present = by

  /** @param address by which other nodes dial this one
    * @throws Exception if it cannot listen, or join
    */
  def join(group: String, address: String): Unit =
    channel.addAddressGenerator(() =>
      ExtendedUUID.randomUUID(address).put(addressKey, address.getBytes(UTF_8))
    )
    channel.setName(address)
    channel.setDiscardOwnMessages(true)
    channel.setReceiver(this)
    channel.connect(group): Unit

  def connect(to: NodeAddress): Unit = view.findLast(addressOf(_).contains(to.text)) match
    case None =>
      io.execute(() => driver.refused(to, s"no node $to is a member of the cluster", isFinal = true))
    case Some(own) if own == channel.getAddress =>
      io.execute(() => driver.refused(to, "it is this node itself", isFinal = false))
    case Some(member) =>
      val connection = new MemberConnection(this, ConnectionKey(member, ids.nextLong(), isDialer = true))
      open(connection.key) = connection
      io.execute: () =>
        if connection.isOver then driver.refused(to, leftText, isFinal = false)
        else driver.connected(to, connection)

  def send(key: ConnectionKey, message: Array[Byte]): Unit =
    try
      val _ = channel.send(BytesMessage(key.peer, message).setFlag(TransientFlag.DONT_BLOCK))
    catch
      // it is closed: the connections end with it
      case failure: Exception => logger.log(Level.DEBUG, s"sending to ${key.peer} failed", failure)

  /** This end has closed it. */
  def closed(connection: MemberConnection): Unit =
    open.remove(connection.key): Unit
    closing.add(connection.key): Unit
    send(connection.key, MemberMessage.closed(connection.key))

  /** When the other ends have confirmed what this one has closed, or at `until`. Any thread. */
  def whenQuiet(until: Long)(act: Runnable): Unit = io.execute: () =>
    if closing.isEmpty || io.nanoTime - until >= 0 then act.run()
    else io.after(quietCheck.toNanos)(() => whenQuiet(until)(act)): Unit

  /** Breaks all connections. Any thread. */
  def reset(): Unit = io.execute: () =>
    open.values.toList.foreach(fail(_, "the connection was reset"))

  // --- what JGroups says, on its threads -------------------------------------------------------------------

  override def viewAccepted(next: View): Unit =
    val members = next.getMembers.asScala.toVector
    io.execute(() => changed(members))

  override def receive(message: Message): Unit = message match
    case bytes: BytesMessage if bytes.hasArray =>
      val from = message.getSrc
      val content = ByteBuffer.wrap(bytes.getArray, bytes.getOffset, bytes.getLength).slice()
      io.execute(() => driver.together(() => arrived(from, content)))
    case _ => ()

  // --- on the I/O thread -----------------------------------------------------------------------------------

  private def changed(members: Vector[Address]): Unit =
    val gone = view.toSet -- members
    view = members
    if gone.nonEmpty then
      closing.filterInPlace(key => !gone(key.peer)): Unit
      for connection <- open.values.toList if gone(connection.key.peer) do lost(connection, leftText)

  private def arrived(from: Address, content: ByteBuffer): Unit = MemberMessage.read(content) match
    case Some(MemberMessage.Parts(id, byDialer, number, parts)) =>
      val key = ConnectionKey(from, id, isDialer = !byDialer)
      open.get(key) match
        case Some(connection) => take(connection, number, parts)
        case None if closing.contains(key) => ()
        case None if byDialer && number == 0 =>
          val connection = new MemberConnection(this, key)
          open(key) = connection
          driver.accepted(connection)
          take(connection, number, parts)
        case None => send(key, MemberMessage.closed(key))
    case Some(MemberMessage.Closed(id, byDialer)) =>
      val key = ConnectionKey(from, id, isDialer = !byDialer)
      if !closing.remove(key) then
        open.get(key).foreach: connection =>
          lost(connection, "the other node closed the connection")
          send(key, MemberMessage.closed(key))
    case None => logger.log(Level.WARNING, s"member $from sent what is no message of this release")

  private def take(connection: MemberConnection, number: Int, parts: ByteBuffer): Unit =
    if number > connection.awaited then fail(connection, "messages were lost")
    else if number == connection.awaited then
      connection.awaited += 1
      while !connection.isOver && parts.hasRemaining do
        val head = if parts.remaining >= 4 then parts.getInt() else Int.MaxValue
        val length = head & ~MemberMessage.controlBit
        if length > parts.remaining then fail(connection, "it sent a part that is not complete")
        else
          val bytes = new Array[Byte](length)
          parts.get(bytes): Unit
          if head < 0 then driver.control(connection, bytes) else driver.frame(connection, bytes)

  /** Ends a connection that does not work. */
  private def fail(connection: MemberConnection, reason: String): Unit =
    connection.isOver = true
    closed(connection)
    driver.broken(connection, reason)

  /** The other end has no part in it any more. */
  private def lost(connection: MemberConnection, reason: String): Unit =
    connection.isOver = true
    open.remove(connection.key): Unit
    driver.broken(connection, reason)
end MemberConnector

private object MemberConnector:
  private val logger = System.getLogger("eddy.remote").nn
  private val ids = SecureRandom()
  private val addressKey = "eddy.node"
  private val leftText = "the node has left the cluster"
  private val quietCheck = 5.millis

  /** By which a member's node is dialed; none: it is no node. */
  private def addressOf(member: Address): Option[String] = member match
    case extended: ExtendedUUID =>
      val bytes: Array[Byte] | Null = extended.get(addressKey)
      if bytes == null then None else Some(new String(bytes, UTF_8))
    case _ => None
end MemberConnector
