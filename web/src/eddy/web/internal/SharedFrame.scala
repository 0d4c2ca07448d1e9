package eddy.web.internal

import java.nio.ByteBuffer

import io.netty.buffer.{ByteBuf, Unpooled}

/** The bytes of a whole frame (RFC 6455, section 5.2), or of several, not masked, which any number of sockets
  * write. Any thread.
  *
  * {{{
  *   1 + RSV1 (compressed) + 00 + opcode | 0 + length (7 bits) or 126 or 127 | length (16 or 64 bits), if so | content
  * }}}
  */
private[eddy] final class SharedFrame private (bytes: Array[Byte], contentAt: Int):
  // Neither buffer has room behind its bytes: handlers that put small writes together append where there is.
  private val onHeap = Unpooled.wrappedBuffer(bytes)
  @volatile private var offHeap: ByteBuf | Null = null
  private var uses = 0 // by any thread, without care: it decides nothing but when to copy

  /** To be written once, or released. */
  def duplicate(): ByteBuf =
    val direct = offHeap
    if direct != null then direct.retainedDuplicate()
    else
      uses += 1
      if uses < SharedFrame.ManyUses then onHeap.retainedDuplicate() else moved().retainedDuplicate()

  /** Sockets write from direct memory: heap memory is copied there for each of them. Direct memory is
    * expensive to get, so only a message for many sockets has its own, which is freed with the message.
    */
  private def moved(): ByteBuf =
    val memory = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip()
    val direct = Unpooled.wrappedBuffer(memory)
    offHeap = direct
    direct

  private def length: Int = bytes.length

  /** A copy of the bytes behind the head. */
  def content: Array[Byte] = java.util.Arrays.copyOfRange(bytes, contentAt, bytes.length)

  /** The same message compressed, or this one when that would make it no shorter. */
  def deflated(isText: Boolean): SharedFrame =
    val shorter = MessageDeflate.compress(bytes, contentAt)
    if shorter.length < bytes.length - contentAt then SharedFrame(isText, compressed = true, shorter)
    else this
end SharedFrame

private[eddy] object SharedFrame:
  private val ManyUses = 32

  /** Several, one behind the other. */
  def row(frames: Array[SharedFrame]): SharedFrame =
    val all = ByteBuffer.allocate(frames.map(_.length).sum)
    frames.foreach(frame => all.put(frame.onHeap.nioBuffer): Unit)
    new SharedFrame(all.array, 0)

  def apply(isText: Boolean, compressed: Boolean, content: Array[Byte]): SharedFrame =
    val length = content.length
    val head = if length < 126 then 2 else if length < 65_536 then 4 else 10
    val frame = ByteBuffer.allocate(head + length)
    frame.put((0x80 | (if compressed then 0x40 else 0) | (if isText then 1 else 2)).toByte): Unit
    val _ = head match
      case 2 => frame.put(length.toByte)
      case 4 => frame.put(126.toByte).putShort(length.toShort)
      case _ => frame.put(127.toByte).putLong(length)
    frame.put(content): Unit
    new SharedFrame(frame.array, head)
end SharedFrame
