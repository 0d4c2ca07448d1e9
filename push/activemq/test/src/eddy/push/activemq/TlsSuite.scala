package eddy.push.activemq

import eddy.push.{KeyFile, Mediator, MediatorException, TestKeys}

import java.security.KeyStore
import javax.net.ssl.{KeyManagerFactory, TrustManagerFactory}
import scala.concurrent.Future

import org.apache.activemq.broker.SslBrokerService

/** Brokers that are reached by TLS, and let in only nodes that show a certificate which they trust.
  *
  * @param made one with the key of this name
  */
abstract class TlsSuite(made: (TestKeys, String) => TestBroker, keys: TestKeys = TestKeys())
    extends BrokerSuite(made(keys, "broker")):
  override def afterAll(): Unit =
    super.afterAll()
    keys.close()

  private def tls(trusts: String, shows: Option[String]) = Some(
    BrokerTls(KeyFile(keys.trust(trusts), keys.password), shows.map(s => KeyFile(keys.key(s), keys.password)))
  )

  private def refused(config: ActiveMqConfig): String = whyRefused(started(config))

  private def started(config: ActiveMqConfig): Future[Unit] =
    val (mediator, told) = node(config, start = false)
    mediator.start(told)

  private def whyRefused(started: Future[Unit]): String =
    awaitFailure(started) match
      case refusal: MediatorException => refusal.getMessage
      case other => fail(s"$other")

  test("a node that the broker trusts, and that trusts it, hears what is published"):
    val (one, _) = node(served.config.copy(tls = tls("broker", Some("node"))))
    val in = one.hear("a")
    one.say("a", "x")
    assertHears(in, Vector("x"))

  test("a broker whose certificate somebody else has signed is refused, with why and what to check"):
    val why = refused(served.config.copy(tls = tls("stranger", Some("node"))))
    for part <- Seq(served.config.uri, "certification path", "trust store") do
      assert(why.contains(part), why)

  test(
    "a broker with the certificate of another host is refused, and skipped when another is named, too"
  ):
    val _ = keys.key("elsewhere", "dns:elsewhere.example")
    val other = made(keys, "elsewhere")
    other.start()
    try
      val why = refused(other.config.copy(tls = tls("elsewhere", Some("node"))))
      assert(why.contains("127.0.0.1") && why.contains("name in the broker's certificate"), why)
      val both = s"failover:(${other.config.uri},${served.config.uri})?randomize=false"
      val (one, _) = node(served.config.copy(uri = both, tls = tls("broker", Some("node"))))
      val in = one.hear("b")
      one.say("b", "x")
      assertHears(in, Vector("x"))
    finally other.kill()

  test("stores that cannot be used are reported"):
    val wrong =
      tls("broker", Some("node")).map(t => t.copy(trustStore = t.trustStore.copy(password = "another")))
    val why = refused(served.config.copy(tls = wrong))
    assert(why.contains("the stores in tls cannot be used") && why.contains("password"), why)

  test("a node that shows no certificate, or one that the broker does not know, is refused with that reason"):
    val shown = Seq(None, Some("stranger"))
    // together, as the client of Artemis notices a refusal by a timeout
    val all = shown.map(shows => started(served.config.copy(tls = tls("broker", shows))))
    for (shows, one) <- shown.zip(all) do
      val why = whyRefused(one)
      assert(why.contains("key store in tls"), s"$shows: $why")
end TlsSuite

class ClassicTlsSuite extends TlsSuite(SecureClassic(_, _))
class ArtemisTlsSuite extends TlsSuite(SecureBrokers.artemis)

object SecureBrokers:
  def artemis(keys: TestKeys, key: String): TestBroker =
    def options = Seq(
      "sslEnabled=true",
      s"keyStorePath=${keys.key(key)}",
      s"keyStorePassword=${keys.password}",
      "keyStoreType=PKCS12",
      s"trustStorePath=${keys.trust("node")}",
      s"trustStorePassword=${keys.password}",
      "trustStoreType=PKCS12",
      "needClientAuth=true"
    )
    ArtemisBroker("ssl", options.mkString("?", ";", ""))

final class SecureClassic(keys: TestKeys, key: String) extends TestBroker:
  private val port = TestBroker.freePort()
  private var running: SslBrokerService | Null = null
  def config: ActiveMqConfig = ActiveMqConfig(s"ssl://127.0.0.1:$port")
  def mediator(config: ActiveMqConfig): Mediator = ActiveMqMediator(config)
  def start(): Unit =
    val own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm)
    own.init(store(keys.key(key)), keys.password.toCharArray)
    val trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm)
    trusted.init(store(keys.trust("node")))
    val broker = new SslBrokerService
    broker.setPersistent(false)
    broker.setUseJmx(false)
    broker.setUseShutdownHook(false)
    val address = s"ssl://127.0.0.1:$port?transport.needClientAuth=true"
    val _ = broker.addSslConnector(address, own.getKeyManagers, trusted.getTrustManagers, null)
    broker.start()
    running = broker
  def kill(): Unit =
    val broker = running
    running = null
    if broker != null then
      broker.stop()
      broker.waitUntilStopped()
  private def store(path: java.nio.file.Path) = KeyStore.getInstance(path.toFile, keys.password.toCharArray)
end SecureClassic
