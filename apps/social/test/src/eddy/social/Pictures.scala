package eddy.social

import java.awt.Color
import java.awt.image.BufferedImage
import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.{ByteBuffer, ByteOrder}
import java.util.zip.CRC32
import javax.imageio.stream.MemoryCacheImageOutputStream
import javax.imageio.{IIOImage, ImageIO, ImageWriteParam}

/** Pictures for tests, drawn by the test. */
object Pictures:
  /** The upper left quarter is red, the upper right green, the lower left blue, the rest white. */
  def quarters(width: Int, height: Int): BufferedImage =
    val image = BufferedImage(width, height, BufferedImage.TYPE_INT_RGB)
    val graphics = image.createGraphics
    for
      (color, i) <- Seq(Color.RED, Color.GREEN, Color.BLUE, Color.WHITE).zipWithIndex
    do
      graphics.setColor(color)
      graphics.fillRect((i % 2) * width / 2, (i / 2) * height / 2, (width + 1) / 2, (height + 1) / 2)
    graphics.dispose()
    image

  def encoded(image: BufferedImage, format: String): Array[Byte] =
    val out = ByteArrayOutputStream()
    assert(ImageIO.write(image, format, out))
    out.toByteArray

  def decoded(bytes: Array[Byte]): BufferedImage = ImageIO.read(ByteArrayInputStream(bytes))

  /** The colors of the quarters, as letters from left to right and from top to bottom. */
  def colors(image: BufferedImage): String =
    val at =
      for y <- Seq(1, 3); x <- Seq(1, 3) yield image.getRGB(image.getWidth * x / 4, image.getHeight * y / 4)
    at.map: rgb =>
      val color = Color(rgb)
      (color.getRed > 128, color.getGreen > 128, color.getBlue > 128) match
        case (true, true, true) => 'W'
        case (true, false, false) => 'R'
        case (false, true, false) => 'G'
        case (false, false, true) => 'B'
        case _ => '?'
    .mkString

  /** With a segment of EXIF: an orientation, and a secret where a place would be. */
  def withExif(jpeg: Array[Byte], orientation: Int, secret: String, order: ByteOrder): Array[Byte] =
    val tiff = ByteBuffer.allocate(26 + secret.length).order(order)
    tiff.put((if order == ByteOrder.LITTLE_ENDIAN then "II" else "MM").getBytes).putShort(42).putInt(8)
    tiff.putShort(1).putShort(0x112).putShort(3).putInt(1).putShort(orientation.toShort).putShort(0).putInt(0)
    tiff.put(secret.getBytes("US-ASCII"))
    val data = "Exif\u0000\u0000".getBytes("US-ASCII") ++ tiff.array
    val length = ByteBuffer.allocate(2).putShort((data.length + 2).toShort).array
    jpeg.take(2) ++ Array(0xff.toByte, 0xe1.toByte) ++ length ++ data ++ jpeg.drop(2)

  /** A PNG whose header says this size, whatever follows. */
  def pngClaiming(width: Int, height: Int): Array[Byte] =
    val png = encoded(quarters(8, 8), "png")
    val header = ByteBuffer.wrap(png)
    header.putInt(16, width).putInt(20, height)
    val crc = CRC32()
    crc.update(png, 12, 17)
    header.putInt(29, crc.getValue.toInt)
    png

  /** Pixels of random colors, which no format makes much smaller. */
  def noise(width: Int, height: Int): BufferedImage =
    val image = BufferedImage(width, height, BufferedImage.TYPE_INT_RGB)
    val random = new scala.util.Random(5)
    for y <- 0 until height; x <- 0 until width do image.setRGB(x, y, random.nextInt(1 << 24))
    image

  /** A JPEG whose pixels come in several scans. */
  def progressive(image: BufferedImage): Array[Byte] =
    val out = ByteArrayOutputStream()
    val writer = ImageIO.getImageWritersByFormatName("jpeg").next()
    scala.util.Using.resource(MemoryCacheImageOutputStream(out)): stream =>
      writer.setOutput(stream)
      val param = writer.getDefaultWriteParam
      param.setProgressiveMode(ImageWriteParam.MODE_DEFAULT)
      writer.write(null, IIOImage(image, null, null), param)
    writer.dispose()
    out.toByteArray

  /** With so many further scans behind the others, that each refine no pixel. */
  def withScans(jpeg: Array[Byte], count: Int): Array[Byte] =
    val scan = Array(0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0x10).map(_.toByte)
    jpeg.dropRight(2) ++ Array.fill(count)(scan).flatten ++ jpeg.takeRight(2)

  /** With so many empty segments behind the first marker. */
  def withSegments(jpeg: Array[Byte], count: Int): Array[Byte] =
    val segment = Array(0xff, 0xe2, 0, 2).map(_.toByte)
    jpeg.take(2) ++ Array.fill(count)(segment).flatten ++ jpeg.drop(2)

  /** With so many chunks of that name behind the header. */
  def withChunks(png: Array[Byte], name: String, content: Array[Byte], count: Int): Array[Byte] =
    val crc = CRC32()
    val named = name.getBytes("US-ASCII") ++ content
    crc.update(named)
    val chunk =
      ByteBuffer.allocate(named.length + 8).putInt(content.length).put(named).putInt(crc.getValue.toInt)
    png.take(33) ++ Array.fill(count)(chunk.array).flatten ++ png.drop(33)

  /** With this content compressed. */
  def deflated(content: Array[Byte]): Array[Byte] =
    val out = ByteArrayOutputStream()
    scala.util.Using.resource(java.util.zip.DeflaterOutputStream(out))(_.write(content))
    out.toByteArray

  /** A GIF with so many frames. */
  def frames(count: Int): Array[Byte] =
    val gif = encoded(quarters(40, 20), "gif")
    // behind the header of 6 bytes, the screen of 7 and the colors
    val begin = 13 + 3 * (2 << (gif(10) & 7))
    gif.take(begin) ++ Array.fill(count)(gif.slice(begin, gif.length - 1)).flatten ++ gif.takeRight(1)

  /** A JPEG whose header says this size, whatever follows. */
  def jpegClaiming(jpeg: Array[Byte], width: Int, height: Int): Array[Byte] =
    val at = jpeg.indices.find(i => jpeg(i) == -1 && Set(0xc0, 0xc2)(jpeg(i + 1) & 0xff)).get
    val claiming = jpeg.clone
    ByteBuffer.wrap(claiming).putShort(at + 5, height.toShort).putShort(at + 7, width.toShort)
    claiming
end Pictures
