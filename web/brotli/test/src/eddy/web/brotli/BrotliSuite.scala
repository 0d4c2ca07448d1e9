package eddy.web.brotli

import eddy.web.{ContentCoding, Routes, RunningServer, WebSuite}

import java.net.URI
import java.net.http.{HttpRequest, HttpResponse}

import com.aayushatharva.brotli4j.decoder.Decoder

class BrotliSuite extends WebSuite:
  private val text = "Brotli knows words that web pages use. " * 100
  private val routes = Routes.get("/")((_, res) => res.text(text))
  private val config = quiet.copy(codings = Seq(Brotli(), ContentCoding.Gzip))

  private def bytes(server: RunningServer, accepts: String): HttpResponse[Array[Byte]] =
    val request = HttpRequest.newBuilder(URI(server.url + "/")).header("Accept-Encoding", accepts).build()
    client.send(request, HttpResponse.BodyHandlers.ofByteArray())

  test("clients that take Brotli get it, others gzip"):
    serving(routes, config): server =>
      val answer = bytes(server, "gzip, deflate, br")
      assertEquals(answer.headers.firstValue("content-encoding").get, "br")
      assertEquals(String(Decoder.decompress(answer.body).getDecompressedData), text)
      assert(answer.body.length < 200, s"${answer.body.length}")
      assertEquals(bytes(server, "gzip").headers.firstValue("content-encoding").get, "gzip")
      assertEquals(bytes(server, "br;q=0.5, gzip").headers.firstValue("content-encoding").get, "gzip")

  test("a quality that does not exist is refused"):
    assert(intercept[IllegalArgumentException](Brotli(12)).getMessage.nn.contains("quality = 12"))
end BrotliSuite
