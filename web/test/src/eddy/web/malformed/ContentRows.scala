package eddy.web.malformed

import eddy.web.malformed.BadRequest.{line, post, raw}

/** Well-formed requests with senseless contents: refused or ignored, and the connection continues. */
object ContentRows:
  val headers: Seq[BadRequest] = Seq(
    file("Range that is none", "Range: bytes=abc")(200),
    file("Range backwards", "Range: bytes=5-2")(200),
    file("Range of another unit", "Range: lines=1-2")(200),
    file("Range of the last 0 bytes", "Range: bytes=-0")(416),
    file("Range behind the end", "Range: bytes=1000-")(416),
    file("Range that begins beyond 64 bits", s"Range: bytes=$Huge-")(200, 416),
    file("Range that ends beyond 64 bits", s"Range: bytes=0-$Huge")(200, 206),
    file("Range with a plus sign", "Range: bytes=+0-1")(200),
    file("500 ranges", s"Range: bytes=${Seq.fill(500)("0-").mkString(",")}")(200),
    file("If-Range that is none", "Range: bytes=0-1\r\nIf-Range: \"")(200),
    file("If-None-Match with an open quote", "If-None-Match: \"")(200),
    file("If-Modified-Since that is no date", "If-Modified-Since: yesterday")(200),
    file("Accept-Encoding with a quality that is none", "Accept-Encoding: gzip;q=x, ;;,")(200),
    file("Cookie without sense", "Cookie: ;=;a;=b;;\"")(200),
    post(
      "charset unknown",
      "Content-Type: text/plain; charset=nonsense\r\nContent-Length: 5",
      "hello"
    )(415).kept,
    post("Content-Type that is none", "Content-Type: ;;=\r\nContent-Length: 5", "hello")(200, 400, 415).kept,
    raw(
      "a GET with a body",
      "GET /ok HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
    )(200).kept,
    line("query with half an escape", "GET /ok?a=%4 HTTP/1.1")(200, 400).kept,
    line("query of ampersands", s"GET /ok?${"&" * 1000} HTTP/1.1")(200).kept
  )

  val files: Seq[BadRequest] = Seq(
    path("the folder itself", "/files/")(404),
    path("a slash behind a file", "/files/page.txt/")(404),
    path("two slashes", "/files//page.txt")(404),
    path("an absolute path", "/files//etc/passwd")(404),
    path("escaped slashes and dots", "/files/..%2fmalformed%2fpage.txt")(400, 404),
    path("escaped backslashes and dots", "/files/..%5cmalformed%5cpage.txt")(400, 404),
    path("doubly escaped dots", "/files/%252e%252e/malformed/page.txt")(404),
    path("a class beside the folder", "/files/..%2feddy%2fweb%2fServer.class")(400, 404),
    path("a drive letter", "/files/c:/windows/win.ini")(404),
    path("a URL of the class path", "/files/jar:file:!/page.txt")(404)
  )

  private def Huge = "99999999999999999999"

  private def file(name: String, header: String)(statuses: Int*): BadRequest =
    raw(name, s"GET /files/page.txt HTTP/1.1\r\nHost: localhost\r\n$header\r\n\r\n")(statuses*).kept

  private def path(name: String, path: String)(statuses: Int*): BadRequest =
    line(name, s"GET $path HTTP/1.1")(statuses*).kept
end ContentRows
