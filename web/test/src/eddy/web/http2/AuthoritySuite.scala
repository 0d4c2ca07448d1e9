package eddy.web.http2

import eddy.web.{Routes, WebSuite}

/** `:authority` and Host of one request (RFC 9113, section 8.3.1): compared by their meaning. */
class AuthoritySuite extends WebSuite:
  private val rows = Seq(
    ("a.example", "a.example", true),
    ("A.example", "a.example", true),
    ("a.example", "A.EXAMPLE", true),
    ("a.example", "a.example:80", true),
    ("a.example:80", "a.example", true),
    ("a.example:", "a.example", true),
    ("a.example", "a.example:", true),
    ("a.example:0080", "a.example:80", true),
    ("a.example:8080", "A.example:8080", true),
    ("%61.example", "a.example", true),
    ("[::1]", "[0:0:0:0:0:0:0:1]", true),
    ("[2001:DB8::1]:80", "[2001:db8::1]", true),
    ("a.example", "b.example", false),
    ("a.example", "a.example.", false),
    ("a.example", "a.example:443", false),
    ("a.example:8080", "a.example", false),
    ("a.example:8080", "a.example:8081", false),
    ("[::1]", "[::2]", false),
    ("[::1]", "127.0.0.1", false),
    ("a.example", "user@a.example", false),
    ("user@a.example", "user@a.example", false),
    ("a.example:65536", "a.example:65536", false),
    ("a.example:x", "a.example:x", false),
    ("", "", false),
    ("a.example/", "a.example/", false)
  )

  test("authorities that mean the same are one, and others are refused"):
    serving(Routes.get("/")((req, res) => res.text(req.host))): server =>
      for (authority, host, same) <- rows do
        val raw = RawHttp2(server.port)
        try
          val stream = raw.request("/", more = Seq(":authority" -> authority, "host" -> host))
          val first = raw.await(f => f.stream == stream && (f.kind == Frame.Headers || f.kind == Frame.Reset))
          val status = first.fields.collectFirst { case (":status", code) => code }
          // an invalid authority may be a stream error
          val expected = if same then Set(Some("200")) else Set(Some("400"), None)
          assert(expected(status), (authority, host, status))
        finally raw.close()

  test("the default port is that of the request's scheme"):
    serving(Routes.get("/")((_, res) => res.text("ok"))): server =>
      val raw = RawHttp2(server.port)
      def status(scheme: String, host: String) =
        raw.answer(raw.request("/", more = Seq(":scheme" -> scheme, "host" -> s"localhost:$host"))).status
      try
        assertEquals(status("https", "443"), 200)
        assertEquals(status("https", "80"), 400)
        assertEquals(status("http", "443"), 400)
      finally raw.close()
end AuthoritySuite
