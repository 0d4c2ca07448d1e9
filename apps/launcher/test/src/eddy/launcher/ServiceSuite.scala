package eddy.launcher

import eddy.launcher.config.{Layers, MediatorSettings, OpenMediator, Settings}
import eddy.push.MemoryMediator
import eddy.testing.{Eventually, FreePort, TestFolder, Waits}
import eddy.web.internal.tls.SelfSigned
import eddy.web.verify.Refusal

import java.net.Socket
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.net.{InetAddress, ServerSocket, URI}
import java.nio.file.{Files, Path}
import java.util.Base64
import java.util.concurrent.CountDownLatch

class ServiceSuite extends eddy.testing.PatientSuite:
  /** However busy the machine, no limit of the product decides a test. */
  private val patience = Seq(
    "eddy.drain",
    "eddy.web.analysis-within",
    "eddy.web.overload.max-wait",
    "eddy.web.timeouts.header",
    "eddy.web.timeouts.response",
    "eddy.channels.node.mediator-timeout"
  ).map(_ -> s"${Waits.limit.toSeconds} s")

  private def settings(options: (String, String)*): Settings =
    val given_ = (patience ++ options).map((key, value) => key -> ("a test", value)).toMap
    val read = Settings.from(Layers.merge(given_, Map.empty, None, Path.of("/"))(0))
    read.copy(trading = read.trading.map(t => t.copy(exchange = t.exchange.copy(answerWithin = Waits.limit))))

  private def started[A](options: (String, String)*)(use: Service => A): A =
    val service = Service.start(settings(options*))
    try use(service)
    finally
      val _ = service.stop()

  /** Where a test is not about them: they take their time to start. */
  private val noMarkets = "eddy.trading.enabled" -> "false"

  private def get(url: String, headers: String*): (Int, String) =
    val client = HttpClient.newHttpClient
    try
      val request = HttpRequest.newBuilder(URI.create(url))
      if headers.nonEmpty then request.headers(headers*): Unit
      val answer = client.send(request.build, BodyHandlers.ofString)
      (answer.statusCode, answer.body)
    finally client.close()

  private def post(url: String, key: String, body: String): (Int, String) =
    val client = HttpClient.newHttpClient
    try
      val request = HttpRequest.newBuilder(URI.create(url)).header("X-API-Key", key)
      val answer =
        client.send(request.POST(HttpRequest.BodyPublishers.ofString(body)).build, BodyHandlers.ofString)
      (answer.statusCode, answer.body)
    finally client.close()

  private def greeting(service: Service): String =
    Serve.greeting(service.url, service.applications, service.joining)

  test(
    "a mediator's broker in this process that does not end is left behind after eddy.drain, and it says so"
  ):
    val never = CountDownLatch(1)
    val opened = OpenMediator(MemoryMediator(), close = () => never.await())
    val given_ = settings("eddy.drain" -> "1 s", noMarkets).copy(
      mediator = MediatorSettings("memory", () => opened)
    )
    try assertEquals(Service.start(given_).stop(), Service.End(isWhole = false, cutOff = 0, lost = 0))
    finally never.countDown()

  // a change of the feed's memory of who watches which product takes a moment, and is rare
  test("no handler excludes another, but for the hooks by which the price feed counts its watchers"):
    started("eddy.port" -> "0"): service =>
      val (status, report) = get(s"${service.url}/handlers.json")
      assertEquals(status, 200)
      val kinds = """"name":"([^"]+)","stableName":[^{}]*?"kind":"([^"]+)"""".r
        .findAllMatchIn(report).map(m => m.group(1).nn -> m.group(2).nn).toList
      assert(kinds.contains("GET /chat/events" -> "read-only"), report)
      val parallel = Set("stateless", "read-only", "adding")
      val others = kinds.filterNot((_, kind) => parallel(kind)).map(_(0).takeWhile(_ != '(').trim)
      assertEquals(others.distinct.sorted, List("hook onDisconnect", "hook onSubscribe"))
      val targets = """"targets":\[([^\]]*)\]""".r.findAllMatchIn(report).map(_.group(1).nn).toSet
      assertEquals(targets, Set("\"eddy.trading.internal.Watchers watchers\""))

  test("every page that the greeting names is there"):
    started("eddy.port" -> "0"): service =>
      val pages =
        greeting(service).split("\\s+").filter(_.startsWith("http://")).toSeq
      assert(pages.size >= 3, pages)
      for page <- pages do
        val (status, text) = get(page)
        assertEquals(status, 200, page)
        assert(text.contains("<html"), text.take(200))

  test("health, readiness and metrics are served beside the applications"):
    started("eddy.port" -> "0"): service =>
      assertEquals(get(s"${service.url}/health"), (200, "ok\n"))
      // the node has still to learn which tokens were revoked
      Eventually.until("it is ready")(get(s"${service.url}/ready")(0) == 200)
      val (_, checks) = get(s"${service.url}/ready")
      assert(checks.contains("\"chat\""), checks)
      val (status, text) = get(s"${service.url}/metrics")
      assertEquals(status, 200)
      for meter <- Seq(
          "eddy_connections",
          "eddy_chat_",
          "eddy_trading_orders_total{engine=\"0\"}",
          "eddy_actors_live",
          "eddy_actors_dead_letters_total{reason=\"terminated\"}"
        )
      do assert(text.contains(meter), text)

  test(
    "the report of handlers is for programs of this machine, not for those behind a proxy or another host's name"
  ):
    started("eddy.port" -> "0", noMarkets): service =>
      for page <- Seq("/handlers", "/handlers.json", "/handlers/locks") do
        assertEquals(get(s"${service.url}$page")(0), 200, page)
        assertEquals(get(s"${service.url}$page".replace("127.0.0.1", "localhost"))(0), 200, page)
        for header <- Seq("Forwarded", "X-Forwarded-For", "X-Real-IP") do
          assertEquals(get(s"${service.url}$page", header, "10.0.0.1")(0), 404, header)
      val rebound = Socket("127.0.0.1", URI.create(service.url).getPort)
      try
        rebound.getOutputStream.write(
          "GET /handlers HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".getBytes
        )
        assert(clue(String(rebound.getInputStream.readAllBytes)).startsWith("HTTP/1.1 421"))
      finally rebound.close()

  test("the markets are where they were after a restart, and are in the folder for data"):
    val data = TestFolder.make("eddy-data").toString
    val port = FreePort.any()
    val own = Seq("eddy.port" -> port.toString, "eddy.data" -> data)
    def orders(service: Service) = get(s"${service.url}/trading/api/orders?trader=ada")(1)
    started(own*): service =>
      val order = "product=ACME&trader=ada&quantity=5&price=100"
      assertEquals(post(s"${service.url}/trading/sell?$order", "", "")(0), 202)
      assert(orders(service).contains("\"quantity\":5"), orders(service))
    started(own*)(service => assert(orders(service).contains("\"quantity\":5"), orders(service)))
    assert(Files.exists(Path.of(data, s"trading-$port.sqlite")))

  test("a database that cannot be had ends the start with what to do"):
    val url = "jdbc:mariadb://127.0.0.1:1/eddy?connectTimeout=2000"
    val refusal = intercept[Refusal](
      Service.start(settings("eddy.port" -> "0", "eddy.trading.database" -> url))
    )
    assertEquals(refusal.exitCode, 1)
    assert(refusal.getMessage.contains("jdbc:mariadb://127.0.0.1:1/eddy"), refusal.getMessage)
    assert(refusal.remedy.contains("eddy.trading"), refusal.remedy)

  test("a port that is taken is told before anything is begun"):
    val socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))
    val data = TestFolder.make("eddy-data")
    try
      val own = settings("eddy.port" -> socket.getLocalPort.toString, "eddy.data" -> data.toString)
      assert(intercept[Refusal](Service.start(own)).getMessage.contains("is taken"))
      assertEquals(data.toFile.list.toSeq, Nil, "the markets were opened")
    finally socket.close()

  test("of a port and a database that are both taken the port is told"):
    val socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))
    val port = socket.getLocalPort.toString
    // no folder can be made there
    val data = Files.createTempFile(TestFolder.make("eddy"), "eddy", "data").toString
    try
      val refusal = intercept[Refusal](Service.start(settings("eddy.port" -> port, "eddy.data" -> data)))
      assert(refusal.getMessage.contains(s"port $port "), refusal.getMessage)
    finally socket.close()

  test("without markets there is no page, and the greeting names none"):
    started("eddy.port" -> "0", noMarkets): service =>
      assertEquals(get(s"${service.url}/trading/")(0), 404)
      assert(!greeting(service).contains("trading"))
      assert(!get(s"${service.url}/")(1).contains("/trading/"))

  test("with a certificate and its key it speaks HTTPS"):
    val folder = TestFolder.make("eddy-launcher-tls")
    def pem(name: String, kind: String, der: Array[Byte]): Path =
      val text = Base64.getMimeEncoder.encodeToString(der)
      Files.writeString(folder.resolve(name), s"-----BEGIN $kind-----\n$text\n-----END $kind-----\n")
    val made = SelfSigned.make(Seq("localhost"))
    val certificate = pem("chain.pem", "CERTIFICATE", made.chain.head.getEncoded)
    val key = pem("key.pem", "PRIVATE KEY", made.key.getEncoded)
    val files = Seq("eddy.tls.certificate" -> certificate.toString, "eddy.tls.key" -> key.toString)
    started(("eddy.port" -> "0") +: noMarkets +: files*)(service =>
      assert(service.url.startsWith("https://"), service.url)
    )
    Files.delete(key)
    val refusal = intercept[Refusal](Service.start(settings(("eddy.port" -> "0") +: files*)))
    assert(refusal.getMessage.contains(s"there is no file $key"), refusal.getMessage)
    assert(refusal.remedy.contains("--tls-key"), refusal.remedy)

  test("channels of one's own are served to who has a token or the key, and to nobody else"):
    val key = Files.writeString(
      Files.createTempFile(TestFolder.make("eddy-launcher"), "eddy-launcher", ".key"),
      "0123456789abcdef\n"
    )
    val secret = Files.writeString(
      Files.createTempFile(TestFolder.make("eddy-launcher"), "eddy-launcher", ".secret"),
      Base64.getEncoder.encodeToString("s".repeat(32).getBytes)
    )
    val own = Seq(
      "eddy.port" -> "0",
      noMarkets,
      "eddy.channels.namespaces" -> "[{ name = news, history = 10, clients-subscribe = true }]",
      "eddy.channels.token-secret-file" -> secret.toString,
      "eddy.channels.api-key-file" -> key.toString
    )
    started(own*): service =>
      def publish(key: String) =
        post(s"${service.url}/api/publish", key, """{"channel":"news:a","data":{"n":1}}""")
      assertEquals(publish("another key of 32")(0), 401)
      val (status, answer) = publish("0123456789abcdef")
      assertEquals((status, answer.startsWith("""{"result":{"offset":1""")), (200, true), answer)
      assertEquals(get(s"${service.url}/poll/news:a")(0), 401)
      val token = Hs256.token("s".repeat(32), """{"sub":"ada","exp":4000000000}""")
      val (read, text) = get(s"${service.url}/poll/news:a?token=$token")
      assertEquals(read, 200, text)
      // each refusal is counted once, by its number; those of clients also by what they asked for
      val metrics = get(s"${service.url}/metrics")(1)
      for refusal <- Seq(
          "eddy_push_refusals_total{code=\"101\"} 2.0",
          "eddy_push_errors_total{code=\"101\",method=\"connect\"} 1.0"
        )
      do assert(metrics.contains(refusal), metrics)
    started("eddy.port" -> "0", noMarkets): service =>
      assertEquals(get(s"${service.url}/poll/news:a")(0), 404, "without namespaces there is nothing")

  test("a broker of its own is started on demand, with channels over it"):
    started("eddy.port" -> "0", noMarkets, "eddy.mediator.address" -> "activemq"): service =>
      Eventually.until(
        "the broker answers",
        detail = s"${service.mediatorAway}"
      )(service.mediatorAway.isEmpty)
      // the node has still to learn which tokens were revoked
      Eventually.until("it is ready")(get(s"${service.url}/ready")(0) == 200)
      assert(get(s"${service.url}/metrics")(1).contains("eddy_push_mediator_up{mediator=\"activemq\"} 1"))
      // the password is one that nobody knows
      val said = greeting(service)
      assert(
        said.matches("(?s).*tcp://127.0.0.1:[1-9].*alone.* when eddy.mediator.password-file is set.*"),
        said
      )

  test("another node joins the broker of the first by what the first said when it was up"):
    val password =
      Files.writeString(TestFolder.make("eddy").resolve("password"), "a word\n").toString
    val common = Seq("eddy.port" -> "0", noMarkets, "eddy.mediator.password-file" -> password)
    started(common :+ "eddy.mediator.address" -> "activemq"*): first =>
      val Join =
        "(?s).*--mediator (\\S+), .*eddy.mediator.user = (\\w+) .*same eddy.mediator.password-file.*".r
      greeting(first) match
        case Join(address: String, user: String) =>
          started(common ++ Seq("eddy.mediator.address" -> address, "eddy.mediator.user" -> user)*): second =>
            Eventually.until("it has joined", s"${second.mediatorAway}")(second.mediatorAway.isEmpty)
            assert(!greeting(second).contains("broker"))
        case other => fail(other)

  test("a mediator that does not answer is told, and the rest is served"):
    val address = s"redis://somebody:secret@127.0.0.1:${FreePort.any()}"
    val own = settings("eddy.port" -> "0", noMarkets, "eddy.mediator.address" -> address)
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

  test("a stop tells how many connections were cut off"):
    val service = Service.start(settings("eddy.port" -> "0", "eddy.drain" -> "500 ms", noMarkets))
    // none of these answers the server's goodbye
    val silent = "GET /chat/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    val idle = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    val sockets = Seq(silent, silent, idle).map: sent =>
      val socket = new Socket("127.0.0.1", service.port)
      socket.getOutputStream.write(sent.getBytes)
      assertEquals(socket.getInputStream.read(), 'H'.toInt)
      socket
    try assertEquals(service.stop().cutOff, 2)
    finally sockets.foreach(_.close())

  test("a folder for data that cannot be made ends the start with the key that says where"):
    for data <- Seq("/proc/nope", "/dev/null/nope") do
      val port = FreePort.any().toString
      val refusal = intercept[Refusal](Service.start(settings("eddy.port" -> port, "eddy.data" -> data)))
      assertEquals(refusal.exitCode, 1)
      assert(!clue(refusal.getMessage).contains("Exception"))
      assert(clue(refusal.remedy).contains("eddy.data"))

  test("after stopping, the port is free again"):
    val port = FreePort.any()
    for _ <- 1 to 2 do started("eddy.port" -> port.toString, noMarkets)(s => assertEquals(s.port, port))

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

  private def warning(options: (String, String)*): String =
    Exposure.warning(settings(options*), 8080, None).getOrElse("")

  test("a server that others can reach warns of all that is open"):
    val token =
      Files.writeString(TestFolder.make("eddy-launcher").resolve("token"), "0123456789abcdef\n").toString
    val open = "eddy.host" -> "0.0.0.0"
    val first =
      Seq("everybody on the network can reach port 8080", "--host 127.0.0.1", "the chat, without accounts")
    val news = "eddy.channels.namespaces" -> "[{ name = news }]"
    val rows: Seq[(Seq[(String, String)], Seq[String], Seq[String])] = Seq(
      (
        Seq(open),
        first ++ Seq("trading, without accounts", "simulated traders", "without TLS", "any host name"),
        Seq("channels", "metrics", "publish")
      ),
      (Seq("eddy.host" -> "::"), first, Nil),
      (Seq(open, noMarkets), first, Seq("trading", "simulated")),
      (Seq(open, "eddy.trading.simulation.enabled" -> "false"), Seq("trading, without"), Seq("simulated")),
      (Seq(open, news, "eddy.channels.anonymous" -> "true"), Seq("the channels, without a token"), Nil),
      (
        Seq(
          open,
          news,
          "eddy.channels.token-keys" -> "https://a.example/keys",
          "eddy.channels.api-key-file" -> token
        ),
        Seq("the channels, with a token", "POST /api/publish"),
        Nil
      ),
      (Seq(open, "eddy.web.hosts" -> "shop.example"), first, Seq("any host name")),
      (Seq(open, "eddy.web.hosts" -> "any"), Seq("any host name"), Nil),
      (Seq(open, "eddy.metrics.token-file" -> token), Seq("/metrics, with a token"), Nil),
      (
        Seq("eddy.metrics.port" -> "9090", "eddy.metrics.host" -> "0.0.0.0"),
        Seq("metrics at port 9090, without a token", "eddy.metrics.host"),
        Seq("the chat")
      ),
      (Seq(open, "eddy.metrics.port" -> "9090"), first, Seq("metrics"))
    )
    for (options, said, unsaid) <- rows do
      val text = warning(options*)
      for part <- said do assert(text.contains(part), s"$part is missing in: $text")
      for part <- unsaid do assert(!text.contains(part), s"$part is in: $text")
    for options <- Seq(Nil, Seq("eddy.host" -> "localhost"), Seq("eddy.metrics.port" -> "0")) do
      assertEquals(warning(options*), "")

  test("of a server that others can reach, what operators see is for this machine and for the token"):
    val token =
      Files.writeString(TestFolder.make("eddy-launcher").resolve("token"), "0123456789abcdef\n").toString
    val open = Seq("eddy.port" -> "0", "eddy.host" -> "0.0.0.0", noMarkets)
    val forwarded = Seq("X-Forwarded-For", "192.0.2.7")
    val right = Seq("Authorization", "Bearer 0123456789abcdef")
    def status(service: Service, path: String, headers: String*) =
      get(s"http://127.0.0.1:${service.port}$path", headers*)(0)
    started(open*): service =>
      assertEquals(status(service, "/metrics"), 200)
      assertEquals(status(service, "/metrics", forwarded*), 404)
      assertEquals(status(service, "/metrics", (forwarded ++ right)*), 404, "no token is known")
      for page <- Seq("/handlers", "/handlers.json", "/handlers/locks") do
        assertEquals(status(service, page), 404, page)
      def checks(headers: String*) = get(s"http://127.0.0.1:${service.port}/ready", headers*)(1)
      assert(clue(checks()).contains("\"chat\""))
      assert(clue(checks(forwarded*)).contains("\"status\"") && !checks(forwarded*).contains("\"chat\""))
      assert(!get(s"http://127.0.0.1:${service.port}/")(1).contains("/metrics"))
    started(open :+ ("eddy.metrics.token-file" -> token)*): service =>
      assertEquals(status(service, "/metrics", forwarded*), 401)
      def shown(credentials: String) =
        status(service, "/metrics", (forwarded ++ Seq("Authorization", credentials))*)
      for wrong <- Seq("Bearer x", "Bearer", "0123456789abcdef", "Basic 0123456789abcdef") do
        assertEquals(shown(wrong), 401, wrong)
      for right <- Seq("bearer 0123456789abcdef", "Bearer   0123456789abcdef") do
        assertEquals(shown(right), 200, right)
      assertEquals(status(service, "/metrics", (forwarded ++ right)*), 200)
    started(open :+ ("eddy.metrics.enabled" -> "false")*)(service =>
      assertEquals(status(service, "/metrics"), 404)
    )

  test("operators may have a port of their own, which has the measurements alone"):
    val token =
      Files.writeString(TestFolder.make("eddy-launcher").resolve("token"), "0123456789abcdef\n").toString
    val apart = Seq("eddy.port" -> "0", noMarkets, "eddy.metrics.port" -> "0")
    started(apart*): service =>
      val url = service.operatorsUrl.getOrElse(fail("there is none"))
      assertEquals(get(s"${service.url}/metrics")(0), 404)
      val _ = get(s"${service.url}/health")
      val text = get(s"$url/metrics")(1)
      assert(clue(text).contains("route=\"/health\""), "they are not those of the server")
      assert(text.contains("eddy_chat_"))
      assert(clue(get(s"$url/ready")(1)).contains("\"chat\""))
      assertEquals(get(s"$url/chat/")(0), 404)
      assert(service.operators.exists(_.contains(url)))
    started(apart :+ ("eddy.metrics.token-file" -> token)*): service =>
      val url = service.operatorsUrl.getOrElse(fail("there is none"))
      assertEquals(get(s"$url/metrics")(0), 401)
      assertEquals(get(s"$url/metrics", "Authorization", "Bearer 0123456789abcdef")(0), 200)

  test("behind a trusted proxy clients have addresses of their own"):
    started(
      "eddy.port" -> "0",
      noMarkets,
      "eddy.web.trusted-proxies" -> "127.0.0.0/8"
    ): service =>
      // the header alone makes nobody one of this machine
      assertEquals(get(s"${service.url}/metrics", "X-Forwarded-For", "127.0.0.1")(0), 404)
      assertEquals(get(s"${service.url}/chat/", "X-Forwarded-For", "192.0.2.7")(0), 200)
end ServiceSuite

/** Signs tokens as a service of the user would. */
private object Hs256:
  def token(secret: String, claims: String): String =
    def base64(bytes: Array[Byte]) = Base64.getUrlEncoder.withoutPadding.encodeToString(bytes)
    val signed = s"${base64("""{"alg":"HS256","typ":"JWT"}""".getBytes)}.${base64(claims.getBytes)}"
    val mac = javax.crypto.Mac.getInstance("HmacSHA256")
    mac.init(javax.crypto.spec.SecretKeySpec(secret.getBytes, "HmacSHA256"))
    s"$signed.${base64(mac.doFinal(signed.getBytes))}"
