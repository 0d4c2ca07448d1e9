package eddy.web.malformed

import eddy.web.malformed.BadRequest.{header, raw}

/** Header lines and Host (RFC 9112, sections 2.2, 3.2 and 5). */
object HeadRows:
  val lines: Seq[BadRequest] = Seq(
    header("a folded header line", "X: y\r\n z")(400),
    header("a header line folded by a tab", "X: y\r\n\tz")(400),
    raw("a folded first header line", "GET /ok HTTP/1.1\r\n Host: localhost\r\n\r\n")(400),
    header("space before a colon", "X : y")(400),
    header("tab before a colon", "X\t: y")(400),
    header("header name with a space", "X Y: z")(400),
    header("header name with @", "X@Y: z")(400),
    header("header name in parentheses", "(X): z")(400),
    header("header name quoted", "\"X\": z")(400),
    header("header name with a letter beyond ASCII", "\u00c9t\u00e9: z")(400),
    header("header name with NUL", "X\u0000Y: z")(400),
    header("header name empty", ": z")(400),
    header("header line without a colon", "hello")(400),
    header("header line of colons", ":::")(400),
    header("header value with NUL", "X: y\u0000z")(400),
    header("header value with a control character", "X: y\u0001z")(400),
    header("header value with DEL", "X: y\u007fz")(400),
    header("header value with a bare CR", "X: y\rz")(400),
    header("header value with a bare LF", "X: y\nZ: w")(400),
    header("header value with CR CR LF", "X: y\r")(400),
    raw("every line ended by a bare LF", "GET /ok HTTP/1.1\nHost: localhost\n\n")(400),
    raw("the head ended by a bare LF", "GET /ok HTTP/1.1\r\nHost: localhost\r\n\n")(400),
    raw("two empty lines before the request", "\r\n\r\nGET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n")(400),
    raw("a space before the request", " GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n")(400),
    header("Expect of something unknown", "Expect: a miracle")(417, 400),
    header(
      "an old WebSocket draft's hidden body",
      "Upgrade: WebSocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key1: 1"
    )(400),
    raw(
      "one empty line before the request is allowed",
      "\r\nGET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n"
    )(200).kept,
    header("header value in Latin-1", "X: \u00e9")(200).kept,
    header(
      "upgrade to HTTP/2 is passed over",
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAM"
    )(200).kept
  )

  val host: Seq[BadRequest] = Seq(
    raw("no Host in HTTP/1.1", "GET /ok HTTP/1.1\r\n\r\n")(400),
    header("Host twice, the same", "Host: localhost")(400),
    header("Host twice, differing", "Host: other.example")(400),
    withHost("Host empty", "")(400),
    withHost("Host with a space", "a b")(400),
    withHost("Host with a slash", "localhost/ok")(400),
    withHost("Host with user information", "user@localhost")(400),
    withHost("Host with two ports", "localhost:80:81")(400),
    withHost("Host with a port beyond 65535", "localhost:65536")(400),
    withHost("Host with a port of letters", "localhost:http")(400),
    withHost("Host as a list", "localhost, other.example")(400),
    withHost("Host with an open bracket", "[::1")(400),
    withHost("Host with a question mark", "localhost?x")(400),
    withHost("Host with a letter beyond ASCII", "h\u00f6st")(400),
    withHost("Host with a backslash", "localhost\\x")(400),
    withHost("Host as an IPv6 address", "[::1]:8080")(200).kept
  )

  private def withHost(name: String, host: String)(statuses: Int*): BadRequest =
    raw(name, s"GET /ok HTTP/1.1\r\nHost: $host\r\n\r\n")(statuses*)
end HeadRows
