package eddy.bench.node

import eddy.remote.tcp.{Tcp, TcpTls}

import java.nio.file.{Files, Path}

import io.netty.pkitesting.CertificateBuilder

/** How the two nodes are connected. */
private[node] enum Connections(val name: String):
  case Plain extends Connections("plain")

  /** TLS 1.3 with certificates at both ends. */
  case Tls extends Connections("tls")

  /** For the node that is dialed, with the files that the other one needs. */
  def start(): (Tcp, Seq[Path]) = this match
    case Plain => (Tcp(port = 0), Nil)
    case Tls =>
      val tls = Connections.certificate()
      (Tcp(port = 0, tls = tls), Seq(tls.certificate, tls.key, tls.trusted))
end Connections

private[node] object Connections:
  def of(name: String): Connections = values.find(_.name == name).getOrElse:
    throw IllegalArgumentException(s"$name: give ${values.map(_.name).mkString(" or ")} first")

  /** For the node that dials. */
  def tcpWith(there: String): Tcp = there.split(' ') match
    case Array(_, certificate, key, trusted) =>
      Tcp(port = 0, tls = TcpTls(Path.of(certificate), Path.of(key), Path.of(trusted)))
    case _ => Tcp(port = 0)

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
