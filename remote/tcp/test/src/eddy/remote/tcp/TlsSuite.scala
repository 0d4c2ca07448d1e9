package eddy.remote.tcp

import eddy.actor.*
import eddy.remote.{Node, NodeConfig, PeerNode}
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.PatientSuite

import java.nio.file.{Files, Path, StandardCopyOption}
import java.time.{Duration, Instant}
import scala.concurrent.duration.DurationInt

/** Who becomes a node of a cluster whose connections are encrypted. */
class TlsSuite extends PatientSuite:
  import Certificates.{cluster, others}

  private final class Machine(name: String, tls: TcpTls | Null):
    private val engine = Engine.start(EngineConfig(name = name, workers = 1))
    given ActorSystem = new ActorSystem(engine)
    val node: Node = Node.start(NodeConfig(name, Tcp(port = 0, tls = tls)))
    def stop(): Unit =
      await(node.stop(5.seconds))
      await(engine.shutdown(5.seconds)): Unit

  private def withNodes(ofA: TcpTls | Null, ofB: TcpTls | Null)(test: (Node, Node) => Unit): Unit =
    val a = Machine("a", ofA)
    try
      val b = Machine("b", ofB)
      try test(a.node, b.node)
      finally b.stop()
    finally a.stop()

  private def connects(from: Node, to: Node): PeerNode = await(from.connect(to.addresses.head))

  private def isRefused(from: Node, to: Node): String =
    awaitFailure(from.connect(to.addresses.head)).getMessage

  test("nodes with certificates of one issuer connect, at an address that no certificate names"):
    withNodes(cluster.node(), cluster.node()): (a, b) =>
      assertEquals(connects(b, a).name, "a")

  for
    (title, made) <- List[(String, () => TcpTls | Null)](
      "a certificate of another issuer" -> (() => others.node(trusts = cluster)),
      "a certificate that has expired" -> (() =>
        cluster.node(until = Instant.now.minus(Duration.ofHours(1)))
      ),
      "no TLS" -> (() => null)
    )
  do
    test(s"a node with $title connects with none of the cluster, and none with it"):
      withNodes(cluster.node(), made()): (a, b) =>
        isRefused(b, a): Unit
        isRefused(a, b): Unit
        assertEquals((a.peers.size, b.peers.size), (0, 0))
  end for

  test("a node that trusts another issuer only refuses, and both learn why"):
    withNodes(cluster.node(), cluster.node(trusts = others)): (a, b) =>
      for text <- List(isRefused(b, a), isRefused(a, b)) do
        assert(clue(text).contains("TLS failed"))
        assert(
          clue(text).contains("both nodes need TLS, and certificates of an issuer that the other trusts")
        )

  test("new files count for new connections, and bad ones are ignored"):
    val mine = copied(cluster.node())
    withNodes(mine, cluster.node()): (a, b) =>
      Files.writeString(mine.certificate, "no certificate"): Unit
      assertEquals(connects(b, a).name, "a")
      replace(mine, others.node())
      val c = Machine("c", cluster.node())
      try assert(clue(isRefused(c.node, a)).contains("TLS failed"))
      finally c.stop()

  test("a file that is missing or bad ends the start of a node, and is named"):
    val good = cluster.node()
    val bad = Files.writeString(Files.createTempFile("eddy-remote", ".pem"), "nothing")
    for (tls, file) <- List(
        good.copy(certificate = bad) -> bad,
        good.copy(key = bad) -> bad,
        good.copy(trusted = bad) -> bad,
        good.copy(key = Path.of("missing.pem")) -> Path.of("missing.pem")
      )
    do
      val failure = intercept[java.io.IOException](Machine("a", tls))
      assert(clue(failure.getMessage).contains(file.toString))

  /** The same in files of its own. */
  private def copied(tls: TcpTls): TcpTls =
    val own = List(tls.certificate, tls.key, tls.trusted).map: from =>
      Files.copy(from, Files.createTempFile("eddy-remote", ".pem"), StandardCopyOption.REPLACE_EXISTING)
    TcpTls(own(0), own(1), own(2))

  private def replace(tls: TcpTls, by: TcpTls): Unit =
    for (to, from) <- List(tls.certificate -> by.certificate, tls.key -> by.key, tls.trusted -> by.trusted) do
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING): Unit
end TlsSuite
