package eddy.web.internal

import java.io.ByteArrayOutputStream
import java.util.zip.CRC32

/** One gzip file (RFC 1952) that is made piece by piece; each piece is readable as soon as it is made.
  * Between pieces it holds no compressor, only the last `Remembered` bytes, which a borrowed compressor gets
  * as its dictionary. Not thread-safe.
  */
private[eddy] final class GzipPieces:
  import GzipPieces.*

  private val sum = CRC32()
  private var length = 0L
  private var before = BodyBuffer.Empty

  def next(content: Array[Byte]): Array[Byte] =
    val out = ByteArrayOutputStream(content.length / 2 + 64)
    if length == 0 then out.writeBytes(Header)
    Deflaters.flushed(content, 0, before).writeTo(out)
    sum.update(content)
    length += content.length
    before = remembered(content)
    out.toByteArray

  /** What closes the file. */
  def end(): Array[Byte] =
    val out = ByteArrayOutputStream(32)
    if length == 0 then out.writeBytes(Header)
    out.writeBytes(LastBlock)
    for value <- Seq(sum.getValue, length); shift <- 0 to 24 by 8 do out.write((value >>> shift).toInt)
    out.toByteArray

  private def remembered(content: Array[Byte]): Array[Byte] =
    if content.length >= Remembered then content.takeRight(Remembered)
    else before.takeRight(Remembered - content.length) ++ content
end GzipPieces

private[eddy] object GzipPieces:
  /** Enough for the events of a stream to refer to those before; the format would allow 32 KiB. */
  final val Remembered = 8 * 1024

  // deflate, no name, no time, of an unknown system
  private val Header = Array[Byte](0x1f, 0x8b.toByte, 8, 0, 0, 0, 0, 0, 0, 0xff.toByte)
  // an empty one, marked as the last
  private val LastBlock = Array[Byte](3, 0)
