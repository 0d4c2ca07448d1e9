package eddy.web.internal

import java.util.Arrays

import io.netty.buffer.ByteBuf

/** Collects a request's body. Grows as bytes come, not by what Content-Length promises: promises cost the
  * sender nothing.
  *
  * @param announced the length to come, as far as is known: no more room is reserved ahead
  */
private[eddy] final class BodyBuffer(maxBytes: Int, announced: Int = Int.MaxValue):
  private val most = math.min(maxBytes, announced)
  private var bytes = BodyBuffer.Empty
  private var size = 0

  /** Its size in memory. */
  def capacity: Int = bytes.length

  /** How much more that will be with `n` bytes more. */
  def growth(n: Int): Int =
    if n <= bytes.length - size then 0
    else math.max(size + n, math.min(most, bytes.length * 2)) - bytes.length

  /** @return false, and nothing taken, when the body would be larger than allowed */
  def append(in: ByteBuf): Boolean =
    val n = in.readableBytes
    if n > maxBytes - size then false
    else
      val more = growth(n)
      if more > 0 then bytes = Arrays.copyOf(bytes, bytes.length + more)
      val _ = in.readBytes(bytes, size, n)
      size += n
      true

  def toArray: Array[Byte] = if size == bytes.length then bytes else Arrays.copyOf(bytes, size)
end BodyBuffer

private[eddy] object BodyBuffer:
  val Empty: Array[Byte] = new Array[Byte](0)

  /** Takes nothing, and so may be shared. */
  val NoBody: BodyBuffer = BodyBuffer(0, 0)
