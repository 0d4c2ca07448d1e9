package eddy.web.internal.tls

import eddy.web.internal.Tokens
import eddy.web.{ServerStartException, Tls, TlsCertificate, TlsReload}

import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path}

import io.netty.handler.codec.http2.Http2SecurityUtil
import io.netty.handler.ssl.ApplicationProtocolConfig.{
  Protocol,
  SelectedListenerFailureBehavior,
  SelectorFailureBehavior
}
import io.netty.handler.ssl.{
  ApplicationProtocolConfig,
  ApplicationProtocolNames,
  SslContext,
  SslContextBuilder,
  SslProvider,
  SupportedCipherSuiteFilter
}

/** The certificates in use, and how they are renewed while the server runs. Any thread.
  *
  * @param http2 whether HTTP/2 is offered
  */
private[eddy] final class TlsContexts private (tls: Tls, http2: Boolean):
  private type Stamp = Seq[(FileTime, Long) | Null]

  // Replaced whole; the stamp is taken before the files are read, so that a later change is seen.
  @volatile private var current: TlsContexts.Loaded = load()
  @volatile private var seen: Stamp = stamp()

  /** The one for the host that a client names; the first one for others. */
  def select(host: String | Null): SslContext =
    val loaded = current
    if host == null then loaded.first
    else
      val name = Tokens.lower(host)
      val dot = name.indexOf('.')
      def wildcard = if dot < 0 then None else loaded.byName.get("*" + name.substring(dot))
      loaded.byName.get(name).orElse(wildcard).getOrElse(loaded.first)

  /** The hosts that the certificates in use are for, in small letters. */
  def hosts: Set[String] = current.hosts

  /** Reads all files again. */
  def reload(): TlsReload = synchronized:
    seen = stamp()
    try
      current = load()
      TlsReload.Loaded
    catch case e: ServerStartException => TlsReload.Kept(String.valueOf(e.getMessage))

  /** As [[reload]], when a file has changed since it was read last; `null` when none has. */
  def reloadIfChanged(): TlsReload | Null = if stamp() == seen then null else reload()

  private def stamp(): Stamp =
    (tls.certificate +: tls.others).flatMap(TlsContexts.files).map: file =>
      try (Files.getLastModifiedTime(file), Files.size(file))
      catch case _: java.io.IOException => null

  private def load(): TlsContexts.Loaded =
    val all = (tls.certificate +: tls.others).map: source =>
      val material = KeyMaterial.load(source)
      (material, context(source, material))
    // Where two certificates are for one host, the one named first is used.
    val byName = all.reverse.flatMap((material, context) => material.names.map(_ -> context)).toMap
    TlsContexts.Loaded(all.head(1), byName, all.flatMap(_(0).hosts).toSet)

  private def context(source: TlsCertificate, material: KeyMaterial): SslContext =
    val protocols =
      if http2 then Seq(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1)
      else Seq(ApplicationProtocolNames.HTTP_1_1)
    try
      SslContextBuilder
        .forServer(material.key, material.chain*)
        .sslProvider(SslProvider.JDK)
        .protocols("TLSv1.3", "TLSv1.2")
        .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
        .applicationProtocolConfig(
          ApplicationProtocolConfig(
            Protocol.ALPN,
            SelectorFailureBehavior.NO_ADVERTISE,
            SelectedListenerFailureBehavior.ACCEPT,
            protocols*
          )
        )
        .build()
    catch
      case e: javax.net.ssl.SSLException => throw ServerStartException(s"TLS, $source: ${e.getMessage}", e)
  end context
end TlsContexts

private[eddy] object TlsContexts:
  private final class Loaded(
      val first: SslContext,
      val byName: Map[String, SslContext],
      val hosts: Set[String]
  )

  /** @throws ServerStartException when a file is missing or bad */
  def load(tls: Tls, http2: Boolean): TlsContexts = new TlsContexts(tls, http2)

  private def files(certificate: TlsCertificate): Seq[Path] = certificate match
    case TlsCertificate.Pem(chain, key) => Seq(chain, key)
    case TlsCertificate.Pkcs12(store, _) => Seq(store)
    case TlsCertificate.SelfSignedForDevelopment(_) => Nil
end TlsContexts
