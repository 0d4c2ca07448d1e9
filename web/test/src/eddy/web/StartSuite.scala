package eddy.web

import scala.concurrent.duration.{Duration, DurationInt}

class StartSuite extends WebSuite:
  private def refusal(config: ServerConfig) =
    intercept[ServerStartException](Server(config).start(Routes)).getMessage

  test("a taken port is refused with the remedy"):
    serving(Routes): server =>
      for transport <- Seq(Transport.Auto, Transport.Nio) do
        val message = refusal(quiet.copy(port = server.port, transport = transport))
        assert(
          message.contains(s"port ${server.port} of 127.0.0.1 is taken") && message.contains(
            "choose another"
          ),
          message
        )

  test("a taken port is reported before the handlers are read, which may take a while"):
    var count = 0
    val unprotected = Routes.get("/"): (_, res) =>
      Thread(() => count += 1).start()
      res.text(count.toString)
    serving(Routes): server =>
      val config = quiet.copy(port = server.port)
      val message = intercept[ServerStartException](Server(config).start(unprotected)).getMessage
      assert(message.contains("is taken"), message)

  test("an unknown host and a foreign address are refused with the remedy"):
    for transport <- Seq(Transport.Auto, Transport.Nio) do
      assert(refusal(quiet.copy(
        host = "no-such-host.invalid",
        transport = transport
      )).contains("is not known"))
      assert(refusal(quiet.copy(
        host = "203.0.113.7",
        transport = transport
      )).contains("no address of this machine"))

  test("a missing permission is explained"):
    val cause = java.net.BindException("Permission denied")
    val message = internal.StartFailure.explain(ServerConfig(port = 80), cause).getMessage
    assert(message.contains("127.0.0.1:80") && message.contains("below 1024"), message)

  test("wrong values are refused with the value and the remedy"):
    def wrong(config: => Any) = intercept[IllegalArgumentException](config).getMessage
    assert(wrong(ServerConfig(port = 70_000)).contains("port = 70000: must be from 0 to 65535"))
    assert(wrong(ServerConfig(host = "")).contains("127.0.0.1"))
    assert(wrong(ServerConfig(ioThreads = 0)).contains("ioThreads = 0"))
    assert(wrong(Limits(maxBodyBytes = -1)).contains("maxBodyBytes = -1"))
    assert(wrong(Timeouts(header =
      Duration.Zero
    )).contains("header = 0 days: must be at least one millisecond"))
    assert(wrong(WebSocketOptions(maxQueuedMessages = 0)).contains("maxQueuedMessages = 0"))
    assert(wrong(WebSocketOptions(idleTimeout = 0.seconds)).contains("Duration.Inf"))
    assert(wrong(WebSocketOptions(origins =
      Origins.Only(Set("example.org"))
    )).contains("scheme, host and port"))
    assert(wrong(Cookie("a b", "x")).contains("must be a token"))
    assert(wrong(Cookie("a", "x;y")).contains("semicolons"))
    assert(wrong(Cookie("a", "x", sameSite = SameSite.None)).contains("secure = true"))

  test("the defaults listen on this machine only"):
    assertEquals(ServerConfig().host, "127.0.0.1")
    serving(Routes)(server => assertEquals(server.url, s"http://127.0.0.1:${server.port}"))
end StartSuite
