package eddy.web

import eddy.testing.TestFolder
import eddy.web.http2.Trusting
import eddy.web.tls.Pem

import java.io.{ByteArrayInputStream, IOException}
import java.net.URI
import java.net.http.HttpClient.Version
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardCopyOption.{ATOMIC_MOVE, REPLACE_EXISTING}
import java.nio.file.StandardOpenOption.{APPEND, TRUNCATE_EXISTING, WRITE}
import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.{CompletableFuture, ConcurrentHashMap}
import java.util.zip.GZIPInputStream
import scala.util.Random

/** Files on disk that change while they are served. */
class ChangingFilesSuite extends WebSuite:
  private val folder = FunFixture[Path](_ => Files.createTempDirectory("eddy-files"), TestFolder.delete(_))
  private val Small = 200_000
  private val Large = 1_500_000
  private val Block = 1000

  /** Blocks that each name their version: bytes of two versions cannot look like one. */
  private def content(version: Int, length: Int): Array[Byte] =
    val block = f"$version%08d ".repeat(Block / 9).padTo(Block - 1, '.') + "\n"
    block.repeat(length / Block + 1).substring(0, length).getBytes

  private def versionOf(bytes: Array[Byte]): Int = String(bytes, 0, 8).toInt

  /** Ways in which a deployment or a program changes a file. */
  private enum Change derives CanEqual:
    case Rename, RenameWithOldTime, DeleteAndWrite, LinkToOther, Overwrite, OverwriteWithOldTime,
      TruncateAndWrite, Grow

  private val oldTime = FileTime.fromMillis(1_000_000_000_000L)

  private def change(how: Change, file: Path, bytes: Array[Byte]): Unit =
    def beside = Files.write(file.resolveSibling(s".new-${Random.nextLong()}"), bytes)
    how match
      case Change.Rename => Files.move(beside, file, ATOMIC_MOVE, REPLACE_EXISTING): Unit
      case Change.RenameWithOldTime =>
        val next = beside
        Files.setLastModifiedTime(next, oldTime)
        Files.move(next, file, ATOMIC_MOVE, REPLACE_EXISTING): Unit
      case Change.DeleteAndWrite =>
        Files.deleteIfExists(file)
        Files.move(beside, file): Unit
      case Change.LinkToOther =>
        val link =
          Files.createSymbolicLink(file.resolveSibling(s".link-${Random.nextLong()}"), beside.getFileName)
        Files.move(link, file, ATOMIC_MOVE, REPLACE_EXISTING): Unit
      case Change.Overwrite | Change.OverwriteWithOldTime =>
        val out = FileChannel.open(file, WRITE)
        // first: else the end of the old version would follow the new one
        out.truncate(bytes.length).write(ByteBuffer.wrap(bytes)): Unit
        out.close()
        if how == Change.OverwriteWithOldTime then Files.setLastModifiedTime(file, oldTime): Unit
      case Change.TruncateAndWrite => Files.write(file, bytes, WRITE, TRUNCATE_EXISTING): Unit
      case Change.Grow =>
        Files.write(file, content(versionOf(Files.readAllBytes(file)), Block), APPEND): Unit
    end match
  end change

  for size <- Seq(Small, Large); how <- Change.values.toSeq if how != Change.Grow do
    folder.test(s"$how of a file of $size bytes is noticed, by tag and by date"): dir =>
      val file = Files.write(dir.resolve("a.txt"), content(1, size))
      if how.toString.endsWith("OldTime") then Files.setLastModifiedTime(file, oldTime): Unit
      serving(Routes.filesOnDisk("/", dir)): server =>
        val one = ask(server, "/a.txt")
        assertEquals(versionOf(one.body.getBytes), 1)
        change(how, file, content(2, size))
        for header <-
            Seq("If-None-Match" -> one.head("etag"), "If-Modified-Since" -> one.head("last-modified"))
        do
          val two = ask(server, "/a.txt", headers = Seq(header))
          assertEquals((two.statusCode, versionOf(two.body.getBytes)), (200, 2), header)
          assertNotEquals(two.head("etag"), one.head("etag"))
        for header <- Seq("If-Range" -> one.head("etag"), "If-Range" -> one.head("last-modified")) do
          assertEquals(
            ask(server, "/a.txt", headers = Seq(header, "Range" -> "bytes=0-9")).statusCode,
            200,
            header
          )
  end for

  folder.test("a served folder that is a link is followed where it leads now"): dir =>
    for name <- Seq("one", "two") do
      Files.writeString(Files.createDirectory(dir.resolve(name)).resolve("a.txt"), name)
    val current = Files.createSymbolicLink(dir.resolve("current"), Path.of("one"))
    serving(Routes.filesOnDisk("/", current)): server =>
      assertEquals(ask(server, "/a.txt").body, "one")
      val next = Files.createSymbolicLink(dir.resolve("next"), Path.of("two"))
      Files.move(next, current, ATOMIC_MOVE, REPLACE_EXISTING)
      assertEquals(ask(server, "/a.txt").body, "two")
      Files.writeString(dir.resolve("secret.txt"), "secret")
      Files.delete(dir.resolve("two/a.txt"))
      Files.createSymbolicLink(dir.resolve("two/a.txt"), dir.resolve("secret.txt"))
      assertEquals(ask(server, "/a.txt").statusCode, 404)

  folder.test("a log that grows is sent as long as it was, under a weak tag"): dir =>
    val log = Files.write(dir.resolve("a.log"), content(1, 8_000_000))
    serving(Routes.filesOnDisk("/", dir)): server =>
      def open() = client.send(
        HttpRequest.newBuilder(URI(s"${server.url}/a.log")).build(),
        HttpResponse.BodyHandlers.ofInputStream()
      )
      open().body.readAllBytes(): Unit
      change(Change.Grow, log, content(1, 1000))
      val answer = open()
      val first = answer.body.readNBytes(1000)
      change(Change.Grow, log, content(1, 1000))
      assertEquals((first ++ answer.body.readAllBytes()).length, 8_001_000)
      assert(answer.headers.firstValue("etag").get.startsWith("W/"))
      // what a weak tag names is not enough to join pieces
      val part = ask(
        server,
        "/a.log",
        headers = Seq("Range" -> "bytes=0-9", "If-Range" -> answer.headers.firstValue("etag").get)
      )
      assertEquals(part.statusCode, 200)

  folder.test("a large file that is overwritten while it is sent is cut off, and logged in one line"): dir =>
    val file = Files.write(dir.resolve("a.bin"), content(1, 20_000_000))
    logged("eddy.web"): lines =>
      serving(Routes.filesOnDisk("/", dir)): server =>
        val raw = RawClient(server.port, receiveBuffer = 4096)
        raw.get("/a.bin")
        assertEquals(raw.head().status, 200)
        change(Change.Overwrite, file, content(2, 20_000_000))
        val rest = raw.in.readAllBytes()
        assert(clue(rest.length) < 20_000_000)
        assertEquals(rest.grouped(Block).filter(_.length == Block).map(versionOf).toSet, Set(1))
        raw.close()
        val line = awaitNext(lines)
        assert(line.contains("was changed while it was sent"), line)
    assert(reports.isEmpty)

  // ------------------------------------------------------------------------------- many clients, all
  // changes

  /** The header of an answer, and its bytes. */
  private def check(
      answer: HttpResponse[Array[Byte]],
      method: String,
      known: ConcurrentHashMap[String, Array[Byte]]
  ): Unit =
    def head(name: String) = answer.headers.firstValue(name).orElse("")
    val zipped = head("content-encoding") == "gzip"
    val length = head("content-length")
    answer.statusCode match
      case 200 | 206 if method == "GET" =>
        assertEquals(answer.body.length.toString, length)
        val plain =
          if zipped then GZIPInputStream(ByteArrayInputStream(answer.body)).readAllBytes() else answer.body
        val aligned = plain.grouped(Block).filter(_.length == Block).toSeq
        if answer.statusCode == 200 then
          assert(
            aligned.map(versionOf).toSet.size <= 1,
            s"bytes of several versions: ${aligned.map(versionOf).zipWithIndex.distinctBy(_(0))} ${answer.headers.map}"
          )
          val tag = head("etag")
          if !tag.startsWith("W/") then
            val before = known.putIfAbsent(tag, plain)
            assert(
              before == null || java.util.Arrays.equals(before, plain),
              s"two contents with the tag $tag"
            )
        else
          val whole = known.get(head("etag"))
          val span = head("content-range").stripPrefix("bytes ").split("[-/]").map(_.toInt)
          assertEquals(plain.length, span(1) - span(0) + 1)
          if whole != null then
            assertEquals(whole.length, span(2))
            assert(
              java.util.Arrays.equals(whole.slice(span(0), span(1) + 1), plain),
              "a part of another version"
            )
        end if
      case 200 | 206 | 304 | 404 | 416 => ()
      case 503 => assertEquals(head("retry-after"), "1")
      case other => fail(s"status $other")
    end match
  end check

  for
    (wire, version) <- Seq("HTTP/1.1" -> Version.HTTP_1_1, "HTTP/2" -> Version.HTTP_2)
    size <- Seq(Small, Large)
  do
    folder.test(
      s"$wire: each answer is one version of a file of $size bytes, however it is changed meanwhile"
    ): dir =>
      val random = Random(size)
      val file = Files.write(dir.resolve("a.txt"), content(0, size))
      val http = HttpClient.newBuilder().version(version).sslContext(Trusting.context).build()
      val known = ConcurrentHashMap[String, Array[Byte]]()
      val stops = AtomicBoolean()
      val whole = AtomicInteger()
      logged("eddy.web")(_ =>
        serving(Routes.filesOnDisk("/", dir), quiet.copy(tls = Some(Tls(Pem.shared)))): server =>
          def reader(seed: Int) = CompletableFuture.runAsync: () =>
            val mine = Random(seed)
            var last = ("\"none\"", "Thu, 01 Jan 1970 00:00:00 GMT")
            while !stops.get do
              val builder = HttpRequest.newBuilder(URI(s"${server.url}/a.txt"))
              val method = if mine.nextInt(8) == 0 then "HEAD" else "GET"
              mine.nextInt(5) match
                case 0 => builder.header(
                    "Range",
                    s"bytes=${mine.nextInt(size / Block / 2) * Block}-${size / 2 + mine.nextInt(size)}"
                  )
                case 1 => builder.header("Accept-Encoding", "gzip")
                case 2 => builder.header("If-None-Match", last(0))
                case 3 => builder.header("Range", "bytes=0-99999").header("If-Range", last(0))
                case _ => ()
              try
                val answer = http.send(
                  builder.method(method, HttpRequest.BodyPublishers.noBody()).build(),
                  HttpResponse.BodyHandlers.ofByteArray()
                )
                check(answer, method, known)
                if answer.statusCode == 200 then
                  whole.incrementAndGet()
                  last =
                    (answer.headers.firstValue("etag").get, answer.headers.firstValue("last-modified").get)
              // cut off: better than bytes of two versions
              catch case _: IOException => ()
            end while
          val readers = (1 to 4).map(reader)
          for n <- 1 to 30 do
            // half of the time in steps that readers can follow
            if n % 2 == 0 then
              val before = whole.get
              eddy.testing.Eventually.until("an answer between changes")(
                whole.get > before || readers.exists(_.isDone)
              )
            change(
              Change.values(random.nextInt(Change.values.length)),
              file,
              content(n, size - n * Block % (size / 2))
            )
          stops.set(true)
          readers.foreach(await(_): Unit)
          // the last word is the present content
          val end = http.send(
            HttpRequest.newBuilder(URI(s"${server.url}/a.txt")).build(),
            HttpResponse.BodyHandlers.ofByteArray()
          )
          assert(java.util.Arrays.equals(end.body, Files.readAllBytes(file)))
      )
      http.close()
  end for
end ChangingFilesSuite
