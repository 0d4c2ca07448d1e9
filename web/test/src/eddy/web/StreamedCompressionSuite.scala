package eddy.web

import java.io.{ByteArrayInputStream, InputStream}
import java.net.URI
import java.net.http.{HttpRequest, HttpResponse}
import java.util.concurrent.{CompletableFuture, LinkedBlockingQueue}
import java.util.zip.GZIPInputStream
import scala.concurrent.duration.DurationInt
import scala.util.Random

/** Responses that are compressed while they are made. */
class StreamedCompressionSuite extends WebSuite:
  private val lines = (0 until 200_000).mkString("", "\n", "\n")

  /** `content` in pieces of that size, as the client takes them. */
  private def pump(out: BodyStream, content: Array[Byte], size: Int): Unit =
    var at = 0
    def go(): Unit =
      var room = true
      while room && at < content.length do
        val piece = content.slice(at, at + size)
        room = out.write(piece) == SendResult.Sent
        if room then at += piece.length
      if at == content.length then out.end()
    out.onDrain(() => go())
    go()

  private val routes = Routes
    .get("/small")((_, res) => pump(res.stream("text/plain"), lines.take(100_000).getBytes, 7))
    .get("/large")((_, res) => pump(res.stream("text/plain"), lines.getBytes, 100_000))
    .get("/empty")((_, res) => res.stream("text/plain").end())
    .get("/image")((_, res) => pump(res.stream("image/png"), "x".getBytes * 9, 5))
    .get("/secret")((_, res) => pump(res.uncompressed().stream("text/plain"), "x".getBytes * 9, 5))
    .get("/done")((_, res) =>
      pump(res.header("Content-Encoding", "br").stream("text/plain"), "x".getBytes * 9, 5)
    )
    .get("/part")((_, res) => pump(res.status(206).stream("text/plain"), "x".getBytes * 9, 5))
    .get("/tagged")((_, res) => res.header("ETag", "\"1\"").stream("text/plain").end())

  extension (bytes: Array[Byte]) private def *(n: Int): Array[Byte] = Array.fill(n)(bytes).flatten

  private def got(server: RunningServer, path: String, method: String = "GET"): HttpResponse[InputStream] =
    val request = HttpRequest.newBuilder(URI(server.url + path)).header("Accept-Encoding", "gzip, br")
      .method(method, HttpRequest.BodyPublishers.noBody()).build()
    client.send(request, HttpResponse.BodyHandlers.ofInputStream())

  private def coding(answer: HttpResponse[?]) = answer.headers.firstValue("content-encoding").orElse("-")

  test("a stream of pieces of any size arrives complete, compressed"):
    serving(routes): server =>
      for (path, content) <- Seq("/small" -> lines.take(100_000), "/large" -> lines, "/empty" -> "") do
        val answer = got(server, path)
        assertEquals(
          (coding(answer), answer.headers.firstValue("vary").get),
          ("gzip", "Accept-Encoding"),
          path
        )
        assert(String(GZIPInputStream(answer.body).readAllBytes) == content, path)
      assert(got(server, "/large").body.readAllBytes.length < lines.length * 3 / 4)

  test("a stream that is not text, compressed already, a range, or with compression off is unchanged"):
    serving(routes): server =>
      for (path, kept) <- Seq("/image" -> "-", "/secret" -> "-", "/part" -> "-", "/done" -> "br") do
        val answer = got(server, path)
        assertEquals((coding(answer), String(answer.body.readAllBytes)), (kept, "x" * 9), path)
      val plain = ask(server, "/large")
      assertEquals((coding(plain), plain.head("vary")), ("-", "Accept-Encoding"))
      assert(plain.body == lines)
    for config <- Seq(quiet.copy(compression = false), quiet.copy(codings = Nil)) do
      serving(routes, config)(server => assertEquals(coding(got(server, "/empty")), "-"))

  test("HEAD gets the same headers and no body; a strong entity tag becomes a weak one"):
    serving(routes): server =>
      for method <- Seq("HEAD", "GET") do
        val answer = got(server, "/tagged", method)
        assertEquals((coding(answer), answer.headers.firstValue("etag").get), ("gzip", "W/\"1\""))
      assertEquals(got(server, "/large", "HEAD").body.readAllBytes.length, 0)

  test("an event can be read before the next one is sent, and comments too"):
    val next = LinkedBlockingQueue[EventStream]()
    val routes = Routes.get("/")((_, res) => next.put(res.events()))
    serving(routes, quiet.copy(eventKeepAlive = 50.millis)): server =>
      val answer = got(server, "/")
      assertEquals(coding(answer), "gzip")
      val events = next.take()
      events.send("0"): Unit
      val body = GZIPInputStream(answer.body)
      var read = ""
      def until(end: String): Unit =
        while !read.endsWith(end) do
          val b = body.read()
          assert(b >= 0, s"the stream ended after: $read")
          read += b.toChar
      until("data: 0\n\n")
      for n <- 1 to 100 do
        events.send(s"$n"): Unit
        until(s"data: $n\n\n")
      until(": keep-alive\n\n: keep-alive\n\n")
      events.end()
      assertEquals(String(body.readAllBytes).replace(": keep-alive\n\n", ""), "")

  test("any thread may send, each event stays whole and in its sender's order"):
    val routes = Routes.get("/"): (_, res) =>
      val events = res.events()
      val senders = (1 to 4).map: n =>
        CompletableFuture.runAsync(() =>
          for i <- 1 to 200 do if events.send(s"$n-$i") != SendResult.Sent then sys.error("no room")
        )
      CompletableFuture.allOf(senders*).thenRun(() => events.end()): Unit
    serving(routes): server =>
      val events = String(GZIPInputStream(got(server, "/").body).readAllBytes).split("\n\n").toSeq
      assertEquals(events.size, 800)
      for n <- 1 to 4 do
        assertEquals(events.filter(_.startsWith(s"data: $n-")), (1 to 200).map(i => s"data: $n-$i"))

  test(
    "a client that does not read holds the writer back, with no more than the buffer; when it reads, it gets all"
  ):
    val noise = Random(7).nextBytes(24 << 20)
    val full = CompletableFuture[Long]()
    val routes = Routes.get("/"): (_, res) =>
      val out = res.stream("text/plain")
      var at = 0
      def go(): Unit =
        var room = true
        while room && at < noise.length do
          room = out.write(noise.slice(at, at + 16 * 1024)) == SendResult.Sent
          if room then at += 16 * 1024 else full.complete(out.bufferedBytes): Unit
        if at == noise.length then out.end()
      out.onDrain(() => go())
      go()
    serving(routes): server =>
      val raw = RawClient(server.port, receiveBuffer = 8 * 1024)
      try
        raw.send("GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n")
        assert(await(full) <= 256 * 1024)
        assertEquals(raw.head().status, 200)
        val zipped = raw.chunks().getBytes("ISO-8859-1")
        assert(GZIPInputStream(ByteArrayInputStream(zipped)).readAllBytes.sameElements(noise))
      finally raw.close()

  test("fields behind the body come behind the compressed one, and the connection stays usable"):
    val routes = Routes.get("/"): (_, res) =>
      val out = res.stream("text/plain")
      out.write("something"): Unit
      out.end(Seq("X-Sum" -> "9"))
    serving(routes): server =>
      connected(server): raw =>
        for _ <- 1 to 2 do
          raw.send("GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n")
          assertEquals(raw.head().header("Content-Encoding"), Some("gzip"))
          val zipped = ByteArrayInputStream(raw.chunks().getBytes("ISO-8859-1"))
          assertEquals(String(GZIPInputStream(zipped).readAllBytes), "something")
          assertEquals(raw.trailers, Seq("X-Sum: 9"))

  test("an exception while a stream is open breaks it off instead of ending it"):
    val routes = Routes.get("/"): (_, res) =>
      res.stream("text/plain").write("half"): Unit
      throw IllegalStateException("broken")
    serving(routes): server =>
      val body = GZIPInputStream(got(server, "/").body)
      assertEquals(String(body.readNBytes(4)), "half")
      intercept[java.io.IOException](body.readAllBytes): Unit
      assertEquals(nextReport()._1.getMessage, "broken")

  test("the server's stop ends a compressed stream of events whole"):
    val opened = CompletableFuture[Unit]()
    val routes = Routes.get("/"): (_, res) =>
      res.events().send("x"): Unit
      opened.complete(()): Unit
    val server = Server(quiet).start(routes)
    val answer = got(server, "/")
    await(opened)
    val stopping = CompletableFuture.runAsync(() => server.stop(2.minutes))
    assertEquals(String(GZIPInputStream(answer.body).readAllBytes), "data: x\n\n")
    await(stopping)
end StreamedCompressionSuite
