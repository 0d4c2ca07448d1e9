package eddy.web.internal

import java.util.Arrays

import io.netty.buffer.ByteBuf

/** Collects a request's body. Grows as bytes come, not by what Content-Length promises: promises cost the sender nothing. */
private[eddy] final class BodyBuffer(maxBytes: Int):
  private var bytes = BodyBuffer.Empty
  private var size = 0

  /** @return false, and nothing taken, when the body would be larger than allowed */
  def append(in: ByteBuf): Boolean =
    val n = in.readableBytes
    if n > maxBytes - size then false
    else
      if n > bytes.length - size then
        bytes = Arrays.copyOf(bytes, math.max(size + n, math.min(maxBytes, bytes.length * 2)))
      val _ = in.readBytes(bytes, size, n)
      size += n
      true

  def toArray: Array[Byte] = if size == bytes.length then bytes else Arrays.copyOf(bytes, size)
end BodyBuffer

private[eddy] object BodyBuffer:
  val Empty: Array[Byte] = new Array[Byte](0)
