package eddy.push.jgroups

import eddy.push.{KeyFile, MediatorState, TestKeys}
import eddy.testing.Waits

import javax.net.ssl.SSLSocket
import scala.concurrent.duration.DurationInt

class TlsSuite extends JGroupsSuite:
  private lazy val keys = TestKeys()
  override def afterAll(): Unit =
    super.afterAll()
    keys.close()

  private def tls(key: String, trusts: String*) =
    Some(NodeTls(KeyFile(keys.key(key), keys.password), KeyFile(keys.trust(trusts*), keys.password)))

  test("nodes with certificates that the others trust talk with each other"):
    val one = Member(config.copy(tls = tls("a", "a", "b"))).up()
    val two = Member(config.copy(tls = tls("b", "a", "b"))).up()
    two.sees(2)
    val heard = two.hear("kept-1")
    one.publish("kept-1", "x"): Unit
    assertEquals(heard.publications.awaitSize(1).map(text), Vector("x"))

  test("a node without a certificate, or with one that is not trusted, is refused"):
    val one = Member(config.copy(tls = tls("a", "a"))).up()
    val stranger = Member(config.copy(tls = tls("stranger", "a", "stranger"), joinWithin = 1.second))
    val plain = Member(config.copy(joinWithin = 1.second))
    Seq(stranger, plain).foreach(_.up())
    // each has found no other
    Seq(one, stranger, plain).foreach: node =>
      assertEquals(TestCluster.members(node.mediator), 1)
      assertEquals(node.mediator.state, MediatorState.Up)
    val heard = one.hear("plain-1")
    Seq(stranger, plain, one).foreach(_.publish("plain-1", "x"))
    assertEquals(heard.publications.awaitSize(1).map(text), Vector("x"))

  test("a peer that is silent after its handshake is cut off, and delays no other node for long"):
    val (first, next) = (config, config)
    val one = Member(first.copy(tls = tls("a", "a", "b"))).up()
    val trusted = tls("b", "a", "b").get
    val context = keys.context(trusted.trustStore, trusted.keyStore)
    val silent = context.getSocketFactory.nn.createSocket(first.bind, first.port) match
      case socket: SSLSocket => socket
      case other => fail(s"$other")
    atEnd(silent.close())
    silent.setSoTimeout(Waits.limit.toMillis.toInt)
    silent.startHandshake()
    val two = Member(next.copy(tls = Some(trusted))).up()
    two.sees(2)
    one.sees(2)
    assertEquals(silent.getInputStream.nn.read(), -1)
end TlsSuite
