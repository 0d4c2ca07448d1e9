package eddy.social.internal.images

import java.io.{BufferedInputStream, DataInputStream, EOFException}
import java.nio.file.{Files, Path}
import scala.util.Using

/** What decoding a file costs beside its pixels, as its parts say. It is known before anything is decoded.
  *
  * @param parts segments of a JPEG or chunks of a PNG without those of the pixels: decoders keep each of them
  * @param scans of a JPEG: each passes over all pixels
  * @param coefficientBytes memory that a decoder needs for a JPEG whose pixels come in several scans
  */
private[images] final case class PictureLayout(parts: Int, scans: Int, coefficientBytes: Long)
    derives CanEqual

private[images] object PictureLayout:
  /** More than pictures of cameras and editors have. */
  val MaxParts = 1000
  val MaxScans = 100

  private val Nothing = PictureLayout(0, 0, 0)

  /** Reads up to the limits, or to the end of a file that is cut off. Blocks. */
  def of(kind: ImageKind, file: Path): PictureLayout = kind match
    case ImageKind.Gif => Nothing
    case _ =>
      Using.resource(DataInputStream(BufferedInputStream(Files.newInputStream(file), 64 * 1024))): in =>
        if kind == ImageKind.Jpeg then new Jpeg(in).layout() else new Png(in).layout()

  private def isOver(layout: PictureLayout) = layout.parts > MaxParts || layout.scans > MaxScans

  /** Goes from marker to marker as decoders do:
    *
    * {{{
    *   FFD8, then segments: FF marker, length of 2 bytes, data; after FFDA coded pixels up to the next marker
    *   SOF:  precision of 1 byte, height of 2, width of 2, number of components, for each its id, 4 bits of
    *         horizontal and 4 of vertical sampling, and its table
    *   SOS:  number of components in the scan, …
    * }}}
    */
  private final class Jpeg(in: DataInputStream):
    private var found = Nothing
    private var components = 0
    private var coefficientBytes = 0L

    def layout(): PictureLayout =
      try
        while !isOver(found) && segment() do ()
      catch case _: EOFException => ()
      found

    /** False at the end of the picture. */
    private def segment(): Boolean = marker() match
      case EndOfImage => false
      // without data
      case alone if alone >= Restart0 && alone <= StartOfImage || alone == Temporary => true
      case marker =>
        found = found.copy(parts = found.parts + 1)
        val length = in.readUnsignedShort() - 2
        val data = in.readNBytes(math.max(0, length))
        if data.length < length then throw EOFException()
        if FrameHeaders(marker) then frame(marker, data)
        else if marker == StartOfScan then scan(data)
        true

    /** Skips other bytes, such as coded pixels. */
    private def marker(): Int =
      while in.readUnsignedByte() != 0xff do ()
      var next = in.readUnsignedByte()
      while next == 0xff do next = in.readUnsignedByte()
      // a stuffed byte of coded pixels
      if next == 0 then marker() else next

    private def frame(marker: Int, data: Array[Byte]): Unit =
      def at(i: Int) = if i < data.length then data(i) & 0xff else 0
      val (height, width) = (at(1) << 8 | at(2), at(3) << 8 | at(4))
      components = at(5)
      val samplings = Vector.tabulate(components)(i => at(7 + 3 * i)).map(s => (s >> 4 max 1, s & 15 max 1))
      val (mostX, mostY) =
        (samplings.map(_._1).maxOption.getOrElse(1), samplings.map(_._2).maxOption.getOrElse(1))
      coefficientBytes = samplings.map: (x, y) =>
        blocks(width, mostX) * x * blocks(height, mostY) * y * BytesOfBlock
      .sum
      if ProgressiveHeaders(marker) then found = found.copy(coefficientBytes = coefficientBytes)

    /** Of a scan with some components only the decoder keeps all coefficients, too. */
    private def scan(data: Array[Byte]): Unit =
      val isWhole = data.nonEmpty && (data(0) & 0xff) >= components
      val bytes = if isWhole then found.coefficientBytes else coefficientBytes
      found = found.copy(scans = found.scans + 1, coefficientBytes = bytes)

    private def blocks(pixels: Int, sampling: Int): Long =
      val side = 8L * sampling
      (pixels + side - 1) / side
  end Jpeg

  private val Restart0 = 0xd0
  private val StartOfImage = 0xd8
  private val EndOfImage = 0xd9
  private val StartOfScan = 0xda
  private val Temporary = 0x01
  // without DHT, JPG and DAC
  private val FrameHeaders = (0xc0 to 0xcf).toSet -- Set(0xc4, 0xc8, 0xcc)
  private val ProgressiveHeaders = Set(0xc2, 0xc6, 0xca, 0xce)
  // 64 numbers of two bytes
  private val BytesOfBlock = 128L

  /** After 8 bytes chunks: length of 4 bytes, name of 4, data, checksum of 4. */
  private final class Png(in: DataInputStream):
    def layout(): PictureLayout =
      in.skipNBytes(8)
      var found = Nothing
      try
        while !isOver(found) do
          val length = in.readInt()
          val name = in.readInt()
          if name != PixelChunk then found = found.copy(parts = found.parts + 1)
          in.skipNBytes(math.max(0L, length.toLong) + 4)
      catch case _: EOFException => ()
      found
  // "IDAT"
  private val PixelChunk = 0x49444154
end PictureLayout
