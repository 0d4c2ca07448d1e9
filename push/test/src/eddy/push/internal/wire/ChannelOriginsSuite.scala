package eddy.push.internal.wire

import eddy.push.PushConfig
import eddy.web.{Origins, RunningServer, TrustedProxies, WebSocketClient}

/** Which pages may use channels, by the comparison that `OriginTableSuite` of `web` has a table of. */
class ChannelOriginsSuite extends PushFixture:
  private val ofTls = "X-Forwarded-For: 9.9.9.9\r\nX-Forwarded-Proto: https\r\n"

  // what proxies say, the page's origin, and whether that page may
  private val rows = Seq(
    ("", "http://x", true),
    ("", "http://X:80", true),
    ("", "https://x:443", true),
    ("", "http://x:8080", false),
    ("", "null", false),
    ("", "https://app.example", true),
    ("", "https://APP.example:443", true),
    ("", "http://app.example", false),
    (ofTls, "https://x", true),
    (ofTls, "http://x", false),
    (s"${ofTls}X-Forwarded-Host: chat.example:8443\r\n", "https://chat.example:8443", true),
    (s"${ofTls}X-Forwarded-Host: chat.example:8443\r\n", "https://x", false),
    (s"${ofTls}X-Forwarded-Port: 8443\r\n", "https://x:8443", true)
  )

  private def handshake(server: RunningServer, path: String, headers: String): Int =
    connected(server)(raw => WebSocketClient(raw, path, headers).handshake.status)

  private def listens(server: RunningServer, headers: String): Int =
    connected(server): raw =>
      raw.get("/events/tea", headers)
      raw.head().status

  test("a page may use channels by its origin, whichever way it connects"):
    val config = PushConfig(anonymous = true, origins = Origins.Only(Set("https://app.example")))
    pushing(config): served =>
      val routes = served.push.routes.through(TrustedProxies(Seq("127.0.0.1")))
      serving(routes): server =>
        for (proxies, origin, expected) <- rows do
          val headers = s"Origin: $origin\r\n$proxies"
          val seen = Seq(
            handshake(server, "/connection/websocket", headers) == 101,
            handshake(server, "/socket/tea", headers) == 101,
            listens(server, headers) == 200
          )
          assertEquals(seen, Seq.fill(3)(expected), (proxies, origin))
end ChannelOriginsSuite
