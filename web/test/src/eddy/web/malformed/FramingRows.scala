package eddy.web.malformed

import eddy.web.malformed.BadRequest.post

/** Content-Length and Transfer-Encoding: where requests are smuggled (RFC 9112, section 6). */
object FramingRows:
  private val Overflow = "184467440737095516165" // 2^64 and a digit: 5 in a reader that overflows

  val contentLength: Seq[BadRequest] = Seq(
    post("Content-Length twice, the same", "Content-Length: 5\r\nContent-Length: 5", "hello")(400),
    post("Content-Length twice, differing", "Content-Length: 5\r\nContent-Length: 0", "hello")(400),
    post("Content-Length as a list of equals", "Content-Length: 5, 5", "hello")(400),
    post("Content-Length as a list", "Content-Length: 5, 0", "hello")(400),
    post("Content-Length negative", "Content-Length: -5", "hello")(400),
    post("Content-Length with a plus sign", "Content-Length: +5", "hello")(400),
    post("Content-Length in hexadecimal", "Content-Length: 0x5", "hello")(400),
    post("Content-Length with an exponent", "Content-Length: 5e0", "hello")(400),
    post("Content-Length with a fraction", "Content-Length: 5.0", "hello")(400),
    post("Content-Length with a space inside", "Content-Length: 0 5", "hello")(400),
    post("Content-Length with an underscore", "Content-Length: 0_5", "hello")(400),
    post("Content-Length empty", "Content-Length:", "hello")(400),
    post("Content-Length that overflows 64 bits", s"Content-Length: $Overflow", "hello")(400, 413),
    post("Content-Length with a letter", "Content-Length: 5a", "hello")(400),
    post("Content-Length with digits of another script", "Content-Length: \u00b2", "he")(400),
    post("space before the colon of Content-Length", "Content-Length : 5", "hello")(400),
    post("Content-Length on a folded line", "Content-Length:\r\n 5", "hello")(400),
    post("no length at all: the bytes behind are the next request", "X: y", "hello")(200),
    post("Content_Length is another header", "Content_Length: 5", "")(200).kept
  )

  val transferEncoding: Seq[BadRequest] = Seq(
    post(
      "Transfer-Encoding and Content-Length",
      "Transfer-Encoding: chunked\r\nContent-Length: 4",
      Hello
    )(400),
    post(
      "Content-Length and Transfer-Encoding",
      "Content-Length: 4\r\nTransfer-Encoding: chunked",
      Hello
    )(400),
    post("Transfer-Encoding xchunked", "Transfer-Encoding: xchunked", Hello)(400, 501),
    post("Transfer-Encoding chunked, identity", "Transfer-Encoding: chunked, identity", Hello)(400, 501),
    post("Transfer-Encoding identity", "Transfer-Encoding: identity", Hello)(400, 501),
    post(
      "Transfer-Encoding identity with Content-Length",
      "Transfer-Encoding: identity\r\nContent-Length: 5",
      "hello"
    )(400, 501),
    post("Transfer-Encoding chunked, chunked", "Transfer-Encoding: chunked, chunked", Hello)(400, 501),
    post("Transfer-Encoding chunked, gzip", "Transfer-Encoding: chunked, gzip", Hello)(400, 501),
    post("Transfer-Encoding gzip, chunked", "Transfer-Encoding: gzip, chunked", Hello)(400, 501),
    post("Transfer-Encoding with a comma only", "Transfer-Encoding: ,chunked", Hello)(400, 501),
    post("Transfer-Encoding quoted", "Transfer-Encoding: \"chunked\"", Hello)(400, 501),
    post("Transfer-Encoding with a parameter", "Transfer-Encoding: chunked;q=1", Hello)(400, 501),
    post("Transfer-Encoding empty", "Transfer-Encoding:", Hello)(400, 501),
    post("Transfer-Encoding after a vertical tab", "Transfer-Encoding: \u000bchunked", Hello)(400),
    post("Transfer-Encoding after a non-breaking space", "Transfer-Encoding: \u00a0chunked", Hello)(400, 501),
    post("Transfer-Encoding with NUL", "Transfer-Encoding: chunked\u0000", Hello)(400),
    post(
      "Transfer-Encoding twice, the same",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
      Hello
    )(400),
    post(
      "Transfer-Encoding twice, differing",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: cow",
      Hello
    )(400),
    post("space before the colon of Transfer-Encoding", "Transfer-Encoding : chunked", Hello)(400),
    post("Transfer-Encoding on a folded line", "Transfer-Encoding:\r\n chunked", Hello)(400),
    post("Transfer-Encoding hidden by a bare CR", "X: y\rTransfer-Encoding: chunked", Hello)(400),
    post("Transfer-Encoding hidden by a bare LF", "X: y\nTransfer-Encoding: chunked", Hello)(400),
    BadRequest.raw(
      "Transfer-Encoding in HTTP/1.0",
      s"POST /body HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n$Hello"
    )(400),
    post(
      "Transfer-Encoding after a tab is chunked all the same",
      "Transfer-Encoding:\tchunked",
      Hello
    )(200).kept,
    post(
      "Transfer-Encoding in capitals is chunked all the same",
      "TRANSFER-ENCODING: CHUNKED",
      Hello
    )(200).kept
  )

  private def Hello = "5\r\nhello\r\n0\r\n\r\n"
end FramingRows
