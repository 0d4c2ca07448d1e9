package eddy.web

import eddy.web.internal.Negotiation

import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.net.URI
import java.net.http.{HttpRequest, HttpResponse}
import java.util.zip.{GZIPInputStream, GZIPOutputStream}

/** Bodies that are compressed, both ways. */
class CompressionSuite extends WebSuite:
  private def coding(named: String): ContentCoding = new ContentCoding:
    val name = named
    def encode(content: Array[Byte]): Array[Byte] = content

  private val offered = Seq(coding("br"), ContentCoding.Gzip)

  private val negotiated: Seq[(String | Null, String)] = Seq(
    (null, "-"),
    ("", "-"),
    ("gzip", "gzip"),
    ("x-gzip", "gzip"),
    ("gzip, br", "br"),
    ("GZip;Q=1.0, bR;q=0.9", "gzip"),
    ("br;q=0.001, gzip;q=0.002", "gzip"),
    ("br;q=0, *;q=0.1", "gzip"),
    ("*", "br"),
    ("*;q=0", "-"),
    ("deflate, zstd", "-"),
    ("identity;q=1, gzip;q=0.5", "-"),
    ("identity;q=0.5, gzip;q=0.5", "gzip"),
    ("gzip;q=2", "-"),
    ("gzip;q=x", "-"),
    ("gzip;level=9;q=0", "-"),
    (";;,,;q=1", "-")
  )

  private val text = "as large as it is dull " * 200
  private val routes = Routes
    .get("/text")((_, res) => res.text(text))
    .get("/secret")((_, res) => res.uncompressed().text(text))
    .get("/image")((_, res) => res.bytes("image/png", text.getBytes))
    .get("/done")((_, res) => res.header("Content-Encoding", "br").bytes("text/plain", text.getBytes))
    .post("/plain")((req, res) => res.text(req.bodyText))
    .post("/streamed", Body.Streamed())((req, res) => res.stream("text/plain", req.body))
    .post("/gunzip", Body.Whole(maxBytes = 10_000, gunzip = true))((req, res) => res.text(req.bodyText))

  test("the coding that a client likes best is chosen, of equal ones the server's first"):
    for (accepted, name) <- negotiated do
      val chosen = Negotiation.choose(accepted, offered)
      assertEquals(if chosen == null then "-" else chosen.name, name, s"Accept-Encoding: $accepted")

  private def gzip(bytes: Array[Byte]): Array[Byte] =
    val out = ByteArrayOutputStream()
    val zip = GZIPOutputStream(out)
    zip.write(bytes)
    zip.close()
    out.toByteArray

  private def got(server: RunningServer, path: String): HttpResponse[Array[Byte]] =
    val request = HttpRequest.newBuilder(URI(server.url + path)).header("Accept-Encoding", "gzip").build()
    client.send(request, HttpResponse.BodyHandlers.ofByteArray())

  private def sent(server: RunningServer, path: String, body: Array[Byte], coding: String): Answer =
    val request = HttpRequest.newBuilder(URI(server.url + path)).header("Content-Encoding", coding)
      .POST(HttpRequest.BodyPublishers.ofByteArray(body)).build()
    client.send(request, HttpResponse.BodyHandlers.ofString())

  test("text is compressed; compressed files, and routes that switch it off, are left as they are"):
    serving(routes): server =>
      val zipped = got(server, "/text")
      assertEquals(zipped.headers.firstValue("content-encoding").get, "gzip")
      assertEquals(zipped.headers.firstValue("vary").get, "Accept-Encoding")
      assertEquals(String(GZIPInputStream(ByteArrayInputStream(zipped.body)).readAllBytes), text)
      for path <- Seq("/secret", "/image") do
        val plain = got(server, path)
        assert(plain.headers.firstValue("content-encoding").isEmpty, path)
        assertEquals(plain.body.length, text.length)
      assertEquals(got(server, "/done").headers.allValues("content-encoding").toString, "[br]")

  test("a compressed body is expanded where a route asks for it, and refused with 415 elsewhere"):
    serving(routes): server =>
      assertEquals(sent(server, "/gunzip", gzip("Grüße".getBytes("UTF-8")), "gzip").body, "Grüße")
      assertEquals(sent(server, "/gunzip", gzip("x".getBytes), "X-GZIP").body, "x")
      assertEquals(sent(server, "/gunzip", "plain".getBytes, "identity").body, "plain")
      for path <- Seq("/plain", "/streamed") do
        val refused = sent(server, path, gzip("x".getBytes), "gzip")
        assertEquals((refused.statusCode, refused.head("accept-encoding")), (415, "identity"))
      val other = sent(server, "/gunzip", "x".getBytes, "br")
      assertEquals((other.statusCode, other.head("accept-encoding")), (415, "gzip"))
      assertEquals(sent(server, "/gunzip", gzip("x".getBytes), "gzip, gzip").statusCode, 415)

  test("a zip bomb is 413, and no more than the limit of it is ever held"):
    val bomb = gzip(new Array[Byte](9_000_000))
    assert(bomb.length < 10_000, s"${bomb.length}")
    serving(routes): server =>
      assertEquals(sent(server, "/gunzip", bomb, "gzip").statusCode, 413)
      assertEquals(sent(server, "/gunzip", gzip(new Array[Byte](10_001)), "gzip").statusCode, 413)
      assertEquals(sent(server, "/gunzip", gzip(new Array[Byte](10_000)), "gzip").statusCode, 200)
      assert(reports.isEmpty)

  test("a body that is not gzip, or is cut off, is answered with 400"):
    serving(routes): server =>
      assertEquals(sent(server, "/gunzip", "no gzip at all".getBytes, "gzip").statusCode, 400)
      assertEquals(sent(server, "/gunzip", gzip(text.getBytes).dropRight(9), "gzip").statusCode, 400)
      assertEquals(sent(server, "/gunzip", Array[Byte](31), "gzip").statusCode, 400)
      assert(reports.isEmpty)
end CompressionSuite
