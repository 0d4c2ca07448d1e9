package eddy.web.internal.tls

import eddy.web.internal.{HostRules, Tokens}
import eddy.web.{ServerStartException, TlsCertificate}

import java.io.IOException
import java.nio.file.{Files, NoSuchFileException, Path}
import java.security.cert.X509Certificate
import java.security.{GeneralSecurityException, KeyStore, PrivateKey, Signature}
import java.time.Instant
import javax.naming.ldap.LdapName
import scala.jdk.CollectionConverters.given

/** A private key with its certificate, and those that vouch for it. */
private[eddy] final class KeyMaterial(val key: PrivateKey, val chain: Seq[X509Certificate]):
  /** The names that it is for, `*.example.org` included. */
  def names: Seq[String] = alternatives(KeyMaterial.DnsName).map(Tokens.lower)

  /** The names and addresses that it is for. One of old may say its name only in its subject. */
  def hosts: Seq[String] =
    val all = names ++ alternatives(KeyMaterial.Address).map(HostRules.nameOf)
    if all.nonEmpty then all
    else
      LdapName(chain.head.getSubjectX500Principal.getName).getRdns.asScala.toSeq.collect:
        case rdn if rdn.getType.equalsIgnoreCase("CN") => HostRules.nameOf(String.valueOf(rdn.getValue))

  private def alternatives(ofKind: Int): Seq[String] =
    val all = chain.head.getSubjectAlternativeNames
    if all == null then Nil
    else
      all.asScala.toSeq.map(_.asScala.toSeq).collect {
        case Seq(kind: Integer, name: String) if kind == ofKind => name
      }

private[eddy] object KeyMaterial:
  // kinds of alternative names (RFC 5280, section 4.2.1.6)
  private val DnsName = 2
  private val Address = 7

  /** Reads a certificate and its key, and checks that they can be used together, today.
    * @throws ServerStartException that names the file and the remedy
    */
  def load(source: TlsCertificate): KeyMaterial =
    try
      val found = source match
        case TlsCertificate.Pem(chain, key) => PemFiles.load(chain, key)
        case TlsCertificate.Pkcs12(store, password) => pkcs12(store, password)
        case TlsCertificate.SelfSignedForDevelopment(hosts) => SelfSigned.make(hosts)
      check(source, found)
      found
    catch
      case e: NoSuchFileException => fail(source, s"there is no file ${e.getFile}", e)
      case e: IOException =>
        fail(source, s"it cannot be read (${e.getMessage}): check the file's rights and the password", e)
      case e: GeneralSecurityException =>
        fail(source, s"it is malformed or of a kind not known here (${e.getMessage})", e)

  private def pkcs12(file: Path, password: String): KeyMaterial =
    val secret = password.toCharArray
    val store = KeyStore.getInstance("PKCS12")
    val in = Files.newInputStream(file)
    try store.load(in, secret)
    finally in.close()
    store.aliases.asScala.filter(store.isKeyEntry).toSeq match
      case Seq(alias) =>
        store.getKey(alias, secret) match
          case key: PrivateKey =>
            KeyMaterial(key, store.getCertificateChain(alias).toSeq.collect { case c: X509Certificate => c })
          case _ => throw GeneralSecurityException("its key is not a private key")
      case aliases => throw GeneralSecurityException(s"it holds ${aliases.size} keys where one is wanted")

  private def check(source: TlsCertificate, found: KeyMaterial): Unit =
    val certificate = found.chain.head
    val now = Instant.now
    if now.isAfter(certificate.getNotAfter.toInstant) then
      fail(source, s"the certificate has expired on ${certificate.getNotAfter.toInstant}: renew it", null)
    if now.isBefore(certificate.getNotBefore.toInstant) then
      fail(
        source,
        s"the certificate is not valid before ${certificate.getNotBefore.toInstant}: check the clock",
        null
      )
    if !belong(found.key, certificate) then
      fail(
        source,
        "the key is not the one of the certificate: give the two files that were made together",
        null
      )

  /** Whether what the key signs is what the certificate vouches for. */
  private def belong(key: PrivateKey, certificate: X509Certificate): Boolean =
    val algorithm = key.getAlgorithm match
      case "RSA" => "SHA256withRSA"
      case "EC" => "SHA256withECDSA"
      case other => other
    certificate.getPublicKey.getAlgorithm == key.getAlgorithm && {
      val sample = Array[Byte](1, 2, 3)
      val signer = Signature.getInstance(algorithm)
      signer.initSign(key)
      signer.update(sample)
      val signed = signer.sign()
      signer.initVerify(certificate.getPublicKey)
      signer.update(sample)
      signer.verify(signed)
    }

  private def fail(source: TlsCertificate, what: String, cause: Throwable | Null): Nothing =
    throw ServerStartException(s"TLS, $source: $what", cause)
end KeyMaterial
