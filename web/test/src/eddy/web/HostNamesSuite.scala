package eddy.web

import eddy.web.http2.{RawHttp2, Trusting}
import eddy.web.internal.HostRules
import eddy.web.tls.Pem

import java.net.{InetAddress, InetSocketAddress}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.Files
import javax.net.ssl.SSLSocket

/** A server answers for its own hosts, and for no others. */
class HostNamesSuite extends WebSuite:
  private val routes = Routes
    .get("/")((_, res) => res.text("page"))
    .post("/order")((_, res) => res.text("done"))
    .get("/events")((_, res) => res.events().end())
    .webSocket("/ws")(_ => ())
    ++ Health.routes ++ Metrics.routes

  private def config(hosts: HostNames, host: String = "127.0.0.1") = quiet.copy(hosts = hosts, host = host)

  private def rules(config: ServerConfig, certificates: String*) =
    HostRules(config.hosts, config.host, config.tls.nonEmpty, () => certificates.toSet)
  private val here = InetAddress.ofLiteral("10.1.2.3")

  /** What follows the request line and Host, and the status for the server's own host. */
  private val requests = Seq(
    ("GET / HTTP/1.1", "", 200),
    ("HEAD / HTTP/1.1", "", 200),
    ("GET /metrics HTTP/1.1", "", 200),
    ("GET /nothing HTTP/1.1", "", 404),
    ("OPTIONS * HTTP/1.1", "", 204),
    ("POST /order HTTP/1.1", "Content-Length: 0\r\n", 200),
    ("POST /order HTTP/1.1", "Content-Length: 9000\r\nExpect: 100-continue\r\n", 100),
    ("GET /events HTTP/1.1", "", 200),
    (
      "GET /ws HTTP/1.1",
      "Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\n" +
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
      101
    )
  )

  test("it answers to these hosts"):
    val local = config(HostNames.Auto)
    val open = config(HostNames.Auto, "0.0.0.0")
    val tls = open.copy(tls = Some(Tls(Pem.shared)))
    val localTls = local.copy(tls = Some(Tls(Pem.shared)))
    val listed = config(HostNames.Only(Set("Shop.example.org", "*.cdn.example.org", "[2001:db8::1]")))
    val rows = Seq(
      (local, "localhost", true),
      (local, "LOCALHOST:8080", true),
      (local, "localhost.", true),
      (local, "localhost.:1", true),
      (local, "127.0.0.1:9999", true),
      (local, "[::1]:8080", true),
      (local, "[0:0:0:0:0:0:0:1]", true),
      (local, "[::ffff:127.0.0.1]", true),
      (local, "evil.example", false),
      (local, "evil.example:8080", false),
      (local, "localhost.evil.example", false),
      (local, "127.0.0.1.evil.example", false),
      (local, "x.localhost", false),
      (local, "127.0.0.2", false),
      (local, "0.0.0.0:8080", false),
      (local, "127.1", false),
      (local, "localhos%74", false),
      (local, "10.1.2.3:8080", true), // where the connection has come in
      (config(HostNames.Auto, "localhost"), "evil.example", false),
      (config(HostNames.Auto, "::1"), "evil.example", false),
      (config(HostNames.Auto, "::1"), "[::1]", true),
      (config(HostNames.Any), "evil.example", true),
      (open, "whatever.example", true),
      (config(HostNames.Auto, "::"), "whatever.example", true),
      (tls, "a.example:443", true),
      (tls, "x.b.example", true),
      (tls, "x.y.b.example", false),
      (tls, "b.example", false),
      (tls, "localhost", false),
      (tls, "evil.example", false),
      (tls, "10.1.2.3", true),
      (localTls, "localhost", true),
      (localTls, "a.example", true),
      (localTls, "evil.example", false),
      (listed, "shop.example.org:443", true),
      (listed, "SHOP.example.org.", true),
      (listed, "img.cdn.example.org", true),
      (listed, "cdn.example.org", false),
      (listed, "[2001:db8:0::1]:80", true),
      (listed, "localhost", false),
      (listed, "example.org", false)
    )
    for (config, host, accepted) <- rows do
      val answers = rules(config, "a.example", "*.b.example").accepts(host, here)
      assertEquals(answers, accepted, s"${config.host} ${config.hosts} ${config.tls.nonEmpty} $host")
    // no browser leaves it out
    assert(rules(local).accepts(null, here))
    assert(!rules(local).accepts("evil.example", null))

  test("over HTTP/1.1 nothing is served to the page of a stranger whose name points here, but /health"):
    serving(routes, config(HostNames.Auto)): server =>
      def status(line: String, host: String, more: String): Int =
        connected(server): raw =>
          raw.send(s"$line\r\nHost: $host\r\nOrigin: http://$host\r\n$more\r\n")
          raw.head().status
      for (line, more, own) <- requests do
        assertEquals(status(line, s"evil.example:${server.port}", more), 421, line)
        assertEquals(status(line, s"localhost:${server.port}", more), own, line)
      assertEquals(status("GET /health HTTP/1.1", "evil.example", ""), 200)
      // the host of the target goes before the header
      assertEquals(status("GET http://evil.example/ HTTP/1.1", "localhost", ""), 421)
      assertEquals(status("GET http://localhost/ HTTP/1.1", "evil.example", ""), 200)

  test("over HTTP/2, a request for another host gets 421, too"):
    serving(routes, config(HostNames.Auto)): server =>
      def status(path: String, host: String, method: String, more: (String, String)*): Int =
        val raw = RawHttp2(server.port)
        try
          val stream = raw.nextStream()
          val usual = Seq(":method" -> method, ":scheme" -> "http", ":path" -> path, ":authority" -> host)
          raw.headers(stream, more.filter(_(0).startsWith(":")) ++ usual, end = method != "CONNECT")
          raw.await(f => f.stream == stream && f.kind == eddy.web.http2.Frame.Headers)
            .fields.collectFirst { case (":status", text) => text.toInt }.getOrElse(0)
        finally raw.close()
      for (path, method, own) <- Seq(
          ("/", "GET", 200),
          ("/metrics", "GET", 200),
          ("/order", "POST", 200),
          ("/events", "GET", 200)
        )
      do
        assertEquals(status(path, "evil.example", method), 421, path)
        assertEquals(status(path, "127.0.0.1:1", method), own, path)
      assertEquals(status("/ws", "evil.example", "CONNECT", ":protocol" -> "websocket"), 421)

  test("the log names a refused host"):
    logged("eddy.web"): lines =>
      serving(routes, config(HostNames.Auto)): server =>
        connected(server): raw =>
          raw.send("GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n")
          assertEquals(raw.answer().status, 421)
        val line = awaitNext(lines)
        assert(clue(line).contains("\"shop.example\""))

  test("a server that answers to any host says so when it starts"):
    logged("eddy.web"): lines =>
      serving(routes, config(HostNames.Auto, "0.0.0.0")): _ =>
        val line = awaitNext(lines)
        assert(clue(line).contains("any host name"))
      for quietly <- Seq(config(HostNames.Auto), config(HostNames.Any, "0.0.0.0")) do
        serving(routes, quietly)(_ => ())
      assertEquals(lines.size, 0)

  test("over TLS it answers to the hosts of its certificates, as they are renewed"):
    val folder = Files.createTempDirectory("eddy-hosts-test")
    try
      Pem.write(folder, "one.example")
      val tls = config(HostNames.Auto, "0.0.0.0").copy(tls = Some(Tls(Pem.of(folder))))
      serving(routes, tls): server =>
        def status(host: String): String =
          val socket = Trusting.context.getSocketFactory.createSocket().asInstanceOf[SSLSocket]
          try
            socket.connect(InetSocketAddress("127.0.0.1", server.port))
            socket.getOutputStream.write(
              s"GET / HTTP/1.1\r\nHost: $host\r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1)
            )
            String(socket.getInputStream.readAllBytes(), ISO_8859_1).slice(9, 12)
          finally socket.close()
        assertEquals(Seq("one.example", "two.example", "127.0.0.1").map(status), Seq("200", "421", "200"))
        Pem.write(folder, "two.example")
        assertEquals(server.reloadTls(), TlsReload.Loaded)
        assertEquals(Seq("one.example", "two.example").map(status), Seq("421", "200"))
    finally
      Files.list(folder).forEach(Files.delete(_))
      Files.delete(folder)
    end try

  test("hosts that no request could be for are refused with the remedy"):
    val bad =
      Seq("", "http://a.example", "a.example:80", "a.example/", "*", "a.*.example", "a b", "münchen.example")
    for name <- bad do
      val failure = intercept[IllegalArgumentException](config(HostNames.Only(Set(name))))
      assert(clue(failure.getMessage).contains(s"\"$name\""))
    intercept[IllegalArgumentException](config(HostNames.Only(Set()))): Unit
end HostNamesSuite
