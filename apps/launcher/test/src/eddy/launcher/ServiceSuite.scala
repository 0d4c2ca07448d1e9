package eddy.launcher

import eddy.launcher.config.{Layers, Settings}
import eddy.testing.Eventually
import eddy.web.internal.tls.SelfSigned

import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.net.{InetAddress, ServerSocket, URI}
import java.nio.file.{Files, Path}
import java.util.Base64
import scala.concurrent.duration.{Duration, DurationInt}

class ServiceSuite extends munit.FunSuite:
  // the first service of a process waits for its code to be read, and a busy machine for everything
  override val munitTimeout: Duration = 10.minutes

  private def settings(options: (String, String)*): Settings =
    val given_ = options.map((key, value) => key -> ("a test", value)).toMap
    Settings.from(Layers.merge(given_, Map.empty, None, Path.of("/"))(0))

  private def started[A](options: (String, String)*)(use: Service => A): A =
    val service = Service.start(settings(options*))
    try use(service)
    finally
      val _ = service.stop()

  private def get(url: String): (Int, String) =
    val client = HttpClient.newHttpClient
    try
      val answer = client.send(HttpRequest.newBuilder(URI.create(url)).build, BodyHandlers.ofString)
      (answer.statusCode, answer.body)
    finally client.close()

  test("every page that the greeting names is there"):
    started("eddy.port" -> "0"): service =>
      val pages = Serve.greeting(service.url).split("\\s+").filter(_.startsWith("http://")).toSeq
      assert(pages.size >= 2, pages)
      for page <- pages do
        val (status, text) = get(page)
        assertEquals(status, 200, page)
        assert(text.contains("<html"), text.take(200))

  test("health, readiness and metrics are served beside the applications"):
    started("eddy.port" -> "0"): service =>
      assertEquals(get(s"${service.url}/health"), (200, "ok\n"))
      val (readiness, checks) = get(s"${service.url}/ready")
      assertEquals(readiness, 200)
      assert(checks.contains("\"chat\""), checks)
      val (status, text) = get(s"${service.url}/metrics")
      assertEquals(status, 200)
      for meter <- Seq(
          "eddy_connections",
          "eddy_chat_",
          "eddy_actors_live",
          "eddy_actors_dead_letters_total{reason=\"ended\"}"
        )
      do assert(text.contains(meter), text)

  test("with a certificate and its key it speaks HTTPS"):
    val folder = Files.createTempDirectory("eddy-launcher-tls")
    def pem(name: String, kind: String, der: Array[Byte]): Path =
      val text = Base64.getMimeEncoder.encodeToString(der)
      Files.writeString(folder.resolve(name), s"-----BEGIN $kind-----\n$text\n-----END $kind-----\n")
    val made = SelfSigned.make(Seq("localhost"))
    val certificate = pem("chain.pem", "CERTIFICATE", made.chain.head.getEncoded)
    val key = pem("key.pem", "PRIVATE KEY", made.key.getEncoded)
    val files = Seq("eddy.tls.certificate" -> certificate.toString, "eddy.tls.key" -> key.toString)
    started(("eddy.port" -> "0") +: files*)(service =>
      assert(service.url.startsWith("https://"), service.url)
    )
    Files.delete(key)
    val refusal = intercept[Refusal](Service.start(settings(("eddy.port" -> "0") +: files*)))
    assert(refusal.getMessage.contains(s"there is no file $key"), refusal.getMessage)
    assert(refusal.remedy.contains("--tls-key"), refusal.remedy)

  test("a broker of its own is started on demand, with channels over it"):
    started("eddy.port" -> "0", "eddy.mediator.address" -> "activemq"): service =>
      Eventually.until(
        "the broker answers",
        detail = s"${service.mediatorAway}"
      )(service.mediatorAway.isEmpty)
      assertEquals(get(s"${service.url}/ready")(0), 200)
      assert(get(s"${service.url}/metrics")(1).contains("eddy_push_mediator_up{mediator=\"activemq\"} 1"))

  test("a mediator that does not answer is told, and the rest is served"):
    val socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))
    val address = s"redis://somebody:secret@127.0.0.1:${socket.getLocalPort}"
    socket.close()
    val own = settings("eddy.port" -> "0", "eddy.mediator.address" -> address)
    val service = Service.start(own)
    try
      assertEquals(get(s"${service.url}/")(0), 200)
      val (status, checks) = get(s"${service.url}/ready")
      assertEquals(status, 503)
      assert(checks.contains("\"mediator\""), checks)
      val why = service.mediatorAway.getOrElse(fail("it is there"))
      val warning = Serve.awayWarning(own, why)
      assert(warning.contains("--mediator") && !warning.contains("secret"), warning)
    finally
      val _ = service.stop()

  test("after stopping, the port is free again"):
    val port = started("eddy.port" -> "0")(_.port)
    started("eddy.port" -> port.toString)(s => assertEquals(s.port, port))

  test("a port that is taken is refused with the process that has it, and exit code 1"):
    val socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))
    try
      val run = Run("serve", "--port", socket.getLocalPort.toString)
      assertEquals(run.code, 1)
      for part <-
          Seq(s"port ${socket.getLocalPort} ", "is taken", s"process ${ProcessHandle.current.pid} ", "--port")
      do
        assert(run.err.contains(part), run.err)
    finally socket.close()

  test("an address that is not this machine's is refused with the option for addresses, and exit code 1"):
    // 192.0.2.0/24 is for documentation (RFC 5737): nobody has it
    val run = Run("serve", "--port", "0", "--host", "192.0.2.1")
    assertEquals(run.code, 1)
    assert(run.err.contains("is no address of this machine") && run.err.contains("--host"), run.err)
    assert(!run.err.contains("--port"), run.err)

  test("who listens to the whole network is warned"):
    assert(settings("eddy.host" -> "0.0.0.0").isOpen)
    val warning = Serve.openWarning(settings("eddy.host" -> "0.0.0.0"), 8080)
    assert(warning.contains("everybody on the network") && warning.contains("--host 127.0.0.1"), warning)
    assert(!settings("eddy.host" -> "localhost").isOpen)
end ServiceSuite
