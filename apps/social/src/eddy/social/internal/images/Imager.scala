package eddy.social.internal.images

import java.awt.geom.AffineTransform
import java.awt.image.BufferedImage
import java.awt.{Color, RenderingHints}
import java.io.{ByteArrayOutputStream, IOException}
import java.nio.file.{Files, Path}
import javax.imageio.stream.MemoryCacheImageOutputStream
import javax.imageio.{IIOImage, ImageIO, ImageReader, ImageWriteParam}
import scala.concurrent.duration.FiniteDuration
import scala.util.Using

/** Makes the sizes of a picture by ImageIO. All are JPEGs that are drawn again: of the file that a client has
  * sent no byte is kept, hence no metadata. Reading and drawing block: run it on the pool for images.
  *
  * @param maxPixels a picture with more is rejected before it is decoded
  * @param maxSide the same for its width and height
  * @param maxBytes a picture whose decoding needs more memory is rejected before it is decoded
  * @param within decoding that takes longer is rejected
  * @param nanoTime the clock for `within`
  */
private[social] final class Imager(
    maxPixels: Int,
    maxSide: Int,
    maxBytes: Long,
    within: FiniteDuration,
    nanoTime: () => Long = () => System.nanoTime
):
  import Imager.*

  def make(file: Path): Either[Rejected, Made] =
    val head = Using.resource(Files.newInputStream(file))(_.readNBytes(HeadBytes))
    ImageKind.of(head) match
      case None => Left(Rejected.UnknownKind)
      case Some(kind) =>
        val orientation = if kind == ImageKind.Jpeg then Orientation.of(head) else Orientation.Upright
        val begun = nanoTime()
        def isLate() = nanoTime() - begun > within.toNanos
        try
          val layout = PictureLayout.of(kind, file)
          if layout.parts > PictureLayout.MaxParts || layout.scans > PictureLayout.MaxScans then
            Left(Rejected.TooManyParts)
          else Using.resource(PictureInput(file, () => isLate()))(read(kind, orientation, layout, _))
        catch
          case _: TooLate => Left(Rejected.Late)
          // the decoders of the JDK throw unchecked ones for some broken files
          case _: (IOException | RuntimeException) =>
            Left(if isLate() then Rejected.Late else Rejected.Broken)

  private def read(
      kind: ImageKind,
      orientation: Orientation,
      layout: PictureLayout,
      in: PictureInput
  ): Either[Rejected, Made] =
    val reader = ImageIO.getImageReadersByFormatName(kind.reader).next()
    try
      reader.setInput(in, true, true)
      // of the header
      val (width, height) = (reader.getWidth(0), reader.getHeight(0))
      if width > maxSide || height > maxSide || width.toLong * height > maxPixels then
        Left(Rejected.TooLarge(width, height))
      else
        val step = stepOf(width, height)
        if layout.coefficientBytes + imageBytes(reader, width / step + 1, height / step + 1) > maxBytes then
          Left(Rejected.TooMuchMemory)
        else Right(sizes(decode(reader, step), orientation, width, height))
    finally reader.dispose()

  /** With as few pixels as the largest size needs: memory does not grow with the picture. */
  private def stepOf(width: Int, height: Int): Int =
    math.max(1, math.max(width, height) / ImageSize.Large.side)

  private def imageBytes(reader: ImageReader, width: Int, height: Int): Long =
    val model = reader.getImageTypes(0).next().getColorModel
    width.toLong * height * ((model.getPixelSize + 7) / 8)

  private def decode(reader: ImageReader, step: Int): BufferedImage =
    val param = reader.getDefaultReadParam
    param.setSourceSubsampling(step, step, 0, 0)
    reader.read(0, param)

  private def sizes(image: BufferedImage, orientation: Orientation, width: Int, height: Int): Made =
    val all = ImageSize.values.map: size =>
      // no larger than it was sent
      val scale = math.min(1.0, size.side.toDouble / math.max(width, height))
      size -> jpeg(drawn(image, orientation, width * scale, height * scale))
    val (shownWidth, shownHeight) = if orientation.isTurned then (height, width) else (width, height)
    Made(shownWidth, shownHeight, all.toMap)

  /** @param width of the result, before it is turned */
  private def drawn(
      image: BufferedImage,
      orientation: Orientation,
      width: Double,
      height: Double
  ): BufferedImage =
    val (w, h) = (math.max(1, math.round(width).toInt), math.max(1, math.round(height).toInt))
    val half = halved(image, w, h)
    val result =
      if orientation.isTurned then BufferedImage(h, w, BufferedImage.TYPE_INT_RGB)
      else BufferedImage(w, h, BufferedImage.TYPE_INT_RGB)
    val transform = orientation.transform(w, h)
    transform.concatenate(AffineTransform.getScaleInstance(
      w.toDouble / half.getWidth,
      h.toDouble / half.getHeight
    ))
    draw(half, result, transform)
    result

  /** Halves it while it is more than twice too large: drawing reads four pixels for one. */
  private def halved(image: BufferedImage, width: Int, height: Int): BufferedImage =
    if image.getWidth < 2 * width || image.getHeight < 2 * height then image
    else
      val half = BufferedImage(image.getWidth / 2, image.getHeight / 2, BufferedImage.TYPE_INT_RGB)
      val transform = AffineTransform.getScaleInstance(
        half.getWidth.toDouble / image.getWidth,
        half.getHeight.toDouble / image.getHeight
      )
      draw(image, half, transform)
      halved(half, width, height)

  private def draw(image: BufferedImage, on: BufferedImage, transform: AffineTransform): Unit =
    val graphics = on.createGraphics
    try
      graphics.setColor(Color.WHITE)
      graphics.fillRect(0, 0, on.getWidth, on.getHeight)
      graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR)
      graphics.drawImage(image, transform, null): Unit
    finally graphics.dispose()

  private def jpeg(image: BufferedImage): Array[Byte] =
    val bytes = ByteArrayOutputStream()
    val writer = ImageIO.getImageWritersByFormatName("jpeg").next()
    try
      Using.resource(MemoryCacheImageOutputStream(bytes)): out =>
        writer.setOutput(out)
        val param = writer.getDefaultWriteParam
        param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT)
        param.setCompressionQuality(Quality)
        writer.write(null, IIOImage(image, null, null), param)
    finally writer.dispose()
    bytes.toByteArray
end Imager

private[social] object Imager:
  // orientation is looked for in these
  private val HeadBytes = 256 * 1024
  private val Quality = 0.85f

  /** @param width as it is shown, of the picture that was sent */
  final case class Made(width: Int, height: Int, sizes: Map[ImageSize, Array[Byte]])

  enum Rejected derives CanEqual:
    case UnknownKind, Broken, Late, TooManyParts, TooMuchMemory
    case TooLarge(width: Int, height: Int)
end Imager

/** The sizes that are made of a picture.
  *
  * @param side the longer side, at most
  */
private[social] enum ImageSize(val word: String, val side: Int) derives CanEqual:
  case Small extends ImageSize("small", 320)
  case Medium extends ImageSize("medium", 800)
  case Large extends ImageSize("large", 1600)
