package eddy.social.internal.images

import eddy.runtime.Engine
import eddy.social.Pictures
import eddy.social.internal.images.Imager.{Made, Rejected}
import eddy.testing.TestFolder

import java.nio.ByteOrder
import java.nio.file.Files
import scala.concurrent.duration.DurationInt

class ImagerSuite extends eddy.testing.PatientSuite:
  private lazy val engine = Engine.start()
  private lazy val imager = new Imager(engine, maxPixels = 40_000_000, maxSide = 16_384, within = 1.minute)
  private lazy val folder = TestFolder.make("eddy-social-imager")

  override def afterAll(): Unit =
    super.afterAll()
    engine.shutdown(5.seconds): Unit

  private def make(bytes: Array[Byte]): Either[Rejected, Made] =
    imager.make(Files.write(Files.createTempFile(folder, "sent", ""), bytes))

  private def made(bytes: Array[Byte]): Made = make(bytes).fold(why => fail(s"rejected: $why"), identity)

  test("JPEG, PNG and GIF become three sizes, none larger than what was sent"):
    for format <- Seq("jpeg", "png", "gif") do
      val result = made(Pictures.encoded(Pictures.quarters(1000, 500), format))
      assertEquals((result.width, result.height), (1000, 500))
      val sizes = result.sizes.map((size, bytes) => size -> Pictures.decoded(bytes))
      assertEquals(
        sizes.view.mapValues(image => (image.getWidth, image.getHeight)).toMap,
        Map(ImageSize.Small -> (320, 160), ImageSize.Medium -> (800, 400), ImageSize.Large -> (1000, 500))
      )
      for (_, image) <- sizes do assertEquals(Pictures.colors(image), "RGBW", format)

  test("a large picture is made smaller"):
    val result = made(Pictures.encoded(Pictures.quarters(3000, 6001), "png"))
    assertEquals((result.width, result.height), (3000, 6001))
    val large = Pictures.decoded(result.sizes(ImageSize.Large))
    assertEquals((large.getWidth, large.getHeight, Pictures.colors(large)), (800, 1600, "RGBW"))

  test("each orientation of EXIF is applied, in either order of bytes"):
    val expected = Seq("RGBW", "GRWB", "WBGR", "BWRG", "RBGW", "BRWG", "WGBR", "GWRB")
    for
      (colors, i) <- expected.zipWithIndex
      order <- Seq(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)
    do
      val jpeg = Pictures.encoded(Pictures.quarters(64, 32), "jpeg")
      val result = made(Pictures.withExif(jpeg, i + 1, "", order))
      val shown = if i < 4 then (64, 32) else (32, 64)
      assertEquals((result.width, result.height), shown, s"orientation ${i + 1}")
      for (_, bytes) <- result.sizes do
        val image = Pictures.decoded(bytes)
        assertEquals((image.getWidth, image.getHeight), shown)
        assertEquals(Pictures.colors(image), colors, s"orientation ${i + 1}")

  test("no byte of the metadata is in a size"):
    val jpeg = Pictures.encoded(Pictures.quarters(64, 32), "jpeg")
    val result = made(Pictures.withExif(jpeg, 1, "47.3769N 8.5417E", ByteOrder.LITTLE_ENDIAN))
    for (_, bytes) <- result.sizes do
      val text = String(bytes, "ISO-8859-1")
      assert(!text.contains("47.3769") && !text.contains("Exif"), "metadata is served")

  test("a picture that is transparent is drawn on white"):
    val clear = java.awt.image.BufferedImage(20, 20, java.awt.image.BufferedImage.TYPE_INT_ARGB)
    val result = made(Pictures.encoded(clear, "png"))
    assertEquals(Pictures.colors(Pictures.decoded(result.sizes(ImageSize.Small))), "WWWW")

  test("a picture of too many pixels, or too long a side, is rejected by its header"):
    for (width, height) <-
        Seq((65_000, 65_000), (16_385, 1), (1, 16_385), (16_000, 16_000), (Int.MaxValue, Int.MaxValue))
    do
      assertEquals(make(Pictures.pngClaiming(width, height)), Left(Rejected.TooLarge(width, height)))

  test("a file that is no picture is rejected by its first bytes"):
    for text <- Seq(
        "",
        "\u0000",
        "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "%PDF-1.7",
        "<script>alert(1)</script>"
      )
    do
      assertEquals(make(text.getBytes), Left(Rejected.UnknownKind), text)

  test(
    "a picture that is cut off at any place is rejected or becomes whole sizes, and never fails otherwise"
  ):
    for format <- Seq("jpeg", "png", "gif") do
      val bytes =
        Pictures.withExif(Pictures.encoded(Pictures.quarters(40, 20), "jpeg"), 6, "", ByteOrder.BIG_ENDIAN)
      val whole = if format == "jpeg" then bytes else Pictures.encoded(Pictures.quarters(40, 20), format)
      for length <- 0 until whole.length by 3 do
        make(whole.take(length)) match
          case Right(result) => assertEquals(result.sizes.size, 3)
          case Left(why) =>
            assert(why == Rejected.Broken || why == Rejected.UnknownKind, s"$format, $length: $why")

  test("bytes that are changed at random never make the imager fail"):
    val random = new scala.util.Random(17)
    for format <- Seq("jpeg", "png", "gif"); _ <- 1 to 200 do
      val bytes = Pictures.encoded(Pictures.quarters(40, 20), format)
      for _ <- 1 to 5 do bytes(random.nextInt(bytes.length)) = random.nextInt().toByte
      make(bytes): Unit

  test("a script behind a picture, or in a comment, is not in a size"):
    val script = "<script>alert(1)</script>".getBytes
    val result = made(Pictures.encoded(Pictures.quarters(40, 20), "gif") ++ script)
    for (_, bytes) <- result.sizes do assert(!String(bytes, "ISO-8859-1").contains("script"))
end ImagerSuite
