package eddy.social

import eddy.social.internal.PictureSweep.Swept
import eddy.social.internal.Wire.given
import eddy.social.internal.{UploadBudget, Wire}
import eddy.testing.Eventually

import java.nio.ByteOrder
import java.nio.file.{Files, Path}
import java.time.Instant
import java.util.concurrent.CountDownLatch
import scala.jdk.StreamConverters.*

class PictureSuite extends eddy.testing.PatientSuite:
  extension (f: SocialFixture)
    private def signedIn(name: String): Unit =
      f.signUp(name).status(201): Unit
      f.post("/session", SocialFixture.account(name)).status(201): Unit
    private def upload(bytes: Array[Byte]) = f.service.post("/picture", _.bytes("image/jpeg", bytes))
    private def files = Files.walk(f.app.config.files)
      .filter(file => Files.isRegularFile(file) && file.getFileName.toString != "owner").toScala(Vector)

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

  test("a user who uploads too often is 429, in all sessions, and other users are not affected"):
    SocialFixture.use(SocialFixture.config.copy(uploadsPerHour = 1)): f =>
      f.signedIn("ada")
      f.upload(jpeg).status(201): Unit
      assert(f.upload(jpeg).problem(429).header("Retry-After").isDefined)
      f.post("/session", SocialFixture.account("ada")).status(201): Unit
      f.upload(jpeg).problem(429): Unit
      f.signedIn("bob")
      f.upload(jpeg).status(201): Unit

  test("an address that uploads too often is 429, whatever cookie it sends"):
    SocialFixture.use(SocialFixture.config.copy(uploadsPerHourOfAddress = 2)): f =>
      def upload(n: Int) =
        f.service.post("/picture", _.cookie("social", s"made-up-$n").bytes("image/jpeg", jpeg))
      for n <- 1 to 2 do upload(n).problem(401): Unit
      assert(upload(3).status(429).header("Retry-After").isDefined)

  test("an upload that would exceed the bytes of uploads under way is 503 before its body is read"):
    val limited = SocialFixture.config.copy(
      maxPictureBytes = 100_000,
      maxUploadBytes = 400_000,
      imageThreads = 1,
      imageQueue = 4
    )
    SocialFixture.use(limited): f =>
      for name <- Seq("ada", "bob") do f.signedIn(name)
      val budget = f.app.uploads.budget
      // a quarter for each user
      assert(budget.reserve("others", 100_000))
      assert(budget.reserve("more", 100_000))
      assert(budget.reserve("most", 100_000))
      assert(budget.reserve("last", 100_000 - jpeg.length + 1))
      f.upload(jpeg).problem(503, "Too many pictures").header("Retry-After", "1"): Unit
      assertEquals(f.files, Vector.empty)
      budget.release("last", 100_000 - jpeg.length + 1)
      f.upload(jpeg).status(201): Unit
      f.upload("<svg/>".getBytes).problem(415): Unit
      f.upload(new Array(100_001)).status(413): Unit
      Eventually.until("all bytes are released")(budget.reserved == 300_000)
      f.service.expectNoFailures()

  test("one user cannot take the whole budget of uploads"):
    val budget = new UploadBudget(100, 40)
    assert(budget.reserve("ada", 30))
    assert(!budget.reserve("ada", 11))
    assert(budget.reserve("ada", 10))
    assert(budget.reserve("bob", 40))
    assert(!budget.reserve("cyd", 21))
    assert(budget.reserve("cyd", 20))
    budget.release("ada", 40)
    assert(budget.reserve("cyd", 20))
    assertEquals(budget.reserved, 80L)

  private def longAgo = java.nio.file.attribute.FileTime.from(Instant.now.minusSeconds(7200))
  private def make(file: Path): Path =
    Files.createDirectories(file.getParent): Unit
    Files.writeString(file, "left by a process that has died"): Unit
    Files.setLastModifiedTime(file, longAgo)

  test("the sweep removes old files without a row, and neither young ones nor those of pictures"):
    SocialFixture.use(): f =>
      f.signedIn("ada")
      val picture = f.upload(jpeg).status(201).as[Wire.Picture]
      val folder = f.app.config.files
      f.files.foreach(Files.setLastModifiedTime(_, longAgo): Unit)
      val orphan = make(folder.resolve("zz").resolve("00000000000000000000000azz-small.jpg"))
      val sent = make(folder.resolve("aside").resolve("a.sent"))
      val partial = make(folder.resolve("aside").resolve(".a.sent.1.part"))
      val young = make(folder.resolve("zz").resolve("00000000000000000000000bzz-small.jpg"))
      Files.setLastModifiedTime(young, java.nio.file.attribute.FileTime.from(Instant.now)): Unit
      assertEquals(await(f.app.sweep.run(Instant.now)), Swept(2, 1, 0))
      for file <- Seq(orphan, sent, partial) do assert(Files.notExists(file), file)
      assert(Files.exists(young))
      f.service.get(s"/picture/${picture.id}/image/small").status(200): Unit
      assertEquals(await(f.app.sweep.run(Instant.now)), Swept(0, 0, 0))

  test("the sweep reports pictures without files, and keeps their rows"):
    SocialFixture.use(): f =>
      f.signedIn("ada")
      val ids = Vector.fill(2)(f.upload(jpeg).status(201).as[Wire.Picture].id)
      f.files.filter(_.getFileName.toString.startsWith(ids.head)).foreach(Files.delete)
      val registry = new io.micrometer.core.instrument.simple.SimpleMeterRegistry
      f.app.meters.bindTo(registry)
      assertEquals(await(f.app.sweep.run(Instant.now)), Swept(0, 0, 1))
      assertEquals(registry.get("eddy.social.pictures.missing").gauge.value, 1.0)
      f.service.get(s"/picture/${ids.head}").status(200): Unit
      f.service.get(s"/picture/${ids.head}/image/small").problem(404): Unit
      f.service.expectNoFailures()

  test("the sweep removes nothing from a folder that belongs to another database"):
    SocialFixture.use(): f =>
      val orphan = make(f.app.config.files.resolve("zz").resolve("00000000000000000000000azz-small.jpg"))
      Files.writeString(f.app.config.files.resolve("owner"), "another"): Unit
      assertEquals(await(f.app.sweep.run(Instant.now)), Swept(0, 0, 0))
      assert(Files.exists(orphan))

  test("two nodes with one database share the folder of the files"):
    SocialFixture.useTwo(): (one, other) =>
      assertEquals(one.app.config.files, other.app.config.files)
      one.signedIn("ada")
      val picture = one.upload(jpeg).status(201).as[Wire.Picture]
      other.service.get(s"/picture/${picture.id}/image/small").status(200): Unit
      for node <- Seq(one, other) do
        one.files.foreach(Files.setLastModifiedTime(_, longAgo): Unit)
        assertEquals(await(node.app.sweep.run(Instant.now)), Swept(0, 0, 0))
end PictureSuite
