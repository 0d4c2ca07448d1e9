package eddy.web.malformed

import eddy.web.malformed.BadRequest.chunked

/** The chunked coding (RFC 9112, section 7.1): sizes, extensions, line ends and trailers. */
object ChunkRows:
  val rows: Seq[BadRequest] = Seq(
    chunked("chunk size with 0x", "0x5\r\nhello\r\n0\r\n\r\n")(400),
    chunked("chunk size with a plus sign", "+5\r\nhello\r\n0\r\n\r\n")(400),
    chunked("chunk size negative", "-5\r\nhello\r\n0\r\n\r\n")(400),
    chunked("chunk size with an underscore", "0_5\r\nhello\r\n0\r\n\r\n")(400),
    chunked("chunk size after a space", " 5\r\nhello\r\n0\r\n\r\n")(400),
    chunked("chunk size with a space inside", "0 5\r\nhello\r\n0\r\n\r\n")(400),
    chunked("chunk size with a letter beyond F", "5g\r\nhello\r\n0\r\n\r\n")(400),
    chunked("chunk size empty", "\r\nhello\r\n0\r\n\r\n")(400),
    chunked("chunk size that overflows 64 bits", "10000000000000005\r\nhello\r\n0\r\n\r\n")(400, 413),
    chunked("chunk size that overflows 32 bits", "100000005\r\nhello\r\n0\r\n\r\n")(400, 413),
    chunked("chunk size negative in 32 bits", "80000005\r\nhello\r\n0\r\n\r\n")(400, 413),
    chunked("chunk size line ended by a bare LF", "5\nhello\r\n0\r\n\r\n")(400),
    chunked("chunk size line ended by a bare CR", "5\rhello\r\n0\r\n\r\n")(400),
    chunked("chunk data without its CRLF", "5\r\nhello0\r\n\r\n")(400),
    chunked("chunk data ended by a bare LF", "5\r\nhello\n0\r\n\r\n")(400),
    chunked("chunk data longer than its size", "5\r\nhello!\r\n0\r\n\r\n")(400),
    chunked("chunk extension with a bare LF", "5;a\nhello\r\n0\r\n\r\n")(400),
    chunked("chunk extension with a bare CR", "5;a\rb\r\nhello\r\n0\r\n\r\n")(400),
    chunked("chunk extension with NUL", "5;a=\u0000\r\nhello\r\n0\r\n\r\n")(400),
    chunked("chunk extension of 20 kB", s"5;${"a" * 20_000}\r\nhello\r\n0\r\n\r\n")(400, 413, 431),
    chunked("chunk extension without an end", s"5;${"a" * 100_000}")(400, 413, 431).unfinished,
    chunked(
      "chunk extensions on 5,000 chunks",
      s"1;${"a" * 100}\r\nx\r\n" * 5000 + "0\r\n\r\n"
    )(400, 413, 431),
    chunked("chunk size of leading zeros without an end", "0" * 100_000)(400, 413, 431).unfinished,
    chunked("last chunk without its empty line", "5\r\nhello\r\n0\r\n")(400),
    chunked("last chunk's empty line as a bare LF", "5\r\nhello\r\n0\r\n\n")(400),
    chunked("trailer without a colon", "0\r\nbad trailer\r\n\r\n")(400),
    chunked("trailer with a space before the colon", "0\r\nX : y\r\n\r\n")(400),
    chunked("trailer with NUL", "0\r\nX: \u0000\r\n\r\n")(400),
    chunked("trailer ended by a bare LF", "0\r\nX: y\n\r\n")(400),
    chunked("trailer of 20 kB", s"0\r\nX: ${"y" * 20_000}\r\n\r\n")(400, 431),
    chunked("10,000 trailers", s"0\r\n${"X: y\r\n" * 10_000}\r\n")(400, 431),
    chunked("trailer Content-Length is passed over", "0\r\nContent-Length: 100\r\n\r\n")(200).kept,
    chunked("trailer Transfer-Encoding is passed over", "0\r\nTransfer-Encoding: chunked\r\n\r\n")(200).kept,
    size("a semicolon alone", "5;")(400),
    size("a space behind", "5 ")(400),
    size("an extension without a name", "5;=b")(400),
    size("an extension without a value", "5;a=")(400),
    size("an extension with an open quote", "5;a=\"b")(400),
    size("an extension with something behind its quotes", "5;a=\"b\"c")(400),
    size("an extension with an escaped NUL", "5;a=\"\\\u0000\"")(400),
    size("an extension with a space in its value", "5;a=b c")(400),
    size("an extension with a comma", "5,a=b")(400),
    size("an extension beyond ASCII", "5;\u00e9")(400),
    size("an extension with a folded line", "5;a\r\n b")(400),
    last("a semicolon alone", "0;")(400),
    last("an extension with a bare CR", "0;a\rb")(400),
    trailer("with NUL in its name", "X\u0000: y")(400),
    trailer("with a control character", "X: \u0001")(400),
    trailer("with DEL", "X: \u007f")(400),
    trailer("with a bare CR", "X: y\rz")(400),
    trailer("with a bare LF", "X: y\nZ: w")(400),
    trailer("folded", "X: y\r\n z")(400),
    trailer("folded by a tab", "X: y\r\n\tz")(400),
    trailer("folded at once", " X: y")(400),
    trailer("without a name", ": y")(400),
    trailer("with a name that is no token", "X@Y: z")(400),
    trailer("with a tab before its colon", "X\t: y")(400),
    trailer("line after a good one, with NUL", "X: y\r\nZ: \u0000")(400),
    chunked("trailers that end in a bare CR", "0\r\nX: y\r\n\rZ")(400),
    trailer("in Latin-1", "X: \u00e9")(200).kept,
    trailer("empty", "X:")(200).kept,
    size("extensions", "5;a;b=c;d=\"e;\\\"f\"")(200).kept,
    size("extensions with spaces", "5 ; a = \"b\" ;c")(200).kept,
    last("extensions", "0;a=b")(200).kept,
    chunked("a chunk extension is passed over", "5;a=\"b\"\r\nhello\r\n0\r\n\r\n")(200).kept,
    chunked("leading zeros of a size", "0005\r\nhello\r\n000\r\n\r\n")(200).kept
  )

  private def size(what: String, line: String)(statuses: Int*): BadRequest =
    chunked(s"chunk size with $what", s"$line\r\nhello\r\n0\r\n\r\n")(statuses*)

  private def last(what: String, line: String)(statuses: Int*): BadRequest =
    chunked(s"last chunk with $what", s"5\r\nhello\r\n$line\r\n\r\n")(statuses*)

  private def trailer(what: String, lines: String)(statuses: Int*): BadRequest =
    chunked(s"trailer $what", s"0\r\n$lines\r\n\r\n")(statuses*)
end ChunkRows
