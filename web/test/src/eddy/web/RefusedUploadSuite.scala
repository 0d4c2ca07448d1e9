package eddy.web

import eddy.web.http2.{Frame as Http2Frame, RawHttp2, Trusting}
import eddy.web.tls.Pem

import java.net.URI
import java.net.http.HttpClient.Version
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import scala.concurrent.duration.DurationInt

/** A client that is refused while it still sends sees the answer (RFC 9112, section 9.6; RFC 9113, section
  * 5.1).
  */
class RefusedUploadSuite extends WebSuite:
  private val routes = Routes
    .post("/small", Body.Whole(1000))((req, res) => res.text(req.bodyText))
    .post("/no", Body.Streamed(maxBytes = Long.MaxValue))((_, res) => res.status(403).text("no"))
    .get("/get")((_, res) => res.text("got"))

  private val refusals = Seq("/none" -> 404, "/get" -> 405, "/small" -> 413, "/no" -> 403)

  for (path, status) <- refusals do
    test(s"the answer does not wait for the body, over HTTP/1.1: $status"):
      serving(routes): server =>
        connected(server): raw =>
          raw.send(s"POST $path HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nbegun")
          assertEquals(raw.answer().status, status)

    test(s"the answer does not wait for the body, over HTTP/2: $status"):
      serving(routes): server =>
        val raw = RawHttp2(server.port)
        try
          val stream = raw.request(path, "POST", Seq("content-length" -> "100000"), end = false)
          raw.data(stream, new Array[Byte](10), end = false)
          assertEquals(raw.answer(stream).status, status)
          // frames that were under way are allowed, and the connection stays open
          (1 to 3).foreach(_ => raw.data(stream, new Array[Byte](10_000), end = false))
          assertEquals(raw.answer(raw.request("/get")).text, "got")
        finally raw.close()

    test(s"a client that keeps sending for longer than the silence allowed sees the answer: $status"):
      serving(routes, quiet.copy(timeouts = Timeouts(linger = 1.second))): server =>
        connected(server): raw =>
          raw.send(s"POST $path HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n")
          // the server looks four times in each such silence
          val sweeps = Sweeps(server)
          (1 to 8).foreach: _ =>
            raw.send(new Array[Byte](250_000))
            sweeps.await()
          assertEquals(raw.answer().status, status)

    for (name, version, tls) <- Seq(
        ("HTTP/1.1", Version.HTTP_1_1, false),
        ("HTTP/1.1 over TLS", Version.HTTP_1_1, true),
        ("HTTP/2 over TLS", Version.HTTP_2, true)
      )
    do
      test(s"Java's client sees the answer to 8 MiB: $status, $name"):
        val secure = if tls then Some(Tls(Pem.shared)) else None
        serving(routes, quiet.copy(tls = secure)): server =>
          val java = HttpClient.newBuilder().version(version).sslContext(Trusting.context).build()
          val body = BodyPublishers.ofByteArray(new Array[Byte](8 << 20))
          val request = HttpRequest.newBuilder(URI(server.url + path)).POST(body).build()
          assertEquals(java.send(request, HttpResponse.BodyHandlers.ofString()).statusCode, status)
  end for

  test("frames that are under way to a stream that was answered early are dropped without a word"):
    serving(routes): server =>
      val raw = RawHttp2(server.port)
      try
        val stream = raw.request("/no", "POST", end = false)
        assertEquals(raw.answer(stream).status, 403)
        // no more than the stream's window lets through
        (1 to 4).foreach(_ => raw.data(stream, new Array[Byte](16_000), end = false))
        raw.cancel(stream)
        raw.frame(Http2Frame.Ping, 0, 0, new Array[Byte](8))
        var resets = 0
        val last = raw.await: frame =>
          if frame.kind == Http2Frame.Reset then resets += 1
          frame.kind == Http2Frame.Ping || frame.kind == Http2Frame.GoAway
        assertEquals((last.kind, resets), (Http2Frame.Ping, 0))
      finally raw.close()
end RefusedUploadSuite
