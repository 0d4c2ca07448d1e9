package eddy.social.internal.images

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Path, StandardOpenOption}
import javax.imageio.stream.ImageInputStreamImpl

/** The file of a picture, as ImageIO's readers read it. Each read checks the deadline, so that the decoding
  * thread itself stops: a reader of JPEGs cannot be aborted from another thread. Confined to one thread.
  *
  * @param isLate whether the deadline has passed
  */
private[images] final class PictureInput(file: Path, isLate: () => Boolean) extends ImageInputStreamImpl:
  private val channel = FileChannel.open(file, StandardOpenOption.READ)
  private val size = channel.size
  private val buffer = ByteBuffer.allocate(PictureInput.BufferBytes).limit(0)
  // of the first byte in the buffer
  private var bufferAt = 0L

  override def read(): Int =
    bitOffset = 0
    if !hasBuffered() then -1
    else
      val byte = buffer.get((streamPos - bufferAt).toInt) & 0xff
      streamPos += 1
      byte

  override def read(bytes: Array[Byte], from: Int, length: Int): Int =
    java.util.Objects.checkFromIndexSize(from, length, bytes.length): Unit
    check()
    bitOffset = 0
    if length == 0 then 0
    else if !hasBuffered() then -1
    else
      val at = (streamPos - bufferAt).toInt
      val count = math.min(length, buffer.limit - at)
      buffer.get(at, bytes, from, count): Unit
      streamPos += count
      count

  override def length: Long = size

  /** Fills the buffer unless it holds the next byte. False at the end of the file. */
  private def hasBuffered(): Boolean =
    val isThere = streamPos >= bufferAt && streamPos < bufferAt + buffer.limit
    isThere || {
      check()
      buffer.clear(): Unit
      bufferAt = streamPos
      val count = channel.read(buffer, streamPos)
      buffer.flip(): Unit
      count > 0
    }

  private def check(): Unit = if isLate() then throw TooLate()

  override def close(): Unit =
    super.close()
    channel.close()
end PictureInput

private[images] object PictureInput:
  private val BufferBytes = 8192

/** Decoding has taken too long. */
private[images] final class TooLate extends java.io.IOException("the deadline has passed")
