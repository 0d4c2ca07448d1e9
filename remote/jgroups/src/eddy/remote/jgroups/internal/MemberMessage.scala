package eddy.remote.jgroups.internal

import java.nio.{BufferUnderflowException, ByteBuffer}

/** What the members say to each other. {{{
  * message := version:byte kind:byte connection:long (parts | nothing)
  * kind    := 0 parts | 2 closed, + 1 if the sender has accepted the connection
  * parts   := number:int part*       the messages of each end are numbered from 0
  * part    := length:int bytes                a frame
  *          | 0x80000000 + length:int bytes   a packet
  * }}}
  */
private[internal] enum MemberMessage:
  case Parts(id: Long, byDialer: Boolean, number: Int, parts: ByteBuffer)
  case Closed(id: Long, byDialer: Boolean)

private[internal] object MemberMessage:
  val controlBit: Int = 1 << 31

  def parts(key: ConnectionKey, number: Int, parts: Array[Byte]): Array[Byte] =
    head(key, 0, 4 + parts.length).putInt(number).put(parts).array

  def closed(key: ConnectionKey): Array[Byte] = head(key, closedBit, 0).array

  private def head(key: ConnectionKey, kind: Int, more: Int): ByteBuffer =
    ByteBuffer.allocate(10 + more).put(version).put((if key.isDialer then kind
                                                     else kind | acceptorBit).toByte)
      .putLong(key.id)

  /** None: the bytes are not a message of this release. */
  def read(bytes: ByteBuffer): Option[MemberMessage] =
    try
      if bytes.get() != version then None
      else
        val kind = bytes.get()
        val byDialer = (kind & acceptorBit) == 0
        val id = bytes.getLong()
        if (kind & closedBit) == 0 then Some(Parts(id, byDialer, bytes.getInt(), bytes))
        else Some(Closed(id, byDialer))
    catch case _: BufferUnderflowException => None

  private val version = 1.toByte
  private val acceptorBit = 1
  private val closedBit = 2
end MemberMessage
