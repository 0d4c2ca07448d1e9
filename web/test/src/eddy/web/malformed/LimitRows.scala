package eddy.web.malformed

import eddy.web.malformed.BadRequest.{NoAnswer, chunked, header, line, post, raw}

import scala.util.Random

/** Requests that are too long, too slow, cut off or not HTTP. The suite's server has small limits, and short
  * timeouts for the slow ones.
  */
object LimitRows:
  val limits: Seq[BadRequest] = Seq(
    header("one header of 20 kB", s"X: ${"y" * 20_000}")(431),
    header("headers of 20 kB together", Seq.tabulate(50)(i => s"X$i: ${"y" * 400}").mkString("\r\n"))(431),
    header("more headers than allowed", Seq.tabulate(200)(i => s"X$i: y").mkString("\r\n"))(431),
    header("a header without an end", s"X: ${"y" * 100_000}")(431),
    header("a header name of 20 kB", s"${"X" * 20_000}: y")(431),
    line("target of 20 kB", s"GET /${"a" * 20_000} HTTP/1.1")(414),
    line("query of 20 kB", s"GET /ok?${"a" * 20_000} HTTP/1.1")(414),
    raw("a request line without an end", s"GET /${"a" * 100_000}")(414).unfinished,
    post("body over the limit by Content-Length", "Content-Length: 2000", "x" * 2000)(413),
    post("body over the limit, announced only", "Content-Length: 2000", "")(413).unfinished,
    post("body of a terabyte, announced only", "Content-Length: 1099511627776", "")(413).unfinished,
    post(
      "body over the limit that waits for 100 Continue",
      "Content-Length: 2000\r\nExpect: 100-continue",
      ""
    )(413, 417).unfinished,
    chunked("body over the limit in one chunk", s"7d0\r\n${"x" * 2000}\r\n0\r\n\r\n")(413),
    chunked("body over the limit in many chunks", "1\r\nx\r\n" * 2000 + "0\r\n\r\n")(413)
  )

  val slow: Seq[BadRequest] = Seq(
    raw("a head that stops in the request line", "GET /o")(408).unfinished,
    raw("a head that stops in a header", "GET /ok HTTP/1.1\r\nHost: loc")(408).unfinished,
    raw("a head that stops before its empty line", "GET /ok HTTP/1.1\r\nHost: localhost\r\n")(408).unfinished,
    raw("a connection without a byte", "")(NoAnswer, 408).unfinished,
    post("a body that stops", "Content-Length: 5", "hel")(408).unfinished,
    chunked("a chunk that stops", "5\r\nhel")(408).unfinished,
    chunked("chunks that stop before the last", "5\r\nhello\r\n")(408).unfinished
  )

  val cutOff: Seq[BadRequest] = Seq(
    raw("cut off in the request line", "GET /smug")(400).cutOff,
    raw("cut off in the head", "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n")(400).cutOff,
    post("cut off before the body", "Content-Length: 5", "")(400).cutOff,
    post("cut off in the body", "Content-Length: 5", "hel")(400).cutOff,
    chunked("cut off in a chunk's size", "5")(400).cutOff,
    chunked("cut off in a chunk", "5\r\nhel")(400).cutOff,
    chunked("cut off before the last chunk", "5\r\nhello\r\n")(400).cutOff,
    chunked("cut off in the trailers", "0\r\nX: y\r\n")(400).cutOff
  )

  val strangers: Seq[BadRequest] = Seq(
    BadRequest("a TLS ClientHello", tlsHello, Set(400)),
    raw("an SSH client", "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n")(400),
    raw("an SMTP client", "EHLO localhost\r\nMAIL FROM:<a@localhost>\r\n")(400),
    raw("a Redis client", "*1\r\n$4\r\nPING\r\n")(400),
    raw("a JSON object", "{\"jsonrpc\": \"2.0\", \"id\": 1}\n")(400),
    raw("a thousand empty lines", "\r\n" * 1000)(400),
    raw("a hundred zero bytes", "\u0000" * 100)(400),
    BadRequest("4 kB of random bytes", randomBytes(4096), Set(400)),
    raw("a thousand spaces", " " * 1000)(400)
  )

  /** The beginning of a TLS 1.2 ClientHello record, as every TLS client sends it. */
  private def tlsHello: Array[Byte] =
    val start = Array(0x16, 0x03, 0x01, 0x00, 0xc8, 0x01, 0x00, 0x00, 0xc4, 0x03, 0x03).map(_.toByte)
    BadRequest.join(start, randomBytes(194))

  /** The same bytes each time. */
  private def randomBytes(count: Int): Array[Byte] =
    val bytes = new Array[Byte](count)
    Random(7).nextBytes(bytes)
    bytes
end LimitRows
