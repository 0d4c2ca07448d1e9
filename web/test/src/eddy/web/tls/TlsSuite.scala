package eddy.web.tls

import eddy.testing.{Eventually, Waits}
import eddy.web.http2.Trusting
import eddy.web.internal.tls.SelfSigned
import eddy.web.{
  Routes,
  RunningServer,
  Server,
  ServerConfig,
  ServerStartException,
  Tls,
  TlsCertificate,
  TlsReload,
  WebSuite
}

import java.net.InetSocketAddress
import java.nio.file.{Files, Path}
import java.security.cert.X509Certificate
import javax.net.ssl.{SNIHostName, SSLException, SSLSocket}
import scala.concurrent.duration.DurationInt

class TlsSuite extends WebSuite:
  private val ok = Routes.get("/")((_, res) => res.text("ok"))
  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("eddy-tls-test"),
    folder =>
      Files.list(folder).forEach(Files.delete(_))
      Files.delete(folder)
  )

  private def secured(tls: Tls): ServerConfig = quiet.copy(tls = Some(tls))
  private val selfSigned = Pem.shared

  private def open(
      server: RunningServer,
      host: String = "localhost",
      protocols: Seq[String] = Nil
  ): SSLSocket =
    val socket = Trusting.context.getSocketFactory.createSocket().asInstanceOf[SSLSocket]
    socket.connect(InetSocketAddress("127.0.0.1", server.port))
    socket.setSoTimeout(Waits.limit.toMillis.toInt)
    val parameters = socket.getSSLParameters
    parameters.setServerNames(java.util.List.of(SNIHostName(host)))
    if protocols.nonEmpty then parameters.setProtocols(protocols.toArray)
    socket.setSSLParameters(parameters)
    socket

  /** The host that the certificate shown is for. */
  private def shown(server: RunningServer, host: String = "localhost"): String =
    val socket = open(server, host)
    try
      socket.startHandshake()
      socket.getSession.getPeerCertificates.head match
        case c: X509Certificate => c.getSubjectX500Principal.getName
        case other => other.toString
    finally socket.close()

  private def get(socket: SSLSocket): String =
    socket.getOutputStream.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".getBytes)
    String(socket.getInputStream.readAllBytes())

  test("over TLS a page that came without it may not open a WebSocket"):
    serving(Routes.webSocket("/")(_ => ()), secured(Tls(selfSigned))): server =>
      for (origin, status) <- Seq("https://x" -> "101", "http://x" -> "403") do
        val socket = open(server)
        try
          val shake =
            "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\n" +
              s"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: $origin\r\n\r\n"
          socket.getOutputStream.write(shake.getBytes)
          assertEquals(String(socket.getInputStream.readNBytes(12)), s"HTTP/1.1 $status", origin)
        finally socket.close()

  test("the answer comes whole, then the end within TLS; the address says https"):
    serving(ok, secured(Tls(selfSigned))): server =>
      assert(server.url.startsWith("https://127.0.0.1:"))
      val socket = open(server)
      try
        assert(get(socket).endsWith("ok"))
        assert(Set("TLSv1.3")(socket.getSession.getProtocol))
      finally socket.close()

  test("TLS 1.2 is spoken with forward secrecy, 1.1 is not spoken"):
    serving(ok, secured(Tls(selfSigned))): server =>
      val socket = open(server, protocols = Seq("TLSv1.2"))
      try
        assert(get(socket).endsWith("ok"))
        assert(socket.getSession.getCipherSuite.contains("ECDHE"))
      finally socket.close()
      val old = open(server, protocols = Seq("TLSv1.1"))
      try intercept[SSLException](old.startHandshake()): Unit
      finally old.close()

  folder.test("certificates are read from PEM files and from a key store"): folder =>
    Pem.write(folder, "pem.example")
    Pem.keyStore(folder.resolve("store.p12"), "store.example", "word")
    serving(ok, secured(Tls(Pem.of(folder)))): server =>
      assertEquals(shown(server), "CN=pem.example")
    serving(ok, secured(Tls(TlsCertificate.Pkcs12(folder.resolve("store.p12"), "word")))): server =>
      assertEquals(shown(server), "CN=store.example")

  test("a certificate is for the hosts that it lists"):
    assertEquals(
      SelfSigned.make(Seq("One.example", "*.two.example")).names,
      Seq("one.example", "*.two.example")
    )

  folder.test("the certificate is chosen by the host that the client names"): folder =>
    Pem.write(folder, "pem.example", "*.wild.example")
    val tls = Tls(TlsCertificate.SelfSignedForDevelopment(Seq("first.example")), Seq(Pem.of(folder)))
    serving(ok, secured(tls)): server =>
      assertEquals(shown(server, "first.example"), "CN=first.example")
      assertEquals(shown(server, "PEM.example"), "CN=pem.example")
      assertEquals(shown(server, "a.wild.example"), "CN=pem.example")
      assertEquals(shown(server, "unknown.example"), "CN=first.example")

  folder.test("a reload changes the certificate of new connections; bad files change nothing"): folder =>
    Pem.write(folder, "old.example")
    serving(ok, secured(Tls(Pem.of(folder), watchEvery = None))): server =>
      val before = open(server)
      before.startHandshake()
      Pem.write(folder, "new.example")
      assertEquals(shown(server), "CN=old.example")
      assertEquals(server.reloadTls(), TlsReload.Loaded)
      assertEquals(shown(server), "CN=new.example")
      assert(get(before).endsWith("ok"))
      before.close()
      Files.writeString(folder.resolve("key.pem"), "nonsense"): Unit
      server.reloadTls() match
        case TlsReload.Kept(reason) => assert(reason.contains("key.pem"), reason)
        case other => fail(other.toString)
      assertEquals(shown(server), "CN=new.example")

  folder.test("files that change are noticed; bad ones are reported"): folder =>
    Pem.write(folder, "old.example")
    serving(ok, secured(Tls(Pem.of(folder), watchEvery = Some(20.millis)))): server =>
      assertEquals(shown(server), "CN=old.example")
      Files.writeString(folder.resolve("chain.pem"), "nonsense"): Unit
      val (failure, where) = nextReport()
      assert(failure.getMessage.contains("the old certificates stay in use"), failure.getMessage)
      assertEquals((where, shown(server)), ("the TLS files' watch", "CN=old.example"))
      Pem.write(folder, "new.example")
      Eventually.until("the new certificate is used")(shown(server) == "CN=new.example")

  test("answers carry Strict-Transport-Security when the configuration says so"):
    serving(ok, secured(Tls(selfSigned, hsts = Some(1.hour)))): server =>
      val socket = open(server)
      try assert(get(socket).toLowerCase.contains("strict-transport-security: max-age=3600\r\n"))
      finally socket.close()

  test("plain HTTP on a TLS port is answered with that reason"):
    serving(ok, secured(Tls(selfSigned))): server =>
      connected(server): raw =>
        raw.get("/")
        val answer = raw.answer()
        assertEquals((answer.status, answer.header("Connection")), (400, Some("close")))
        assert(answer.body.contains("https://"))
        assert(raw.isAtEnd)
      assertFailures(server, "plain-http")

  Seq("not-tls" -> Array[Byte](0, 1, 2, 3), "handshake" -> Array.fill[Byte](64)(22)).foreach:
    (reason, bytes) =>
      test(s"garbage is closed and counted as $reason, and the server still serves"):
        serving(ok, secured(Tls(selfSigned))): server =>
          connected(server): raw =>
            raw.send(bytes)
            raw.rest(): Unit
          assertFailures(server, reason)
          val socket = open(server)
          try assert(get(socket).endsWith("ok"))
          finally socket.close()

  test("a handshake that does not complete in time is given up"):
    serving(ok, secured(Tls(selfSigned, handshakeTimeout = 50.millis))): server =>
      connected(server): raw =>
        assert(raw.isAtEnd)
      connected(server): raw =>
        raw.send(Array[Byte](22, 3, 1, 1, 0, 1))
        assert(raw.isAtEnd)
      assertFailures(server, "timeout")

  test("a connection in its handshake does not keep the server from stopping"):
    val server = Server(secured(Tls(selfSigned))).start(ok)
    connected(server): raw =>
      raw.send(Array[Byte](22, 3))
      server.stop(2.minutes)
      assert(raw.isAtEnd)

  folder.test("a server does not start with files that it cannot use, and says why"): folder =>
    def message(certificate: TlsCertificate): String =
      intercept[ServerStartException](Server(secured(Tls(certificate))).start(ok)).getMessage
    assert(message(Pem.of(folder)).contains("there is no file"))
    Pem.write(folder, "one.example")
    val key = Files.readString(folder.resolve("key.pem"))
    Pem.write(folder, "two.example")
    Files.writeString(folder.resolve("key.pem"), key): Unit
    assert(message(Pem.of(folder)).contains("the key is not the one of the certificate"))
    Files.writeString(folder.resolve("key.pem"), key.replace("PRIVATE", "RSA PRIVATE")): Unit
    assert(message(Pem.of(folder)).contains("openssl pkcs8"))
    Pem.keyStore(folder.resolve("store.p12"), "store.example", "word")
    val wrong = message(TlsCertificate.Pkcs12(folder.resolve("store.p12"), "wrong"))
    assert(wrong.contains("password") && !wrong.contains("wrong"), wrong)

  private def assertFailures(server: RunningServer, reason: String): Unit =
    // Counted before the connection ends, which the client has seen.
    assert(server.metrics.scrape().contains(s"eddy_tls_failures_total{reason=\"$reason\"}"))

  test("a client's second handshake is refused, whatever protocol was agreed on"):
    for agreed <- Seq("", "http/1.1", "h2") do
      serving(ok, secured(Tls(selfSigned))): server =>
        val socket = open(server, protocols = Seq("TLSv1.2"))
        try
          val parameters = socket.getSSLParameters
          if agreed.nonEmpty then parameters.setApplicationProtocols(Array(agreed))
          socket.setSSLParameters(parameters)
          socket.startHandshake()
          assertEquals(socket.getApplicationProtocol, agreed)
          val rest =
            try
              socket.startHandshake()
              if agreed == "h2" then String(socket.getInputStream.readAllBytes()) else get(socket)
            catch
              case late: java.net.SocketTimeoutException => fail("the connection goes on", late)
              case _: java.io.IOException => ""
          assert(!clue(rest).contains("200 OK"))
        finally socket.close()
        assert(get(open(server)).endsWith("ok"))

  test("with TLS 1.2 and 1.3, resumed or not, one handshake is enough for any number of requests"):
    serving(ok, secured(Tls(selfSigned))): server =>
      for protocol <- Seq("TLSv1.2", "TLSv1.3"); _ <- 1 to 2 do
        assert(get(open(server, protocols = Seq(protocol))).endsWith("ok"), protocol)
end TlsSuite
