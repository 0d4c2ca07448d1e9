package eddy.web

import eddy.testing.Waits
import eddy.web.http2.Trusting
import eddy.web.tls.Pem

import java.net.{InetAddress, Socket}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.CountDownLatch
import javax.net.ssl.SSLSocket
import scala.concurrent.duration.DurationInt

/** What proxies say of the client holds for the whole server, and only what trusted ones say. */
class ProxyProtocolSuite extends WebSuite:
  private val routes = Routes.get("/"): (req, res) =>
    val peer = Peer.of(req)
    val remote = req.remoteAddress
    res.text(
      s"${peer.address.getHostAddress} ${remote.getAddress.getHostAddress}:${remote.getPort} ${peer.isSecure}"
    )

  private val trusting =
    quiet.copy(trustedProxies = Some(TrustedNetworks(Seq("127.0.0.1", "10.0.0.0/8"))), proxyProtocol = true)

  private val byHeader = trusting.copy(proxyProtocol = false)

  private val signature = "\r\n\r\n\u0000\r\nQUIT\n".getBytes(ISO_8859_1)

  /** A header of version 2.
    * @param command 1 for a client's connection, 0 for the proxy's own
    */
  private def v2(command: Int, family: Int, addresses: Array[Byte], more: Array[Byte] = Array.empty) =
    val length = ByteBuffer.allocate(2).putShort((addresses.length + more.length).toShort).array
    signature ++ Array((0x20 | command).toByte, family.toByte) ++ length ++ addresses ++ more

  private def addresses(source: String, port: Int): Array[Byte] =
    val from = InetAddress.ofLiteral(source).getAddress
    val ports = ByteBuffer.allocate(4).putShort(port.toShort).putShort(443.toShort).array
    from ++ new Array[Byte](from.length) ++ ports

  /** Says that the client speaks TLS with the proxy (PP2_TYPE_SSL). */
  private val overTls = Array[Byte](0x20, 0, 5, 1, 0, 0, 0, 0)

  private val rows = Seq(
    (
      "version 1",
      "PROXY TCP4 9.9.9.9 1.1.1.1 4711 80\r\n".getBytes(ISO_8859_1),
      "9.9.9.9 9.9.9.9:4711 false"
    ),
    (
      "version 1, IPv6",
      "PROXY TCP6 2001:db8::1 2001:db8::2 4711 80\r\n".getBytes(ISO_8859_1),
      "2001:db8:0:0:0:0:0:1 2001:db8:0:0:0:0:0:1:4711 false"
    ),
    ("version 2", v2(1, 0x11, addresses("9.9.9.9", 4711)), "9.9.9.9 9.9.9.9:4711 false"),
    (
      "version 2, IPv6",
      v2(1, 0x21, addresses("2001:db8::1", 4711)),
      "2001:db8:0:0:0:0:0:1 2001:db8:0:0:0:0:0:1:4711 false"
    ),
    ("version 2 over TLS", v2(1, 0x11, addresses("9.9.9.9", 1), overTls), "9.9.9.9 9.9.9.9:1 true")
  )

  private val get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(ISO_8859_1)

  test("a header of the PROXY protocol tells the client, whether it comes with the request or byte by byte"):
    serving(routes, trusting): server =>
      for (name, header, expected) <- rows do
        connected(server): raw =>
          raw.send(header ++ get ++ get)
          assertEquals(Seq(raw.answer().body, raw.answer().body), Seq(expected, expected), name)
        connected(server): raw =>
          header.foreach(byte => raw.send(Array(byte)))
          raw.send(get)
          assertEquals(raw.answer().body, expected, name)

  test("the header is read before TLS, too, and with HTTP/2 behind it"):
    serving(routes, trusting.copy(tls = Some(Tls(Pem.shared)))): server =>
      val plain = Socket("127.0.0.1", server.port)
      plain.setSoTimeout(Waits.limit.toMillis.toInt)
      plain.getOutputStream.write(v2(1, 0x11, addresses("9.9.9.9", 4711)))
      val socket = Trusting.context.getSocketFactory
        .createSocket(plain, "localhost", server.port, true)
        .asInstanceOf[SSLSocket]
      try
        socket.getOutputStream.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".getBytes)
        val answer = String(socket.getInputStream.readAllBytes(), ISO_8859_1)
        assert(clue(answer).endsWith("9.9.9.9 9.9.9.9:4711 true"))
      finally socket.close()
    serving(routes, trusting): server =>
      connected(server): raw =>
        raw.send(v2(1, 0x11, addresses("9.9.9.9", 4711)))
        raw.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1) ++ Array[Byte](
          0, 0, 0, 4, 0, 0, 0, 0, 0
        ))
        // the type of the first frame of the server: SETTINGS
        assertEquals(raw.read(4)(3).toInt, 4)

  test("a connection of the proxy's own, or without an address, stays that of the proxy"):
    val own = Seq(v2(0, 0, Array.empty), v2(1, 0, Array.empty), "PROXY UNKNOWN\r\n".getBytes(ISO_8859_1))
    serving(routes, trusting): server =>
      for header <- own do
        connected(server): raw =>
          raw.send(header ++ get)
          assert(clue(raw.answer().body).startsWith("127.0.0.1 127.0.0.1:"))

  test("a trusted proxy that does not say whom it asks for is cut off, and the log says so"):
    val bad = Seq(
      get,
      "PROXY TCP4 9.9.9.9\r\n".getBytes(ISO_8859_1),
      "PROXY TCP4 localhost 1.1.1.1 1 2\r\n".getBytes(ISO_8859_1),
      ("PROXY TCP4 " + "9" * 200).getBytes(ISO_8859_1)
    )
    logged("eddy.web"): lines =>
      serving(routes, trusting): server =>
        for header <- bad do
          connected(server)(raw =>
            raw.send(header); assert(raw.isAtEnd)
          )
        val line = awaitNext(lines)
        assert(clue(line).contains("PROXY protocol"))
      val hasty = trusting.copy(timeouts = Timeouts(header = 100.millis))
      serving(routes, hasty)(server => connected(server)(raw => assert(raw.isAtEnd)))

  test("a client that is not a trusted proxy cannot state its address"):
    val others = trusting.copy(trustedProxies = Some(TrustedNetworks(Seq("10.0.0.0/8"))))
    serving(routes, others): server =>
      connected(server): raw =>
        raw.send(get)
        assert(clue(raw.answer().body).startsWith("127.0.0.1 "))
      for (_, header, _) <- rows do
        connected(server): raw =>
          raw.send(header ++ get)
          assertEquals(raw.answer().status, 400)
      connected(server): raw =>
        raw.send("GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 9.9.9.9\r\n\r\n")
        assert(clue(raw.answer().body).startsWith("127.0.0.1 127.0.0.1:"))

  test("behind the client of the PROXY protocol headers count only if that one is trusted"):
    serving(routes, trusting): server =>
      for (client, expected) <-
          Seq("9.9.9.9" -> "9.9.9.9 9.9.9.9:1 false", "10.9.9.9" -> "8.8.8.8 8.8.8.8:0 true")
      do
        connected(server): raw =>
          raw.send(v2(1, 0x11, addresses(client, 1)))
          raw.send(
            "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 8.8.8.8\r\nX-Forwarded-Proto: https\r\n\r\n"
          )
          assertEquals(raw.answer().body, expected)

  test("a trusted proxy's header holds for address, log and limits, over both protocols"):
    logged("eddy.access"): lines =>
      serving(routes, byHeader.copy(accessLog = true)): server =>
        val headers = Seq("X-Forwarded-For" -> "6.6.6.6, 9.9.9.9", "X-Forwarded-Proto" -> "https")
        assertEquals(ask(server, "/", headers = headers).body, "9.9.9.9 9.9.9.9:0 true")
        val line = awaitNext(lines)
        assert(clue(line).startsWith("9.9.9.9 - - ["))
        val raw = eddy.web.http2.RawHttp2(server.port)
        try
          val stream = raw.request("/", "GET", Seq("x-forwarded-for" -> "9.9.9.9"))
          assertEquals(raw.answer(stream).text, "9.9.9.9 9.9.9.9:0 false")
        finally raw.close()
    val limited = routes.through(RateLimit(1, 1.hour))
    serving(limited, byHeader): server =>
      def of(address: String) = ask(server, "/", headers = Seq("X-Forwarded-For" -> address)).statusCode
      assertEquals(Seq("9.9.9.1", "9.9.9.2", "9.9.9.1").map(of), Seq(200, 200, 429))

  test("a proxy may have more connections than one address may, a client behind it may not"):
    val few = byHeader.copy(limits = Limits(maxConnectionsPerAddress = 1))
    def second(config: ServerConfig, header: Array[Byte]): Int =
      val begun, go = CountDownLatch(1)
      val held = routes.get("/held"): (_, res) =>
        begun.countDown()
        go.await()
        res.text("held")
      serving(held, config): server =>
        connected(server): first =>
          first.send(header ++ "GET /held HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(ISO_8859_1))
          begun.await()
          try
            connected(server): other =>
              other.send(header ++ get)
              other.head().status
          finally go.countDown()
    assertEquals(second(few, Array.empty), 200)
    assertEquals(second(few.copy(proxyProtocol = true), v2(1, 0x11, addresses("9.9.9.9", 1))), 503)

  test("the PROXY protocol needs proxies to trust"):
    intercept[IllegalArgumentException](quiet.copy(proxyProtocol = true)): Unit
end ProxyProtocolSuite
