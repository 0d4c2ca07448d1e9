package eddy.bench.node

import eddy.remote.jgroups.JGroupsTransport
import eddy.remote.spi.NodeTransport
import eddy.remote.tcp.{Tcp, TcpTls}

import java.net.{InetAddress, ServerSocket}
import java.nio.file.{Files, Path}
import scala.concurrent.duration.DurationInt
import scala.util.Using

import io.netty.pkitesting.CertificateBuilder

/** How the nodes are connected. */
private[node] enum Connections(val name: String):
  case Plain extends Connections("plain")

  /** TLS 1.3 with certificates at both ends. */
  case Tls extends Connections("tls")

  /** Members of a JGroups cluster. */
  case JGroups extends Connections("jgroups")

  /** For the node that is dialed, with what [[to]] needs. */
  def start(): (NodeTransport, Seq[String]) = this match
    case Plain => (Tcp(port = 0), Nil)
    case Tls =>
      val tls = Connections.certificate()
      (Tcp(port = 0, tls = tls), Seq(tls.certificate, tls.key, tls.trusted).map(_.toString))
    case JGroups =>
      val port = Using.resource(ServerSocket(0, 1, InetAddress.getLoopbackAddress))(_.getLocalPort)
      (Connections.member(port, port), Seq(port.toString))

  /** For a node that dials. */
  def to(known: Seq[String]): NodeTransport = (this, known) match
    case (Tls, Seq(certificate, key, trusted)) =>
      Tcp(port = 0, tls = TcpTls(Path.of(certificate), Path.of(key), Path.of(trusted)))
    case (JGroups, Seq(port)) => Connections.member(port.toInt, port.toInt + 1)
    case _ => Tcp(port = 0)
end Connections

private[node] object Connections:
  def of(name: String): Connections = values.find(_.name == name).getOrElse:
    throw IllegalArgumentException(s"$name: give ${values.map(_.name).mkString(" or ")} first")

  private def member(first: Int, own: Int) =
    JGroupsTransport(members = Seq(s"127.0.0.1:$first"), port = own, joinTimeout = 500.millis)

  /** One for both nodes. */
  private def certificate(): TcpTls =
    val issuer =
      CertificateBuilder().subject("CN=cluster").nn.setIsCertificateAuthority(true).nn.buildSelfSigned().nn
    val node = CertificateBuilder().subject("CN=node").nn.buildIssuedBy(issuer).nn
    def file(text: String): Path =
      val made = Files.createTempFile("eddy-bench", ".pem").nn
      made.toFile.deleteOnExit()
      Files.writeString(made, text).nn
    TcpTls(
      file(node.getCertificatePathPEM.nn),
      file(node.getPrivateKeyPEM.nn),
      file(issuer.getCertificatePEM.nn)
    )
end Connections
