package eddy.web

import java.net.http.{HttpRequest, HttpResponse}
import java.net.{URI, URLClassLoader}
import java.nio.file.{Files, Path}
import java.util.jar.{JarEntry, JarOutputStream}

class StaticFilesSuite extends WebSuite:
  private val routes =
    Routes.files("/", "site") ++ Routes.files("/assets", "/site/", FileOptions("public, max-age=60"))

  test("files come with type, tag, date and the safe headers"):
    serving(routes): server =>
      val page = ask(server, "/")
      assertEquals(page.statusCode, 200)
      assert(page.body.startsWith("<!doctype html><title>site</title>"))
      assertEquals(page.head("content-type"), "text/html; charset=utf-8")
      assertEquals(page.head("cache-control"), "no-cache")
      assertEquals(page.head("x-content-type-options"), "nosniff")
      assertEquals(page.head("x-frame-options"), "SAMEORIGIN")
      assert(page.head("etag").matches("\"[0-9a-f]{32}\""), page.head("etag"))
      assert(page.head("last-modified").endsWith("GMT"))
      val script = ask(server, "/assets/app.js")
      assertEquals(script.head("content-type"), "text/javascript; charset=utf-8")
      assertEquals(script.head("cache-control"), "public, max-age=60")

  test("a folder is its index.html, or nothing; without the slash it redirects"):
    serving(routes): server =>
      assert(ask(server, "/docs/").body.contains("docs"))
      val docs = ask(server, "/docs?a=b")
      assertEquals((docs.statusCode, docs.head("location")), (308, "docs/?a=b"))
      assertEquals(ask(server, "/assets").head("location"), "/assets/")
      assertEquals(ask(server, "/nope.html").statusCode, 404)
      assertEquals(ask(server, "/ten.txt", "POST", "x").statusCode, 405)

  test("no path leads out of the folder"):
    serving(routes): server =>
      assertEquals(ask(server, "/ten.txt").body, "0123456789")
      for path <- Seq(
          "/../secret.txt",
          "/%2e%2e/secret.txt",
          "/..%2fsecret.txt",
          "/docs/..%2f..%2fsecret.txt",
          "/%2e%2e%2fsecret.txt",
          "/..%5csecret.txt",
          "/docs/%2e%2e/%2e%2e/secret.txt",
          "//secret.txt",
          "/%2fetc/passwd",
          "/file:%2f%2f%2fetc/passwd",
          "/ten.txt%00.html"
        )
      do
        connected(server): raw =>
          raw.get(path)
          val status = raw.answer().status
          assert(status == 404 || status == 400, s"$path: $status")

  test("the whole class path is never served"):
    for folder <- Seq("", "/") do
      val message = intercept[IllegalArgumentException](Routes.files("/", folder)).getMessage
      assert(message.contains("name one of the class path"), message)

  test("an unchanged file is not sent again: by tag first, by date otherwise"):
    serving(routes): server =>
      val page = ask(server, "/ten.txt")
      def status(headers: (String, String)*) = ask(server, "/ten.txt", headers = headers).statusCode
      val tag = page.head("etag")
      val date = page.head("last-modified")
      assertEquals(status("If-None-Match" -> tag), 304)
      assertEquals(status("If-None-Match" -> s"\"other\", W/$tag"), 304)
      assertEquals(status("If-None-Match" -> "*"), 304)
      assertEquals(status("If-None-Match" -> "\"other\"", "If-Modified-Since" -> date), 200)
      assertEquals(status("If-Modified-Since" -> date), 304)
      assertEquals(status("If-Modified-Since" -> "Thu, 01 Jan 1970 00:00:00 GMT"), 200)
      assertEquals(status("If-Modified-Since" -> "garbage"), 200)
      connected(server): raw =>
        raw.get("/ten.txt", s"If-None-Match: $tag\r\n")
        val unchanged = raw.answer()
        assertEquals(
          (unchanged.status, unchanged.header("ETag"), unchanged.header("Content-Length")),
          (304, Some(tag), None)
        )

  test("a file that is not the one meant is refused: by tag first, by date otherwise, and before all else"):
    serving(routes): server =>
      val page = ask(server, "/assets/app.js")
      val (tag, date) = (page.head("etag"), page.head("last-modified"))
      def answer(headers: (String, String)*) = ask(server, "/assets/app.js", headers = headers)
      def status(headers: (String, String)*) = answer(headers*).statusCode
      val past = "Thu, 01 Jan 1970 00:00:00 GMT"
      assertEquals(status("If-Match" -> tag), 200)
      assertEquals(status("If-Match" -> s"\"other\" , $tag"), 200)
      assertEquals(status("If-Match" -> "\"other\"", "If-Match" -> tag), 200)
      assertEquals(status("If-Match" -> "*"), 200)
      assertEquals(status("If-Match" -> "\"other\""), 412)
      assertEquals(status("If-Match" -> s"W/$tag"), 412)
      assertEquals(status("If-Match" -> tag, "If-Unmodified-Since" -> past), 200)
      assertEquals(status("If-Unmodified-Since" -> date), 200)
      assertEquals(status("If-Unmodified-Since" -> past), 412)
      assertEquals(status("If-Unmodified-Since" -> "garbage"), 200)
      // a condition that holds leads to the next
      assertEquals(status("If-Match" -> tag, "If-None-Match" -> tag), 304)
      assertEquals(status("If-Match" -> "\"other\"", "If-None-Match" -> tag, "Range" -> "bytes=0-1"), 412)
      assertEquals(status("If-Match" -> tag, "Range" -> "bytes=0-1"), 206)
      // caches keep the file, not the refusal
      val refused = answer("If-Match" -> "\"other\"")
      assertEquals((refused.head("cache-control"), refused.head("etag")), ("no-store", tag))
      assert(refused.body.contains("412"), refused.body)

  test("one range is cut out; several or malformed ones get the complete file; one outside gets 416"):
    serving(routes): server =>
      def range(value: String) =
        val answer = ask(server, "/ten.txt", headers = Seq("Range" -> value))
        (
          answer.statusCode,
          answer.head("content-range"),
          if answer.statusCode == 416 then "" else answer.body
        )
      assertEquals(range("bytes=2-4"), (206, "bytes 2-4/10", "234"))
      assertEquals(range("bytes=7-"), (206, "bytes 7-9/10", "789"))
      assertEquals(range("bytes=-3"), (206, "bytes 7-9/10", "789"))
      assertEquals(range("bytes=-30"), (206, "bytes 0-9/10", "0123456789"))
      assertEquals(range("bytes=5-999999999999"), (206, "bytes 5-9/10", "56789"))
      assertEquals(range("bytes=10-"), (416, "bytes */10", ""))
      assertEquals(range("bytes=-0"), (416, "bytes */10", ""))
      assertEquals(ask(server, "/ten.txt", "HEAD", headers = Seq("Range" -> "bytes=2-4")).statusCode, 200)
      for whole <- Seq(
          "bytes=0-1,3-4",
          "bytes=4-2",
          "bytes=-",
          "bytes=a-b",
          "lines=1-2",
          "bytes=99999999999999999999-"
        )
      do
        assertEquals(range(whole), (200, "", "0123456789"), whole)

  test("a range applies only to the bytes that If-Range names"):
    serving(routes): server =>
      val page = ask(server, "/ten.txt")
      def status(ifRange: String) =
        ask(server, "/ten.txt", headers = Seq("Range" -> "bytes=0-1", "If-Range" -> ifRange)).statusCode
      assertEquals(status(page.head("etag")), 206)
      assertEquals(status(page.head("last-modified")), 206)
      assertEquals(status("\"other\""), 200)
      assertEquals(status(s"W/${page.head("etag")}"), 200)

  test("compressible files are sent compressed under a tag of their own, ranges are not"):
    serving(routes): server =>
      connected(server): raw =>
        def get(more: String) =
          raw.get("/app.js", more)
          raw.answer()
        val plain = get("")
        val zipped = get("Accept-Encoding: gzip\r\n")
        assertEquals(zipped.header("Content-Encoding"), Some("gzip"))
        assertEquals(
          (plain.header("Vary"), zipped.header("Vary")),
          (Some("Accept-Encoding"), Some("Accept-Encoding"))
        )
        assert(zipped.body.length < plain.body.length)
        assertNotEquals(zipped.header("ETag"), plain.header("ETag"))
        val tag = zipped.header("ETag").get
        assertEquals(get(s"Accept-Encoding: gzip\r\nIf-None-Match: $tag\r\n").status, 304)
        val part = get("Accept-Encoding: gzip\r\nRange: bytes=0-5\r\n")
        assertEquals((part.status, part.body, part.header("Content-Encoding")), (206, "export", None))

  test("files in a jar are served, its folders are not"):
    val jar = Files.createTempFile("site", ".jar")
    val out = JarOutputStream(Files.newOutputStream(jar))
    Seq("packed/", "packed/sub/").foreach(name => out.putNextEntry(JarEntry(name)))
    out.putNextEntry(JarEntry("packed/sub/a.txt"))
    out.write("in a jar".getBytes)
    out.close()
    withLoader(jar): packed =>
      serving(packed): server =>
        assertEquals(ask(server, "/sub/a.txt").body, "in a jar")
        assertEquals(ask(server, "/sub").statusCode, 404)
        assertEquals(ask(server, "/sub/").statusCode, 404)
    Files.delete(jar)

  test("a file on disk that changes is served with its new content and another tag"):
    val folder = Files.createTempDirectory("site")
    val file = Files.createDirectories(folder.resolve("packed")).resolve("a.txt")
    Files.writeString(file, "one"): Unit
    withLoader(folder): packed =>
      serving(packed): server =>
        val one = ask(server, "/a.txt")
        Files.writeString(file, "two"): Unit
        Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.fromMillis(1_000_000)): Unit
        val two = ask(server, "/a.txt")
        assertEquals((one.body, two.body), ("one", "two"))
        assertNotEquals(one.head("etag"), two.head("etag"))

  test(
    "a folder on disk is served alike: large files piece by piece, hidden ones and links that lead out not at all"
  ):
    val outside = Files.createTempDirectory("outside")
    Files.writeString(outside.resolve("secret.txt"), "secret")
    val folder = Files.createDirectories(outside.resolve("site/.well-known")).getParent
    val large = Array.tabulate[Byte](3_000_000)(_.toByte)
    Files.write(folder.resolve("large.bin"), large)
    Files.writeString(folder.resolve("index.html"), "<p>hi")
    Files.writeString(folder.resolve(".env"), "secret")
    Files.writeString(folder.resolve(".well-known/a.txt"), "known")
    Files.createSymbolicLink(folder.resolve("link.txt"), outside.resolve("secret.txt"))
    serving(Routes.filesOnDisk("/", folder)): server =>
      def get(path: String, headers: (String, String)*) =
        val builder = HttpRequest.newBuilder(URI(server.url + path))
        headers.foreach((name, value) => builder.header(name, value))
        client.send(builder.build(), HttpResponse.BodyHandlers.ofByteArray())
      assertEquals(ask(server, "/").body, "<p>hi")
      assertEquals(ask(server, "/.well-known/a.txt").body, "known")
      for path <- Seq("/.env", "/link.txt", "/..%2fsecret.txt", "/../secret.txt", "/.well-known", "/none") do
        assert(clue(ask(server, path).statusCode) >= 308, path)
      val whole = get("/large.bin")
      assert(java.util.Arrays.equals(whole.body, large))
      assertEquals(whole.headers.firstValue("content-length").get, "3000000")
      assert(whole.headers.firstValue("transfer-encoding").isEmpty)
      val tag = whole.headers.firstValue("etag").get
      val part = get("/large.bin", "Range" -> "bytes=1000000-2999998", "If-Range" -> tag)
      assertEquals(part.statusCode, 206)
      assertEquals(part.headers.firstValue("content-range").get, "bytes 1000000-2999998/3000000")
      assertEquals(part.headers.firstValue("content-length").get, "1999999")
      assert(java.util.Arrays.equals(part.body, large.slice(1_000_000, 2_999_999)))
      assertEquals(get("/large.bin", "If-None-Match" -> tag).statusCode, 304)
      val head = ask(server, "/large.bin", "HEAD")
      assertEquals((head.body, head.headers.firstValue("content-length").get), ("", "3000000"))
      Files.write(folder.resolve("large.bin"), large.take(2_000_000))
      assertNotEquals(get("/large.bin").headers.firstValue("etag").get, tag)
    val message =
      intercept[IllegalArgumentException](Routes.filesOnDisk("/", outside.resolve("none"))).getMessage
    assert(message.contains("there is no such folder"), message)

  private def withLoader(place: Path)(body: Routes => Unit): Unit =
    val loader = URLClassLoader(Array(place.toUri.toURL), null)
    val before = Thread.currentThread.getContextClassLoader
    Thread.currentThread.setContextClassLoader(loader)
    val routes =
      try Routes.files("/", "packed")
      finally Thread.currentThread.setContextClassLoader(before)
    body(routes)
    loader.close()
end StaticFilesSuite
