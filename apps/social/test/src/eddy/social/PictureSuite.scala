package eddy.social

import eddy.social.internal.Wire
import eddy.social.internal.Wire.given

import java.nio.ByteOrder
import java.nio.file.Files
import java.util.concurrent.CountDownLatch
import scala.jdk.StreamConverters.*

class PictureSuite extends eddy.testing.PatientSuite:
  extension (f: SocialFixture)
    private def signedIn(name: String): Unit =
      f.signUp(name).status(201): Unit
      f.post("/session", SocialFixture.account(name)).status(201): Unit
    private def upload(bytes: Array[Byte]) = f.service.post("/picture", _.bytes("image/jpeg", bytes))
    private def files = Files.walk(f.app.config.files).filter(Files.isRegularFile(_)).toScala(Vector)

  private def jpeg = Pictures.encoded(Pictures.quarters(64, 32), "jpeg")

  test("a picture that a user sends is 201 with its addresses, and everybody sees it in three sizes"):
    SocialFixture.use(): f =>
      f.signedIn("Ada")
      val answer = f.upload(Pictures.withExif(jpeg, 6, "47.3769N", ByteOrder.BIG_ENDIAN)).status(201)
      val picture = answer.as[Wire.Picture]
      assertEquals((picture.author, picture.width, picture.height), ("Ada", 32, 64))
      assertEquals(answer.header("Location"), Some(s"picture/${picture.id}"))
      f.service.cookies.clear()
      val shown = f.service.get(s"/picture/${picture.id}").status(200).as[Wire.Picture]
      assertEquals(shown.copy(images = picture.images), picture)
      assertEquals(picture.images.keySet, Set("small", "medium", "large"))
      for (size, address) <- picture.images do
        assertEquals(shown.images(size), address.stripPrefix("picture/"))
        val image = f.service.get(s"/$address").status(200).contentType("image/jpeg")
          .header("X-Content-Type-Options", "nosniff")
          .header("Content-Security-Policy", "default-src 'none'; sandbox")
        assertEquals(Pictures.colors(Pictures.decoded(image.bodyBytes)), "BRWG")
        assert(!String(image.bodyBytes, "ISO-8859-1").contains("47.3769"))
        val tag = image.header("ETag").get
        f.service.get(s"/$address", _.header("If-None-Match", tag)).status(304): Unit
        f.service.get(s"/$address", _.header("If-None-Match", "\"other\"")).status(200): Unit
      assertEquals(f.files.size, 3)
      f.service.expectNoFailures()

  test("without a session a picture is 401"):
    SocialFixture.use(): f =>
      f.upload(jpeg).problem(401): Unit
      assertEquals(f.files.size, 0)

  test("an unknown picture or size is 404"):
    SocialFixture.use(): f =>
      f.signedIn("ada")
      val picture = f.upload(jpeg).status(201).as[Wire.Picture]
      for path <- Seq(
          "/picture/x",
          "/picture/x/image/small",
          s"/picture/${picture.id}/image/huge",
          "/picture/..%2F..%2Fx/image/small"
        )
      do
        f.service.get(path).problem(404): Unit
      f.service.expectNoFailures()

  test("a file that is no permitted picture is 413, 415 or 422, and nothing of it stays"):
    SocialFixture.use(SocialFixture.config.copy(maxPictureBytes = 100_000)): f =>
      f.signedIn("ada")
      f.upload(new Array(100_001)).status(413): Unit
      f.upload("<svg/>".getBytes).problem(415): Unit
      f.upload(Pictures.pngClaiming(65_000, 65_000)).problem(422, "65000 x 65000"): Unit
      f.upload(jpeg.take(100)).problem(422): Unit
      assertEquals(f.files, Vector.empty)
      f.service.expectNoFailures()

  test("while the pool for images is full a picture is 503 with Retry-After"):
    SocialFixture.use(SocialFixture.config.copy(imageThreads = 1, imageQueue = 1)): f =>
      f.signedIn("ada")
      val end = new CountDownLatch(1)
      val held = Vector.fill(2)(f.app.pools.images.call(await(end)))
      f.upload(jpeg).problem(503).header("Retry-After", "1"): Unit
      end.countDown()
      held.foreach(await(_))
      f.upload(jpeg).status(201): Unit
      assertEquals(f.files.size, 3)

  test("who uploads too often is 429"):
    SocialFixture.use(SocialFixture.config.copy(uploadsPerHour = 1)): f =>
      f.signedIn("ada")
      f.upload(jpeg).status(201): Unit
      f.upload(jpeg).status(429): Unit
end PictureSuite
