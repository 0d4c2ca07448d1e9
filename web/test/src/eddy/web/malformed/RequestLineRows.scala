package eddy.web.malformed

import eddy.web.malformed.BadRequest.{line, raw}

/** Methods, request targets and versions (RFC 9112, section 3; RFC 3986). */
object RequestLineRows:
  val methods: Seq[BadRequest] = Seq(
    line("method unknown", "BREW /ok HTTP/1.1")(405, 501),
    line("method in small letters", "get /ok HTTP/1.1")(400, 405, 501),
    line("method TRACE", "TRACE /ok HTTP/1.1")(405, 501),
    line("method CONNECT", "CONNECT localhost:80 HTTP/1.1")(400, 405, 501),
    line("method of 1,000 letters", s"${"A" * 1000} /ok HTTP/1.1")(400, 405, 414, 501),
    line("method of 100,000 letters", s"${"A" * 100_000} /ok HTTP/1.1")(400, 414, 501),
    line("method with a parenthesis", "G(T /ok HTTP/1.1")(400),
    line("method with NUL", "GET\u0000 /ok HTTP/1.1")(400),
    line("method missing", "/ok HTTP/1.1")(400)
  )

  val targets: Seq[BadRequest] = Seq(
    line("target without a slash", "GET ok HTTP/1.1")(400),
    line("target with a fragment", "GET /ok#here HTTP/1.1")(400),
    line("target with a lone percent sign", "GET /% HTTP/1.1")(400),
    line("target with half an escape", "GET /%4 HTTP/1.1")(400),
    line("target with an escape that is not hexadecimal", "GET /%zz HTTP/1.1")(400),
    line("target with an overlong UTF-8 escape", "GET /%c0%af HTTP/1.1")(400),
    line("target with an escaped surrogate", "GET /%ed%a0%80 HTTP/1.1")(400),
    line("target with an escaped NUL", "GET /ok%00 HTTP/1.1")(400),
    line("target with an escaped line end", "GET /ok%0d%0aX:%20y HTTP/1.1")(400),
    line("target with dot segments", "GET /../ok HTTP/1.1")(400),
    line("target with escaped dot segments", "GET /%2e%2e/ok HTTP/1.1")(400),
    line("target with a backslash", "GET /a\\..\\ok HTTP/1.1")(400),
    line("target with a raw letter beyond ASCII", "GET /\u00e9 HTTP/1.1")(400),
    line("target with a space", "GET /o k HTTP/1.1")(400),
    line("target with a tab", "GET /o\tk HTTP/1.1")(400),
    line("target with a quote", "GET /\"ok\" HTTP/1.1")(400),
    line("target empty", "GET  HTTP/1.1")(400),
    line("two spaces before the target", "GET  /ok HTTP/1.1")(400),
    line("tab before the target", "GET\t/ok HTTP/1.1")(400),
    line("target * with GET", "GET * HTTP/1.1")(400),
    line("target with another scheme", "GET ftp://localhost/ok HTTP/1.1")(400),
    line("target with a scheme only", "GET http:// HTTP/1.1")(400),
    line("target with user information", "GET http://user@localhost/ok HTTP/1.1")(400),
    line("absolute target with another Host", "GET http://other.example/ok HTTP/1.1")(200).kept,
    line("unknown path", "GET /unknown HTTP/1.1")(404).kept,
    line("known path, other method", "DELETE /ok HTTP/1.1")(405).kept,
    line("OPTIONS *", "OPTIONS * HTTP/1.1")(200, 204).kept
  )

  val versions: Seq[BadRequest] = Seq(
    line("version HTTP/1.2", "GET /ok HTTP/1.2")(505),
    line("version HTTP/2.0", "GET /ok HTTP/2.0")(505),
    line("version HTTP/9.9", "GET /ok HTTP/9.9")(505),
    line("version HTTP/1.10", "GET /ok HTTP/1.10")(400, 505),
    line("version HTTP/1", "GET /ok HTTP/1")(400, 505),
    line("version with a plus sign", "GET /ok HTTP/+1.1")(400),
    line("version in small letters", "GET /ok http/1.1")(400),
    line("version of another protocol", "GET /ok RTSP/1.0")(400, 505),
    line("version with a space behind", "GET /ok HTTP/1.1 ")(400),
    line("version missing", "GET /ok")(400),
    raw("HTTP/0.9", "GET /ok\r\n")(400),
    raw("almost the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSN\r\n\r\n")(400, 505)
  )
end RequestLineRows
