package eddy.web.internal

import eddy.web.Limits

import java.nio.charset.StandardCharsets.ISO_8859_1
import scala.jdk.CollectionConverters.*
import scala.util.Random

import io.netty.buffer.{ByteBuf, Unpooled}
import io.netty.channel.embedded.EmbeddedChannel
import io.netty.handler.codec.http.{HttpRequest, HttpRequestDecoder, LastHttpContent}

class PlainHeadSuite extends eddy.testing.PatientSuite:
  private val good = Seq(
    "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /a/b?c=%41&d HTTP/1.1\r\nHost: localhost:80\r\nUser-Agent: a (b; c)\r\nAccept: */*\r\ncookie: a=b; c=\"d\"\r\n\r\n",
    "POST /form HTTP/1.1\r\nX-Own:\t of mine \t\r\nhost:[::1]:8080\r\nX-Empty:\r\nCONNECTION: close, x\r\n\r\n",
    "OPTIONS /\u0041 HTTP/1.1\r\nHost: a.example\r\nX-Latin: \u00e4\u00f6\r\nX-Latin: again\r\n\r\n",
    s"DELETE /${"x" * 700} HTTP/1.1\r\nHost: y\r\nX-Long: ${"z" * 1500}\r\n\r\n"
  )

  private def buffer(text: String): ByteBuf = Unpooled.copiedBuffer(text, ISO_8859_1)

  private def fields(request: HttpRequest): Seq[(String, String)] =
    request.headers.iteratorAsString.asScala.map(e => e.getKey -> e.getValue).toSeq

  private def shown(request: HttpRequest) =
    (request.method.name, request.uri, request.protocolVersion.text, fields(request))

  /** The rest of the text, and the request as the others read it; None when they refuse it, or see that it
    * has a body.
    */
  private def asOthersRead(text: String): Option[(Int, (String, String, String, Seq[(String, String)]))] =
    val in = buffer(text)
    val scanner = HeadScanner(Limits())
    if scanner.scan(in) != null || scanner.length < 0 || HeaderRules.check(in, scanner.length) != null then
      None
    else
      val netty = EmbeddedChannel(HttpRequestDecoder())
      netty.writeInbound(in.readBytes(scanner.length)): Unit
      val request: HttpRequest = netty.readInbound()
      val last: Object | Null = netty.readInbound()
      netty.finishAndReleaseAll(): Unit
      Option.when(request.decoderResult.isSuccess && (last eq LastHttpContent.EMPTY_LAST_CONTENT)):
        (in.readableBytes, shown(request))

  test("a plain head is taken, and the bytes behind it are left"):
    for text <- good do
      val in = buffer(s"$text${good.head}")
      val request = PlainHead.take(in, Limits())
      assert(request != null, text)
      assertEquals(Some((in.readableBytes, shown(request.nn))), asOthersRead(s"$text${good.head}"))
      assertEquals(in.readableBytes, good.head.length)

  test("a head that has not come as a whole is left where it is"):
    for text <- good; cut <- 0 until text.length do
      val in = buffer(text.take(cut))
      assertEquals(PlainHead.take(in, Limits()), null)
      assertEquals(in.readableBytes, cut)

  test("a head with a body, a wrong or a rare one is left to the others"):
    def lines(more: String*) = (Seq("GET / HTTP/1.1", "Host: x") ++ more).mkString("", "\r\n", "\r\n\r\n")
    val others = Seq(
      lines("Content-Length: 0"),
      lines("content-length: 5"),
      lines("TRANSFER-ENCODING: chunked"),
      lines("Expect: 100-continue"),
      lines("Content-Encoding: gzip"),
      lines("Sec-WebSocket-Key1: x"),
      lines("Host: x"),
      lines("A B: c"),
      lines("A : c"),
      lines(" folded"),
      lines(": c"),
      lines("no colon"),
      lines("A: \u0000"),
      lines("A: b\nC: d"),
      lines("A: b\rC: d"),
      lines(Seq.tabulate(Limits().maxHeaders)(i => s"A: $i")*),
      lines(s"A: ${"x" * Limits().maxHeaderBytes}"),
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
      "GET / HTTP/1.0\r\nHost: x\r\n\r\n",
      "GET / HTTP/2.0\r\nHost: x\r\n\r\n",
      "GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /  HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /\t HTTP/1.1\r\nHost: x\r\n\r\n",
      "get / HTTP/1.1\r\nHost: x\r\n\r\n",
      "BREW / HTTP/1.1\r\nHost: x\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /# HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /\u00e4 HTTP/1.1\r\nHost: x\r\n\r\n",
      s"GET /${"x" * Limits().maxRequestLineBytes} HTTP/1.1\r\nHost: x\r\n\r\n",
      "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
      "\r\n\r\n",
      "GET \r\n\r\n"
    )
    for text <- others do
      val in = buffer(text)
      assertEquals(PlainHead.take(in, Limits()), null, text)
      assertEquals(in.readableBytes, text.length)
      // not even when others follow
      assertEquals(PlainHead.take(buffer(text + good.head), Limits()), null, text)

  test("whatever bytes are changed, a head that is taken is read as the others would have read it"):
    val pieces = Seq(
      "\r\n",
      "\n",
      "\r",
      " ",
      "\t",
      ":",
      "\u0000",
      "\u00ff",
      "Content-Length: 3\r\n",
      "Host: x\r\n",
      "HTTP/1.1"
    )
    var taken = 0
    for seed <- 1 to 20_000 do
      val random = Random(seed)
      var text = good(random.nextInt(good.size - 1))
      for _ <- 1 to 1 + random.nextInt(3) do
        val at = random.nextInt(text.length)
        val (before, behind) = text.splitAt(at)
        text = random.nextInt(4) match
          case 0 => before + random.nextInt(256).toChar + behind.drop(1)
          case 1 => before + behind.drop(1 + random.nextInt(4))
          case 2 => before + pieces(random.nextInt(pieces.size)) + behind
          case _ => before + behind.take(5) + behind
      val in = buffer(text)
      val request = PlainHead.take(in, Limits())
      if request != null then
        taken += 1
        assertEquals(Some((in.readableBytes, shown(request))), asOthersRead(text), s"seed $seed: $text")
    assert(taken > 1000, s"only $taken were taken: the test shows little")
end PlainHeadSuite
