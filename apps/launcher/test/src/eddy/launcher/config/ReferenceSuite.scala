package eddy.launcher.config

import eddy.chat.ChatConfig
import eddy.push.{ChannelsConfig, Delivery, Namespace, Overflow, PushLimits, Rate}
import eddy.runtime.EngineConfig
import eddy.testing.TestFolder
import eddy.trading.{ExchangeConfig, Persistence, Product, SelfTrade, SimulationConfig, StorageConfig}
import eddy.web.{ForwardedHeader, HostNames, Http2, ServerConfig, Tls, TlsCertificate, TrustedNetworks}

import java.nio.file.{Files, Path}
import scala.concurrent.duration.DurationInt

import com.typesafe.config.{ConfigFactory, ConfigRenderOptions}

class ReferenceSuite extends eddy.testing.PatientSuite:
  private val defaults = Settings.from(Layers.reference)

  test("the defaults of reference.conf are those of the classes"):
    assertEquals(defaults.engine, EngineConfig())
    assertEquals(defaults.web, ServerConfig())
    assertEquals(defaults.chat, ChatConfig())
    assertEquals(defaults.channels.push.limits, PushLimits())
    val node = defaults.channels.node
    assertEquals(
      (node.maxChannels, node.intakeMessages, node.intakeBytes, node.maxRecovered, node.recoverBytes),
      (
        ChannelsConfig().maxChannels,
        ChannelsConfig().intakeMessages,
        ChannelsConfig().intakeBytes,
        ChannelsConfig().maxRecovered,
        ChannelsConfig().recoverBytes
      )
    )
    val trading = defaults.trading.get
    val storage = trading.exchange.storage.get
    assertEquals(trading.exchange.copy(storage = None), ExchangeConfig())
    assertEquals((trading.simulation, trading.operatorToken), (Some(SimulationConfig()), None))
    assertEquals(
      storage,
      StorageConfig(storage.url, storage.user).copy(closeWithin = storage.closeWithin)
    )

  test("the markets are kept where the keys say"):
    def database(text: String) =
      Settings.from(
        ConfigFactory.parseString(text).withFallback(Layers.reference)
      ).trading.map(_.exchange.storage.map(_.url))
    def file(path: String) = s"jdbc:sqlite:${Path.of(path).toAbsolutePath}.sqlite"
    assertEquals(database(""), Some(Some(file("eddy-data/trading-8080"))))
    assertEquals(database("eddy { port = 9000, data = /tmp/x }"), Some(Some(file("/tmp/x/trading-9000"))))
    assertEquals(database("eddy.port = 0"), Some(None))
    assertEquals(database("eddy.trading.database = memory"), Some(None))
    val mariadb = "jdbc:mariadb://db.example.org/eddy"
    assertEquals(database(s"eddy.trading.database = \"$mariadb\""), Some(Some(mariadb)))
    assertEquals(database("eddy.trading.enabled = false"), None)

  test("what the markets do is set as their keys say; simulated traders are not for a database of others"):
    val secret = Files.writeString(
      Files.createTempFile(TestFolder.make("eddy-launcher"), "eddy-launcher", ".secret"),
      "0123456789abcdef\n"
    )
    val text =
      s"""eddy.trading { self-trade = oldest, self-trade-of = ["BOLT=both", "CORN = allow"], max-orders = 7, max-orders-of-trader = 3
      |keys-for = 1 minute, keys-kept = 5, ended-kept = 6, persistence = parallel-inserts, batch = 8, linger = 0 ms, snapshot-every = 0
      |database = "jdbc:mariadb://db.example.org/eddy", operator-token-file = "$secret" }""".stripMargin
    val trading = Settings.from(ConfigFactory.parseString(text).withFallback(Layers.reference)).trading.get
    val exchange = trading.exchange
    assertEquals(
      exchange.copy(storage = None),
      ExchangeConfig(
        selfTrade = SelfTrade.CancelOldest,
        selfTradeOf = Map(Product("BOLT") -> SelfTrade.CancelBoth, Product("CORN") -> SelfTrade.Allow),
        maxOrders = 7,
        maxOrdersOfTrader = 3,
        keysFor = 1.minute,
        keysKept = 5,
        endedKept = 6
      )
    )
    val storage = exchange.storage.get
    assertEquals(
      (storage.persistence, storage.batch, storage.linger, storage.snapshotEvery),
      (Persistence.ParallelInserts, 8, 0.millis, 0)
    )
    assertEquals((trading.simulation, trading.operatorToken), (None, Some("0123456789abcdef")))
    val forced = ConfigFactory.parseString("eddy.trading.simulation.enabled = true")
    val again = forced.withFallback(ConfigFactory.parseString(text)).withFallback(Layers.reference)
    assertEquals(Settings.from(again).trading.get.simulation, Some(SimulationConfig()))

  test(
    "a namespace that says nothing more than its name is as the class has it; one in a variable is read as in the file"
  ):
    assert(defaults.channels.isOff)
    val file = ConfigFactory.parseString(
      """eddy.channels.namespaces = [{ name = a }, { name = "", history = 7, delivery = pull }]"""
    )
    val variable = ConfigFactory.parseString(
      "eddy.channels.namespaces = \"[{name=a},{name=\\\"\\\",history=7,delivery=pull}]\""
    )
    val wanted = Seq(Namespace("a"), Namespace("", history = 7, delivery = Delivery.Pull))
    for config <- Seq(file, variable) do
      assertEquals(Settings.from(config.withFallback(Layers.reference)).channels.namespaces, wanted)

  test("what becomes of a full buffer is as the key says"):
    def overflow(text: String) =
      val file = ConfigFactory.parseString(s"eddy.channels.namespaces = [{ name = a, overflow = $text }]")
      Settings.from(file.withFallback(Layers.reference)).channels.namespaces.map(_.overflow)
    assertEquals(overflow("drop-oldest"), Seq(Overflow.DropOldest))
    assertEquals(overflow("slow"), Seq(Overflow.Slow))
    assertEquals(overflow("keep-latest symbol"), Seq(Overflow.KeepLatest("symbol")))
    assertEquals(overflow("sample 200 ms"), Seq(Overflow.Sample(200.millis)))

  test("how often clients of channels may do something is as the keys say"):
    val text =
      "eddy.channels.limits { connections-per-address = 7, publishes = 3 per minute, opens = 2 per hour, reads = none }"
    val read = Settings.from(ConfigFactory.parseString(text).withFallback(Layers.reference)).channels.push
    val (publishes, opens) = (Some(Rate(3, 1.minute)), Some(Rate(2, 1.hour)))
    val wanted = PushLimits(connectionsPerAddress = 7, publishes = publishes, opens = opens, reads = None)
    assertEquals(read.limits, wanted)

  test("TLS and HTTP/2 are set as their keys say"):
    val secret = Files.writeString(
      Files.createTempFile(TestFolder.make("eddy-launcher"), "eddy-launcher", ".secret"),
      "hush\n"
    )
    val text =
      s"""eddy.tls { store = a.p12, store-password-file = "$secret", others = ["b.pem:b.key"], hsts = 180 days,
      |watch-every = 0 s, handshake-timeout = 3 s }
      |eddy.web.http2 { max-concurrent-streams = 7, cleartext = false }""".stripMargin
    val config = ConfigFactory.parseString(text).withFallback(Layers.reference)
    val web = Settings.from(config).web
    val expected = Tls(
      TlsCertificate.Pkcs12(Path.of("a.p12"), "hush"),
      Seq(TlsCertificate.Pem(Path.of("b.pem"), Path.of("b.key"))),
      None,
      3.seconds,
      Some(180.days)
    )
    assertEquals(web.tls, Some(expected))
    assertEquals(web.http2, Some(Http2(maxConcurrentStreams = 7, cleartext = false)))
    val none = ConfigFactory.parseString("eddy.web.http2.enabled = false").withFallback(Layers.reference)
    assertEquals(Settings.from(none).web.http2, None)

  test("hosts, proxies and secret parameters are set as their keys say"):
    def web(text: String) =
      Settings.from(ConfigFactory.parseString(s"eddy.web { $text }").withFallback(Layers.reference)).web
    assertEquals(web("hosts = any").hosts, HostNames.Any)
    assertEquals(
      web("hosts = [a.example, \"*.b.example\"]").hosts,
      HostNames.Only(Set("a.example", "*.b.example"))
    )
    assertEquals(web("hosts = \"a.example, b.example\"").hosts, HostNames.Only(Set("a.example", "b.example")))
    val proxies = web("trusted-proxies = [10.0.0.0/8], proxy-protocol = true")
    assertEquals(proxies.trustedProxies, Some(TrustedNetworks(Seq("10.0.0.0/8"))))
    assert(proxies.proxyProtocol)
    assertEquals(
      web("trusted-proxies = \"10.0.0.0/8,::1\", forwarded-header = forwarded").trustedProxies,
      Some(TrustedNetworks(Seq("10.0.0.0/8", "::1"), ForwardedHeader.Forwarded))
    )
    assertEquals(web("secret-parameters = [pass]").secretParameters, Set("pass"))

  test("docs/launcher.md lists every key with its default"):
    val page = Files.readString(Path.of(sys.env("EDDY_CHECKOUT"), "docs", "launcher.md"))
    for (key, value) <- Keys.leaves(Layers.reference) do
      val default = value.render(ConfigRenderOptions.concise).stripPrefix("\"").stripSuffix("\"")
      val row =
        if key == "eddy.engine.workers" then s"| `$key` | number of cores |" else s"| `$key` | `$default` |"
      assert(page.contains(row), s"docs/launcher.md has no row $row")

  test("only this machine can reach the server by default"):
    assert(!defaults.isOpen)
end ReferenceSuite
