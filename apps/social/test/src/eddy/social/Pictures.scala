package eddy.social

import java.awt.Color
import java.awt.image.BufferedImage
import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.{ByteBuffer, ByteOrder}
import java.util.zip.CRC32
import javax.imageio.ImageIO

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
end Pictures
