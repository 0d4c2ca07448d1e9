package eddy.web.internal

import java.nio.ByteBuffer

import io.netty.buffer.ByteBuf

/** Bytes that wait for a body's reader. Small chunks share one, so that they cost no more than large ones. */
private[eddy] final class BodyPiece private (bytes: Array[Byte]):
  var size: Int = 0

  /** @return false, and nothing taken, when there is no room */
  def append(in: ByteBuf): Boolean =
    val n = in.readableBytes
    if n > bytes.length - size then false
    else
      val _ = in.readBytes(bytes, size, n)
      size += n
      true

  def toBuffer: ByteBuffer = ByteBuffer.wrap(bytes, 0, size)

private[eddy] object BodyPiece:
  private val SmallBytes = 4096

  def apply(in: ByteBuf): BodyPiece =
    val piece = new BodyPiece(new Array[Byte](math.max(SmallBytes, in.readableBytes)))
    piece.append(in): Unit
    piece
