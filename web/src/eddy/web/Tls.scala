package eddy.web

import eddy.web.internal.Checks.positive

import java.nio.file.Path
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Where a certificate and its private key come from. The password is never shown. */
enum TlsCertificate derives CanEqual:

  /** Two PEM files, as ACME clients write them: the certificate followed by those that vouch for it, and the
    * key (PKCS#8, not encrypted).
    */
  case Pem(chain: Path, key: Path)

  /** A PKCS#12 key store with one key. */
  case Pkcs12(store: Path, password: String)

  /** A new certificate at each start, made by the JDK's `keytool` and self-signed: browsers warn of it, and
    * it proves nothing to anybody. For development only.
    */
  case SelfSignedForDevelopment(hosts: Seq[String] = Seq("localhost"))

  override def toString: String = this match
    case Pem(chain, key) => s"certificate $chain with key $key"
    case Pkcs12(store, _) => s"key store $store"
    case SelfSignedForDevelopment(hosts) => s"self-signed certificate for ${hosts.mkString(", ")}"
end TlsCertificate

/** HTTPS instead of HTTP: TLS 1.3 and 1.2, with ciphers that keep past traffic secret when the key is lost.
  * Checked at construction; the files are read, and checked, by [[Server.start]].
  *
  * @param certificate the one shown to clients that name no host, or one that no other certificate has
  * @param others further certificates, chosen by the host that the client names (SNI, RFC 6066); a
  *   certificate is for the DNS names that it lists, wildcards included
  * @param watchEvery how often the files are looked at: new ones are loaded, and used for connections made
  *   from then on; bad ones are reported through the engine, and the old stay. `None` leaves that to
  *   [[RunningServer.reloadTls]]
  * @param handshakeTimeout from connecting to the end of the handshake; then the connection is closed
  * @param hsts for how long browsers that have been here are to come by HTTPS only
  *   (Strict-Transport-Security, RFC 6797); not sent unless given, as it cannot be taken back
  */
final case class Tls(
    certificate: TlsCertificate,
    others: Seq[TlsCertificate] = Nil,
    watchEvery: Option[FiniteDuration] = Some(1.minute),
    handshakeTimeout: FiniteDuration = 10.seconds,
    hsts: Option[FiniteDuration] = None
):
  positive("handshakeTimeout", handshakeTimeout)
  watchEvery.foreach(positive("watchEvery", _))
  hsts.foreach: time =>
    require(
      time.toSeconds >= 1,
      s"hsts = $time: must be at least one second; leave it out to send no such header"
    )
end Tls

/** What came of [[RunningServer.reloadTls]]. */
enum TlsReload derives CanEqual:

  /** The files were read; new connections use them. */
  case Loaded

  /** The files are not usable, for this reason; the files loaded before stay in use. */
  case Kept(reason: String)

  /** The server has no TLS. */
  case NoTls
end TlsReload
