package eddy.web

import eddy.testing.{FlowTck, FlowVerification, TestFolder}
import eddy.web.internal.FilePublisher

import java.io.EOFException
import java.nio.ByteBuffer
import java.nio.file.{Files, NoSuchFileException, Path}
import java.util.concurrent.Flow

class DiskSuite extends WebSuite:
  private val folder = FunFixture[Path](_ => Files.createTempDirectory("eddy-disk"), TestFolder.delete(_))

  folder.test("a written file is read back; a file that is too large or missing is an error"): dir =>
    val file = dir.resolve("a")
    await(Disk.write(file, "one".getBytes))
    await(Disk.append(file, " two".getBytes))
    assertEquals(String(await(Disk.read(file))), "one two")
    assertEquals(String(await(Disk.read(file, maxBytes = 7))), "one two")
    val large = intercept[java.io.IOException](await(Disk.read(file, maxBytes = 6)))
    assert(clue(large.getMessage.nn).contains("larger than 6 bytes"))
    intercept[NoSuchFileException](await(Disk.read(dir.resolve("b")))): Unit
    intercept[java.io.IOException](await(Disk.write(dir.resolve("none/x"), Array()))): Unit
    assert(await(Disk.delete(file)) && !await(Disk.delete(file)))
    assertEquals(Files.list(dir).count, 0L)

  folder.test("a result is a further event of the request, after its present one and before later ones"):
    dir =>
      val file = dir.resolve("a")
      val routes = Routes.get("/"): (request, response) =>
        var log = "first"
        Later(Disk.write(file, "content".getBytes)): _ =>
          log += " written"
          request.nextTick(() => log += " tick")
          Later(Disk.read(file))(bytes => response.text(s"$log ${String(bytes)}"))
        log += " second"
      serving(routes)(server => assertEquals(ask(server, "/").body, "first second written tick content"))

  folder.test("a failure is the request's, and reported"): dir =>
    val routes =
      Routes.get("/")((_, response) => Later(Disk.read(dir.resolve("x")))(b => response.text(String(b))))
    serving(routes): server =>
      assertEquals(ask(server, "/").statusCode, 500)
      assert(nextReport()(0).isInstanceOf[NoSuchFileException])

  folder.test("a file is streamed out, and a part of it"): dir =>
    val file = dir.resolve("large")
    val bytes = Array.tabulate(1_000_000)(i => (i % 251).toByte)
    Files.write(file, bytes): Unit
    val routes = Routes
      .get("/all")((_, response) => response.stream("application/octet-stream", Disk.stream(file)))
      .get("/part")((_, response) =>
        response.stream("text/plain", Disk.stream(file, from = 500_000, length = 3))
      )
    serving(routes): server =>
      val uri = java.net.URI(server.url + "/all")
      val all = client.send(
        java.net.http.HttpRequest.newBuilder(uri).build(),
        java.net.http.HttpResponse.BodyHandlers.ofByteArray()
      )
      assert(java.util.Arrays.equals(all.body, bytes))
      assertEquals(ask(server, "/part").body.length, 3)
    await(Disk.save(dir.resolve("copy"), Disk.stream(file))): Unit
    assertEquals(Files.mismatch(file, dir.resolve("copy")), -1L)
    intercept[NoSuchFileException](await(Disk.save(dir.resolve("b"), Disk.stream(dir.resolve("none"))))): Unit

  folder.test("a file that ends before its announced length is a failure"): dir =>
    val file = Files.write(dir.resolve("a"), new Array[Byte](40_000))
    val copy = dir.resolve("b")
    await(Disk.save(copy, FilePublisher(file, 0, 40_000, isExact = true))): Unit
    assertEquals(Files.mismatch(file, copy), -1L)
    val short = FilePublisher(file, 1, 40_000, isExact = true)
    val failure = intercept[EOFException](await(Disk.save(copy, short)))
    assertEquals(clue(failure.getMessage), s"$file ends 1 bytes too early")

  test("outside of a handler it says where it belongs"):
    val wrong = intercept[IllegalStateException](Later(scala.concurrent.Future.successful(1))(_ => ()))
    assert(clue(wrong.getMessage.nn).contains("Later was called outside of the handler of a request"))

  test("a file is a publisher as Reactive Streams want it"):
    val outcome = FlowTck.run(classOf[FilePublisherTck])
    assertEquals(outcome.failures, Nil)
    assert(outcome.passed >= 20, s"$outcome")
end DiskSuite

/** A file of as many pieces as asked for. */
final class FilePublisherTck extends FlowVerification[ByteBuffer](noSignalsMillis = 50):
  override def maxElementsFromPublisher: Long = 100

  def createFlowPublisher(pieces: Long): Flow.Publisher[ByteBuffer] =
    val file = FilePublisherTck.file()
    Files.write(file, new Array[Byte]((pieces * 32 * 1024).toInt)): Unit
    Disk.stream(file)

  def createFailedFlowPublisher(): Flow.Publisher[ByteBuffer] = Disk.stream(Path.of("/there/is/none"))

object FilePublisherTck:
  private lazy val folder = TestFolder.make("eddy-tck")
  def file(): Path = Files.createTempFile(folder, "eddy", ".tck")
