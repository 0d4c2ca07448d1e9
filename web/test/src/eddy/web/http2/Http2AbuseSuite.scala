package eddy.web.http2

import eddy.web.malformed.BadRequest
import eddy.web.{Limits, Routes, RunningServer, ServerConfig, Timeouts, WebSuite}

import java.nio.ByteBuffer
import scala.concurrent.duration.DurationInt

/** What clients should not send over HTTP/2 (RFC 9113, sections 5, 6, 8 and 10): the right end of the stream
  * or connection, and a server that still serves.
  */
class Http2AbuseSuite extends WebSuite:
  private inline val Continuation = 9
  private val routes = Routes
    .get("/ok")((_, res) => res.text("ok"))
    .get("/:any")((req, res) => res.text(req.query("q").getOrElse("-")))
    .post("/body")((req, res) => res.text(req.bodyText))
  private val config = quiet.copy(limits = Limits(maxHeaderBytes = 4096))

  /** What becomes of a stream: a status, `reset 1`, `goaway 1`, or `end`. */
  private def outcome(raw: RawHttp2, stream: Int): String =
    Iterator.continually(raw.read()).takeWhile(_.nonEmpty).flatten
      .collectFirst:
        case f if f.kind == Frame.GoAway => s"goaway ${f.error}"
        case f if f.stream == stream && f.kind == Frame.Reset => s"reset ${f.error}"
        case f if f.stream == stream && f.kind == Frame.Headers =>
          f.fields.collectFirst { case (":status", status) => status }.getOrElse("trailers")
      .getOrElse("end")

  /** The outcome of `act`, which returns the stream that it is about; then another connection is served. */
  private def check(name: String, expected: String*)(act: RawHttp2 => Int): Unit =
    check(name, config, expected)(act)

  private def check(name: String, config: ServerConfig, expected: Seq[String])(act: RawHttp2 => Int): Unit =
    test(name):
      serving(routes, config): server =>
        val raw = RawHttp2(server.port)
        try
          val seen =
            try outcome(raw, act(raw))
            catch case _: java.io.IOException => "end" // cut off while it was still sending
          assert(expected.contains(seen), s"$seen, and not ${expected.mkString(" or ")}")
        finally raw.close()
        goesOn(server)

  private def goesOn(server: RunningServer): Unit =
    val raw = RawHttp2(server.port)
    try assertEquals(raw.answer(raw.request("/ok")).text, "ok")
    finally raw.close()
    assertEquals(Option(reports.poll), None, "reported as the server's own failure")

  private def head(name: String, expected: String*)(fields: (String, String)*): Unit =
    check(s"head: $name", expected*)(raw => raw.request("/ok", more = fields))

  head("a name in capitals", "reset 1")("X-Upper" -> "1")
  head("Connection", "reset 1")("connection" -> "close")
  head("Transfer-Encoding", "reset 1")("transfer-encoding" -> "chunked")
  head("Upgrade", "reset 1")("upgrade" -> "websocket")
  head("TE that is not trailers", "reset 1")("te" -> "gzip")
  head("CRLF in a value", "reset 1")("x" -> "a\r\nhost: evil")
  head("NUL in a value", "reset 1")("x" -> "a\u0000b")
  head("a colon in a name", "reset 1")("x:y" -> "1")
  head("a space in a name", "reset 1")("x y" -> "1")
  head("a space before a value", "reset 1")("x" -> " 1")
  head("a pseudo-header that does not exist", "reset 1")(":extra" -> "1")
  head("an answer's pseudo-header", "reset 1")(":status" -> "200")
  head("Content-Length twice, differing", "reset 1")("content-length" -> "0", "content-length" -> "1")
  head("Content-Length that is no number", "reset 1")("content-length" -> "-1")
  head("an empty path", "reset 1")(":path" -> "")
  head("a path without its slash", "reset 1")(":path" -> "ok")
  head("a path with a space", "400")(":path" -> "/o k")
  head("a path that is not UTF-8", "400")(":path" -> "/%ff")
  head("a path with half an escape", "400")(":path" -> "/%4")
  head("a path with dot segments", "400")(":path" -> "/a/%2e%2e/ok")
  head("a path with a control character", "400")(":path" -> "/a%00")
  head("a query that is not UTF-8", "400")(":path" -> "/any?q=%c3%28")
  head("an authority with a path", "400")(":authority" -> "localhost/x")
  head("authority and Host that differ", "400")("host" -> "evil.example")
  head("a method that does not exist", "501")(":method" -> "BREW")
  head("a path over the limit", "414")(":path" -> ("/" + "x" * 8200))
  head("a header over the limit", "431")("x" -> "y" * 5000)
  head("101 header fields", "431")((1 to 101).map(n => s"x-$n" -> "1")*)

  check("a body longer than its Content-Length", "reset 1"): raw =>
    val stream = raw.request("/body", "POST", Seq("content-length" -> "3"), end = false)
    raw.data(stream, "hello".getBytes)
    stream

  check("a body shorter than its Content-Length", "reset 1"): raw =>
    val stream = raw.request("/body", "POST", Seq("content-length" -> "9"), end = false)
    raw.data(stream, "hello".getBytes)
    stream

  for (what, name, value) <- Seq(
      ("a field of connections", "connection", "close"),
      ("a name in capitals", "X-Upper", "1"),
      ("a name that is no token", "x@y", "1"),
      ("NUL", "x", "a\u0000b"),
      ("a line break", "x", "a\r\nb"),
      ("a space before a value", "x", " a"),
      ("a pseudo-header", ":path", "/ok")
    )
  do
    check(s"trailers with $what", "reset 1", "goaway 1"): raw =>
      val stream = raw.request("/body", "POST", end = false)
      raw.data(stream, "hello".getBytes, end = false)
      raw.headers(stream, Seq(name -> value))
      stream

  /** A header block without its end, by hand. */
  private def begin(raw: RawHttp2, block: Array[Byte]): Int =
    val stream = raw.nextStream()
    raw.frame(Frame.Headers, 1, stream, block)
    stream

  check("a flood of small CONTINUATION frames", "goaway 11", "end"): raw =>
    val stream = begin(raw, Array(0x82.toByte))
    (1 to 1000).foreach(_ => raw.frame(Continuation, 0, stream, literal("x", "y")))
    stream

  check("a flood of large CONTINUATION frames", "goaway 11", "goaway 1", "goaway 9", "431", "end"): raw =>
    val stream = begin(raw, Array(0x82.toByte))
    (1 to 2000).foreach(_ => raw.frame(Continuation, 0, stream, literal("x", "y" * 16_000)))
    stream

  check("empty CONTINUATION frames without end", "goaway 11", "end"): raw =>
    val stream = begin(raw, Array(0x82.toByte))
    (1 to 1000).foreach(_ => raw.frame(Continuation, 0, stream))
    stream

  check(
    "a header block that is never finished",
    config.copy(timeouts = Timeouts(header = 1.second)),
    Seq("goaway 0", "goaway 1", "end")
  )(begin(_, Array(0x82.toByte)))

  check("a header block that is interrupted by another frame", "goaway 1"): raw =>
    val stream = begin(raw, Array(0x82.toByte))
    raw.frame(Frame.Ping, 0, 0, new Array[Byte](8))
    stream

  check("a small block that expands to 40 MB", "431", "goaway 11", "goaway 9", "reset 11", "reset 1"): raw =>
    // one entry of 4000 bytes in the table, and then 10,000 times "that one"
    val stream = raw.nextStream()
    val usual = Array(0x82, 0x86, 0x84, 0x41, 1, 'x').map(_.toByte)
    val entry = Array(0x40.toByte) ++ text("x") ++ text("y" * 4000)
    raw.frame(Frame.Headers, 5, stream, usual ++ entry ++ Array.fill(10_000)(0xbe.toByte))
    stream

  check("a block that refers to what is not in the table", "goaway 9"): raw =>
    val stream = raw.nextStream()
    raw.frame(Frame.Headers, 5, stream, Array(0x82, 0x86, 0x84, 0xff, 0xff, 0x7f).map(_.toByte))
    stream

  check("a table that is to be larger than allowed", "goaway 9"): raw =>
    val stream = raw.nextStream()
    raw.frame(Frame.Headers, 5, stream, Array(0x3f, 0xe1, 0xff, 0x7f, 0x82).map(_.toByte))
    stream

  private def connection(
      name: String,
      expected: String*
  )(kind: Int, flags: Int, stream: Int, payload: Array[Byte]): Unit =
    check(s"frame: $name", expected*): raw =>
      raw.frame(kind, flags, stream, payload)
      math.max(1, stream)

  connection("DATA on no stream", "goaway 1")(Frame.Data, 0, 0, "x".getBytes)
  connection("DATA on an idle stream", "goaway 1", "goaway 5")(Frame.Data, 1, 5, "x".getBytes)
  connection("HEADERS on an even stream", "goaway 1")(Frame.Headers, 5, 2, Array(0x82.toByte))
  connection("PUSH_PROMISE from a client", "goaway 1")(5, 4, 1, int(2) ++ Array(0x82.toByte))
  connection("CONTINUATION of nothing", "goaway 1")(Continuation, 4, 1, Array.empty)
  connection("PING of 7 bytes", "goaway 6")(Frame.Ping, 0, 0, new Array[Byte](7))
  connection("SETTINGS of 5 bytes", "goaway 6")(Frame.Settings, 0, 0, new Array[Byte](5))
  connection(
    "SETTINGS with a window over 2 GiB",
    "goaway 3"
  )(Frame.Settings, 0, 0, Array[Byte](0, 4) ++ int(-1))
  connection("WINDOW_UPDATE by nothing", "goaway 1")(Frame.WindowUpdate, 0, 0, int(0))
  connection("WINDOW_UPDATE beyond 2 GiB", "goaway 3")(Frame.WindowUpdate, 0, 0, int(Int.MaxValue))
  connection("RST_STREAM of an idle stream", "goaway 1")(Frame.Reset, 0, 7, int(8))
  connection("a frame larger than allowed", "goaway 6", "end")(Frame.Data, 0, 1, new Array[Byte](20_000))
  connection("padding longer than the frame", "goaway 1")(Frame.Headers, 0xd, 1, Array[Byte](9, 0x82.toByte))

  test("bytes that are not frames end the connection"):
    serving(routes, config): server =>
      val raw = RawHttp2(server.port)
      try
        raw.send(BadRequest.latin1("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
        assert(raw.isAtEnd)
      finally raw.close()
      goesOn(server)

  private def literal(name: String, value: String): Array[Byte] = Array[Byte](0) ++ text(name) ++ text(value)

  /** A string literal of HPACK, without Huffman's code. */
  private def text(s: String): Array[Byte] =
    val length =
      if s.length < 127 then Array(s.length.toByte)
      else
        var rest = s.length - 127
        var out = Array(127.toByte)
        while rest >= 128 do
          out = out :+ (rest % 128 + 128).toByte
          rest /= 128
        out :+ rest.toByte
    length ++ s.getBytes

  private def int(value: Int): Array[Byte] = ByteBuffer.allocate(4).putInt(value).array
end Http2AbuseSuite
