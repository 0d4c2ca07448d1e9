package eddy.social.internal.images

import eddy.social.Pictures
import eddy.social.internal.images.Imager.{Made, Rejected}
import eddy.testing.TestFolder

import java.nio.ByteOrder
import java.nio.file.Files
import scala.concurrent.duration.DurationInt

class ImagerSuite extends eddy.testing.PatientSuite:
  private lazy val imager =
    new Imager(maxPixels = 40_000_000, maxSide = 16_384, maxBytes = 128L << 20, within = 1.minute)
  private lazy val folder = TestFolder.make("eddy-social-imager")

  private def make(bytes: Array[Byte], imager: Imager = imager): Either[Rejected, Made] =
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

  test("a picture whose bytes are changed at random is rejected, or becomes three sizes that can be read"):
    val random = new scala.util.Random(17)
    for format <- Seq("jpeg", "progressive", "png", "gif") do
      val whole =
        if format == "progressive" then Pictures.progressive(Pictures.quarters(40, 20))
        else Pictures.encoded(Pictures.quarters(40, 20), format)
      val results = Vector.fill(200):
        val bytes = whole.clone
        for _ <- 1 to 5 do bytes(random.nextInt(bytes.length)) = random.nextInt().toByte
        make(bytes)
      for case Right(result) <- results do assertEquals(result.sizes.size, 3)
      for case Right(result) <- results; (size, bytes) <- result.sizes do
        val image = Pictures.decoded(bytes)
        assert(math.max(image.getWidth, image.getHeight) <= size.side)
        assert(result.width > 0 && result.height > 0)
      assert(results.forall(_ != Left(Rejected.Late)), format)
      assert(results.exists(_.isLeft) && results.exists(_.isRight), s"$format: the bytes do not matter")

  test("decoding stops in the middle at the deadline, in every format"):
    val noise = Pictures.noise(400, 400)
    for (format, bytes) <- Seq(
        "jpeg" -> Pictures.encoded(noise, "jpeg"),
        "progressive" -> Pictures.progressive(noise),
        "png" -> Pictures.encoded(noise, "png"),
        "gif" -> Pictures.encoded(noise, "gif")
      )
    do
      var asked = 0
      def clock() =
        asked += 1
        asked.toLong
      // each look at the clock takes a nanosecond
      val hurried = new Imager(40_000_000, 16_384, 128L << 20, within = 5.nanos, () => clock())
      assertEquals(make(bytes, hurried), Left(Rejected.Late), format)
      assert(asked < 12, s"$format: the clock was asked $asked times")
      assert(make(bytes).isRight, format)

  test("a JPEG of many scans is rejected before it is decoded: each costs a pass over all pixels"):
    val jpeg = Pictures.progressive(Pictures.quarters(40, 20))
    assert(make(jpeg).isRight)
    assertEquals(make(Pictures.withScans(jpeg, 100)), Left(Rejected.TooManyParts))
    assertEquals(make(Pictures.withScans(jpeg, 1_000_000)), Left(Rejected.TooManyParts))

  test("the coefficients of a JPEG in several scans count as memory, and those of one scan do not"):
    val image = Pictures.quarters(1000, 1000)
    val modest = new Imager(40_000_000, 16_384, maxBytes = 4_000_000, within = 1.minute)
    assert(make(Pictures.encoded(image, "jpeg"), modest).isRight)
    assertEquals(make(Pictures.progressive(image), modest), Left(Rejected.TooMuchMemory))
    val small = Pictures.progressive(Pictures.quarters(40, 20))
    assertEquals(make(Pictures.jpegClaiming(small, 1000, 1000), modest), Left(Rejected.TooMuchMemory))

  test("the memory that a JPEG in several scans needs is that of its blocks"):
    def layout(bytes: Array[Byte]) =
      PictureLayout.of(ImageKind.Jpeg, Files.write(Files.createTempFile(folder, "sent", ""), bytes))
    // luminance in full, and twice a quarter of it: 6 blocks of 128 bytes for 16 x 16 pixels
    assertEquals(layout(Pictures.progressive(Pictures.quarters(160, 32))).coefficientBytes, 20L * 6 * 128)
    assertEquals(layout(Pictures.progressive(Pictures.quarters(161, 33))).coefficientBytes, 33L * 6 * 128)
    val whole = layout(Pictures.encoded(Pictures.quarters(160, 32), "jpeg"))
    assertEquals((whole.coefficientBytes, whole.scans), (0L, 1))

  test("the pixels of the largest size count as memory in every format"):
    val modest = new Imager(40_000_000, 16_384, maxBytes = 2_000_000, within = 1.minute)
    for format <- Seq("jpeg", "png") do
      assertEquals(
        make(Pictures.encoded(Pictures.quarters(1000, 1000), format), modest),
        Left(Rejected.TooMuchMemory),
        format
      )

  test("a picture of many segments or chunks is rejected before it is decoded: decoders keep them"):
    val image = Pictures.quarters(40, 20)
    val (jpeg, png) = (Pictures.encoded(image, "jpeg"), Pictures.encoded(image, "png"))
    assert(make(Pictures.withSegments(jpeg, 500)).isRight)
    assert(make(Pictures.withChunks(png, "teSt", Array(1), 500)).isRight)
    for hostile <- Seq(
        Pictures.withSegments(jpeg, 1_000_000),
        Pictures.withChunks(png, "teSt", Array(1), 1_000_000)
      )
    do assertEquals(make(hostile), Left(Rejected.TooManyParts))

  test("hostile files become sizes of what they show, or are rejected"):
    val image = Pictures.quarters(40, 20)
    val (jpeg, png, gif) =
      (Pictures.encoded(image, "jpeg"), Pictures.encoded(image, "png"), Pictures.encoded(image, "gif"))
    val zeros = Pictures.deflated(new Array[Byte](50_000_000))
    val text = "a\u0000\u0000".getBytes ++ zeros
    def shown(bytes: Array[Byte]) =
      val result = made(bytes)
      for (_, size) <- result.sizes do assertEquals(Pictures.colors(Pictures.decoded(size)), "RGBW")
      (result.width, result.height)
    assertEquals(shown(Pictures.frames(10_000)), (40, 20))
    assertEquals(shown(Pictures.withChunks(png, "zTXt", text, 1)), (40, 20), "a text of 50 MB")
    assertEquals(shown(Pictures.withChunks(png, "iCCP", text, 1)), (40, 20), "colors of 50 MB")
    assertEquals(shown(jpeg ++ png ++ gif), (40, 20), "several pictures in one file")
    val longer = make(png.take(33) ++ chunk("IDAT", zeros) ++ png.takeRight(12))
    assertEquals(longer.map(m => (m.width, m.height)), Right((40, 20)), "more pixels than the header says")
    assertEquals(make(Pictures.jpegClaiming(jpeg, 0, 0)), Left(Rejected.Broken))
    assertEquals(make(Pictures.jpegClaiming(jpeg, 40, 0)), Left(Rejected.Broken))
    assertEquals(make(Pictures.pngClaiming(0, 20)), Left(Rejected.Broken))
    assertEquals(make(Pictures.jpegClaiming(jpeg, 65_000, 65_000)), Left(Rejected.TooLarge(65_000, 65_000)))

  private def chunk(name: String, content: Array[Byte]) =
    Pictures.withChunks(new Array[Byte](33), name, content, 1).drop(33)

  test("a script behind a picture, or in a comment, is not in a size"):
    val script = "<script>alert(1)</script>".getBytes
    val result = made(Pictures.encoded(Pictures.quarters(40, 20), "gif") ++ script)
    for (_, bytes) <- result.sizes do assert(!String(bytes, "ISO-8859-1").contains("script"))
end ImagerSuite
