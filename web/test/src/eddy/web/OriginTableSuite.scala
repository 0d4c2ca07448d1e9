package eddy.web

import eddy.web.internal.{OwnOrigin, WebOrigin}

/** Origins compared as RFC 6454 defines them: by one function, for WebSockets, [[Csrf]] and [[Cors]]; for
  * channels see their own suite.
  */
class OriginTableSuite extends WebSuite:
  private val equal = Seq(
    "http://a.example" -> "http://a.example",
    "http://A.Example" -> "http://a.example",
    "HTTP://a.example" -> "http://a.example",
    "http://a.example:80" -> "http://a.example",
    "https://a.example:443" -> "https://a.example",
    "http://a.example:" -> "http://a.example",
    "http://a.example:08080" -> "http://a.example:8080",
    "http://[::1]:80" -> "http://[0:0:0:0:0:0:0:1]",
    "http://[2001:DB8::A]" -> "http://[2001:db8:0::a]",
    "http://%61.example" -> "http://a.example"
  )
  private val different = Seq(
    "http://a.example" -> "https://a.example",
    "http://a.example:443" -> "https://a.example",
    "http://a.example" -> "http://a.example:8080",
    "http://a.example" -> "http://b.a.example",
    "http://a.example" -> "http://a.example.evil",
    "http://a.example" -> "http://a.example.",
    "http://127.0.0.1" -> "http://localhost",
    "http://[::1]" -> "http://[::2]"
  )
  private val none = Seq(
    "null",
    "",
    "a.example",
    "//a.example",
    "http://",
    "http:///",
    "http://a.example/",
    "http://a.example/path",
    "http://user@a.example",
    "http://a.example@b.example",
    "http://a.example:80:80",
    "http://a.example:x",
    "http://a.example:65536",
    "http://[::1",
    "http://[zz]",
    "http://a b",
    "http://a.example http://b.example",
    "http://a.example, http://b.example",
    "file://",
    "ftp://a.example",
    "chrome-extension://abcdef"
  )

  private inline val Listed = "https://app.example:8443"
  private val routes = (Routes.post("/csrf")((_, res) => res.text("done")).through(Csrf(Set(Listed)))
    ++ Routes.get("/cors")((_, res) => res.text("done")).through(Cors(Origins.Only(Set(Listed))))
    ++ Routes.webSocket("/ws", WebSocketOptions(Origins.Only(Set(Listed))))(_ => ()))

  test("scheme, host and port make an origin, with the default ports, whatever the spelling"):
    for (one, other) <- equal do assertEquals(WebOrigin.parse(one), WebOrigin.parse(other), (one, other))
    for (one, _) <- equal do assertNotEquals(WebOrigin.parse(one), null, one)
    for (one, other) <- different do
      assertNotEquals(WebOrigin.parse(one), WebOrigin.parse(other), (one, other))
    for text <- none do assertEquals(WebOrigin.parse(text), null, text)

  test("a text that does not parse as an origin is never a server's own"):
    for text <- none do
      assert(!OwnOrigin(Seq("http", "https"), "a.example").is(text), text)
      assert(!OwnOrigin(Seq("http", "https"), text).is(text), text)

  private def behindProxies = routes.through(TrustedProxies(Seq("127.0.0.1")))
  private def behindStandard = routes.through(TrustedProxies(Seq("127.0.0.1"), ForwardedHeader.Forwarded))

  /** Whether a page of `origin` may, by all ways; a list needs no CORS for pages of its own. */
  private def mayPage(server: RunningServer, host: String, origin: String, more: Seq[String]): Seq[Boolean] =
    val head = s"Host: $host\r\nOrigin: $origin\r\n${more.map(_ + "\r\n").mkString}"
    val csrf = connected(server): raw =>
      raw.send(s"POST /csrf HTTP/1.1\r\nContent-Length: 0\r\n$head\r\n")
      raw.answer().status
    val socket = connected(server): raw =>
      raw.send(
        s"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
          s"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n$head\r\n"
      )
      raw.head().status
    assert(Set(200, 403)(csrf) && Set(101, 403)(socket), (csrf, socket))
    Seq(csrf == 200, socket == 101)

  private def table(server: RunningServer)(rows: (String, String, Seq[String], Boolean)*): Unit =
    for (host, origin, more, expected) <- rows do
      assertEquals(mayPage(server, host, origin, more), Seq(expected, expected), (host, origin, more))

  test("a page of the server's own origin, or of a listed one, may; others may not"):
    serving(routes): server =>
      table(server)(
        ("a.example", "http://a.example", Nil, true),
        ("a.example", "http://A.EXAMPLE:80", Nil, true),
        ("A.example:80", "http://a.example", Nil, true),
        ("a.example:", "http://a.example", Nil, true),
        ("[::1]:8080", "http://[0::1]:8080", Nil, true),
        // an undeclared proxy may have ended TLS
        ("a.example", "https://a.example", Nil, true),
        ("a.example", "https://a.example:443", Nil, true),
        ("a.example:443", "https://a.example", Nil, true),
        ("a.example:80", "https://a.example", Nil, false),
        ("a.example", "http://a.example:443", Nil, false),
        ("a.example", "http://a.example:8080", Nil, false),
        ("a.example", "http://b.example", Nil, false),
        ("a.example", "null", Nil, false),
        ("a.example", "http://a.example.", Nil, false),
        ("a.example", "http://x@a.example", Nil, false),
        ("a.example", Listed, Nil, true),
        ("a.example", "https://APP.example:8443", Nil, true),
        ("a.example", "https://app.example", Nil, false),
        ("a.example", "http://app.example:8443", Nil, false),
        // no proxy is declared
        (
          "a.example",
          "https://b.example",
          Seq("X-Forwarded-Host: b.example", "X-Forwarded-Proto: https"),
          false
        )
      )

  test("scheme, host and port from trusted proxies count"):
    serving(behindProxies): server =>
      val ofTls = Seq("X-Forwarded-For: 9.9.9.9", "X-Forwarded-Proto: https")
      table(server)(
        ("a.example", "https://a.example", ofTls, true),
        ("a.example", "http://a.example", ofTls, false),
        ("a.example", "http://a.example", Seq("X-Forwarded-Proto: http"), true),
        ("a.example", "https://a.example", Seq("X-Forwarded-Proto: http"), false),
        ("a.example", "https://a.example", Seq("X-Forwarded-Proto: wss"), true),
        ("inner:8080", "https://a.example", ofTls :+ "X-Forwarded-Host: a.example", true),
        ("inner:8080", "https://inner:8080", ofTls :+ "X-Forwarded-Host: a.example", false),
        ("inner", "https://a.example:8443", ofTls :+ "X-Forwarded-Host: A.example:8443", true),
        ("a.example", "https://a.example:8443", ofTls :+ "X-Forwarded-Port: 8443", true),
        ("a.example", "https://a.example", ofTls :+ "X-Forwarded-Port: 8443", false),
        ("a.example:8080", "https://a.example", ofTls :+ "X-Forwarded-Port: 443", true),
        (
          "inner",
          "https://a.example",
          ofTls ++ Seq("X-Forwarded-Host: a.example", "X-Forwarded-Port: 443"),
          true
        ),
        ("a.example", "https://a.example", ofTls :+ "X-Forwarded-Host: a b", true),
        ("a.example", "http://a.example", Nil, true)
      )

  test("Forwarded (RFC 7239) sets scheme, host and port, too"):
    serving(behindStandard): server =>
      table(server)(
        ("inner", "https://a.example", Seq("Forwarded: for=9.9.9.9;proto=https;host=a.example"), true),
        ("inner", "https://a.example:8443", Seq("Forwarded: proto=https;host=\"a.example:8443\""), true),
        ("inner", "http://a.example", Seq("Forwarded: proto=https;host=a.example"), false),
        ("inner", "https://inner", Seq("Forwarded: proto=https;host=a.example"), false),
        ("inner", "https://inner", Seq("Forwarded: proto=https"), true)
      )

  test("CORS lets listed origins read, whatever their spelling"):
    serving(routes): server =>
      def allowed(origin: String) =
        ask(server, "/cors", headers = Seq("Origin" -> origin)).head("access-control-allow-origin")
      assertEquals(allowed(Listed), Listed)
      assertEquals(allowed("https://App.example:8443"), "https://App.example:8443")
      for other <- Seq("https://app.example", "http://app.example:8443", "null") do
        assertEquals(allowed(other), "")
end OriginTableSuite
