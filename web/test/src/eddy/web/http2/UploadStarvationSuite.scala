package eddy.web.http2

import eddy.testing.Waits
import eddy.web.tls.Pem
import eddy.web.{Body, Request, Response, Routes, Timeouts, Tls, WebSuite}

import java.net.URI
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.util.concurrent.{CompletableFuture, CountDownLatch, TimeUnit}
import scala.concurrent.duration.DurationInt

/** Requests of one HTTP/2 connection with unread bodies hold up no other one. */
class UploadStarvationSuite extends WebSuite:
  private val uploads = 24

  /** Uploads that are read when `go` says so. */
  private final class Held:
    val go: CountDownLatch = CountDownLatch(1)
    // not `assert`, which holds the suite's monitor meanwhile
    def await(): Unit =
      if !go.await(Waits.LimitSeconds, TimeUnit.SECONDS) then
        throw AssertionError("the uploads were never let go")

  private final case class Row(name: String)(val read: (Held, Request, Response) => Unit)

  private val rows = Seq(
    Row("reads late"): (held, req, res) =>
      held.await()
      res.complete(req.body.discard())(bytes => res.text(bytes.toString))
    ,
    Row("reads late from an input stream"): (held, req, res) =>
      held.await()
      res.text(req.body.inputStream().readAllBytes().length.toString)
    ,
    Row("reads a little, and the rest late"): (held, req, res) =>
      val in = req.body.inputStream()
      val first = in.readNBytes(1000).length
      held.await()
      res.text((first + in.readAllBytes().length).toString)
    ,
    Row("reads in an exclusive section"): (held, req, res) =>
      UploadStarvationSuite.alone.synchronized:
        held.await()
        res.text(req.body.inputStream().readAllBytes().length.toString)
  )

  private def routes(row: Row, held: Held) = Routes
    .put("/held", Body.Streamed(maxBytes = 10L << 20))((req, res) => row.read(held, req, res))
    .put("/streamed", Body.Streamed())((req, res) =>
      res.complete(req.body.discard())(n => res.text(n.toString))
    )
    .put("/whole")((req, res) => res.text(req.bodyBytes.length.toString))

  private val open =
    quiet.copy(locks = eddy.state.LockPolicy.Unprotected, timeouts = Timeouts(body = 5.seconds))

  for row <- rows do
    test(s"over TLS, beside $uploads uploads whose handler ${row.name}, others are taken at once"):
      val held = Held()
      serving(routes(row, held), open.copy(tls = Some(Tls(Pem.shared)))): server =>
        val client =
          HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).sslContext(Trusting.context).build()
        def put(path: String, bytes: Int): CompletableFuture[HttpResponse[String]] =
          val body = BodyPublishers.ofByteArray(new Array[Byte](bytes))
          client.sendAsync(
            HttpRequest.newBuilder(URI(server.url + path)).PUT(body).build(),
            HttpResponse.BodyHandlers.ofString()
          )
        // on one connection, which is open before the others come
        assertEquals(await(put("/whole", 1)).statusCode, 200)
        val slow = Seq.fill(uploads)(put("/held", 1 << 20))
        for path <- Seq("/streamed", "/whole", "/streamed") do
          assertEquals(await(put(path, 300_000)).body, "300000")
        assert(slow.forall(!_.isDone), "an upload that is held was answered")
        held.go.countDown()
        slow.foreach(answer =>
          assertEquals((await(answer).statusCode, await(answer).body), (200, s"${1 << 20}"))
        )

    test(s"in clear, beside $uploads uploads whose handler ${row.name}, others are taken at once"):
      val held = Held()
      serving(routes(row, held), open): server =>
        val raw = RawHttp2(server.port)
        try
          val sender = WindowedSender(raw)
          val slow = Seq.fill(uploads):
            val stream = raw.request("/held", "PUT", end = false)
            // all that the stream's own window lets through
            sender.send(stream, 65_535)
            stream
          for path <- Seq("/streamed", "/whole") do
            val stream = raw.request(path, "PUT", end = false)
            sender.send(stream, 60_000)
            raw.data(stream, Array.empty)
            assertEquals(raw.answer(stream).text, "60000")
          held.go.countDown()
          slow.foreach(raw.cancel)
        finally raw.close()
  end for
end UploadStarvationSuite

object UploadStarvationSuite:
  private val alone = Object()

/** Sends bodies as the connection's window allows. */
private final class WindowedSender(raw: RawHttp2):
  private var window = 65_535

  def send(stream: Int, bytes: Int): Unit =
    var left = bytes
    while left > 0 do
      while window == 0 do window += increment(raw.await(f => f.kind == Frame.WindowUpdate && f.stream == 0))
      val n = math.min(16_384, math.min(left, window))
      raw.data(stream, new Array[Byte](n), end = false)
      window -= n
      left -= n

  private def increment(frame: Frame) = java.nio.ByteBuffer.wrap(frame.payload).getInt
end WindowedSender
