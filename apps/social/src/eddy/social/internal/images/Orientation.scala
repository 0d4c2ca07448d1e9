package eddy.social.internal.images

import java.awt.geom.AffineTransform
import java.nio.{BufferUnderflowException, ByteBuffer, ByteOrder}

/** How a picture is to be turned: the tag Orientation of EXIF, from 1 (as it is) to 8.
  *
  * {{{
  *   JPEG:  FFD8, then segments: FF marker, length of 2 bytes, data
  *   APP1:  "Exif" 00 00, then TIFF: "II" or "MM", 42, offset of the first directory
  *   entry: tag of 2 bytes, type of 2, count of 4, value of 4
  * }}}
  */
private[social] final case class Orientation(tag: Int) derives CanEqual:
  /** Whether width and height change places. */
  def isTurned: Boolean = tag >= 5

  /** From the picture as it is stored, of that size, to the picture as it is shown. */
  def transform(width: Double, height: Double): AffineTransform = tag match
    case 2 => AffineTransform(-1, 0, 0, 1, width, 0)
    case 3 => AffineTransform(-1, 0, 0, -1, width, height)
    case 4 => AffineTransform(1, 0, 0, -1, 0, height)
    case 5 => AffineTransform(0, 1, 1, 0, 0, 0)
    case 6 => AffineTransform(0, 1, -1, 0, height, 0)
    case 7 => AffineTransform(0, -1, -1, 0, height, width)
    case 8 => AffineTransform(0, -1, 1, 0, 0, width)
    case _ => AffineTransform()
end Orientation

private[social] object Orientation:
  val Upright: Orientation = Orientation(1)
  private val Exif = "Exif\u0000\u0000".getBytes("US-ASCII")
  private val App1 = 0xe1
  private val StartOfScan = 0xda
  private val Tag = 0x112
  private val MaxEntries = 500

  /** Of the begin of a JPEG; upright if it does not say. */
  def of(jpeg: Array[Byte]): Orientation =
    try segments(ByteBuffer.wrap(jpeg).position(2))
    catch case _: (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException) => Upright

  private def segments(in: ByteBuffer): Orientation =
    val isMarker = (in.get() & 0xff) == 0xff
    val marker = in.get() & 0xff
    if !isMarker || marker == StartOfScan then Upright
    else
      val length = (in.getShort() & 0xffff) - 2
      val data = in.slice(in.position, length)
      in.position(in.position + length)
      val head = new Array[Byte](Exif.length)
      if marker == App1 && length > Exif.length && { data.get(head); head.sameElements(Exif) } then
        tiff(data.slice())
      else segments(in)

  private def tiff(in: ByteBuffer): Orientation =
    in.order(if in.get(0) == 'I' then ByteOrder.LITTLE_ENDIAN else ByteOrder.BIG_ENDIAN)
    in.position(in.getInt(4))
    val entries = math.min(in.getShort() & 0xffff, MaxEntries)
    val begin = in.position
    val tag = (0 until entries).iterator.map(begin + 12 * _).find(at => (in.getShort(at) & 0xffff) == Tag)
    tag.map(at => in.getShort(at + 8).toInt).filter(value => value >= 1 && value <= 8).fold(Upright)(
      Orientation(_)
    )
end Orientation
