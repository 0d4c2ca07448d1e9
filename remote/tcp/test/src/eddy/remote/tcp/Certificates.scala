package eddy.remote.tcp

import java.nio.file.{Files, Path}
import java.time.{Duration, Instant}

import io.netty.pkitesting.{CertificateBuilder, X509Bundle}

/** An issuer of certificates, and files with those that it has issued. */
final class Certificates(name: String):
  private val issuer: X509Bundle = Certificates.valid.copy.nn
    .subject(s"CN=$name").nn.setIsCertificateAuthority(true).nn.buildSelfSigned().nn

  /** The issuer's own. */
  val trusted: Path = Certificates.file(issuer.getCertificatePEM.nn)

  /** Of a node.
    *
    * @param until when it ends
    * @param trusts whose certificates the node accepts
    */
  def node(until: Instant = Instant.now.plus(Duration.ofDays(1)), trusts: Certificates = this): TcpTls =
    val one = Certificates.valid.copy.nn.notAfter(until).nn.subject("CN=node").nn.buildIssuedBy(issuer).nn
    TcpTls(
      Certificates.file(one.getCertificatePathPEM.nn),
      Certificates.file(one.getPrivateKeyPEM.nn),
      trusts.trusted
    )
end Certificates

object Certificates:
  private val valid = CertificateBuilder()
    .notBefore(Instant.now.minus(Duration.ofDays(2))).nn.notAfter(Instant.now.plus(Duration.ofDays(2))).nn

  /** Of one cluster. */
  lazy val cluster: Certificates = new Certificates("cluster")

  /** Of a node of it. */
  lazy val member: TcpTls = cluster.node()

  /** Of another one. */
  lazy val others: Certificates = new Certificates("others")

  private def file(text: String): Path =
    val made = Files.createTempFile("eddy-remote", ".pem").nn
    made.toFile.deleteOnExit()
    Files.writeString(made, text).nn
end Certificates
