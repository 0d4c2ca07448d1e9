package eddy.remote.jgroups.internal

import eddy.remote.session.FrameConnection

import java.io.{ByteArrayOutputStream, DataOutputStream}

import org.jgroups.Address

/** A connection with another member, as numbered messages of JGroups. Confined to the I/O thread. */
private[internal] final class MemberConnection(connector: MemberConnector, val key: ConnectionKey)
    extends FrameConnection:
  import MemberConnection.*

  /** No event follows, and nothing is sent. */
  var isOver = false

  /** The number of the message that comes next. */
  var awaited = 0
  private var sent = 0
  private val bytes = new ByteArrayOutputStream
  private val parts = new DataOutputStream(bytes)

  /** The window of the session is the limit. */
  def isWritable: Boolean = true

  def sendFrame(frame: Array[Byte]): Unit = write(frame, 0)
  def sendControl(packet: Array[Byte]): Unit = write(packet, MemberMessage.controlBit)

  private def write(part: Array[Byte], kind: Int): Unit =
    if bytes.size + part.length > mostBytes then flush()
    parts.writeInt(part.length | kind)
    parts.write(part)

  def flush(): Unit =
    if bytes.size > 0 && !isOver then
      val number = sent
      sent += 1
      connector.send(key, MemberMessage.parts(key, number, bytes.toByteArray))
    bytes.reset()

  def close(): Unit =
    if !isOver then
      flush()
      isOver = true
      connector.closed(this)
end MemberConnection

private object MemberConnection:
  /** Of a message, unless one part has more. */
  private val mostBytes = 60_000

/** @param id random bits of the dialing end, which tell a connection from those before a merge
  * @param isDialer this end has dialed
  */
private[internal] final case class ConnectionKey(peer: Address, id: Long, isDialer: Boolean)
