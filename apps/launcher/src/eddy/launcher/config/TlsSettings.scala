package eddy.launcher.config

import eddy.web.{Tls, TlsCertificate}

import java.nio.file.Path
import scala.concurrent.duration.FiniteDuration

/** The group `eddy.tls`: HTTPS when a certificate is given, by PEM files or by a PKCS#12 store. */
private[launcher] object TlsSettings:
  def read(section: Section): Option[Tls] = certificate(section).map: main =>
    section.build(
      Tls(
        certificate = main,
        others = section.strings("others").toSeq.sorted.map(other(section, _)),
        watchEvery = given0(section.duration("watch-every")),
        handshakeTimeout = section.duration("handshake-timeout"),
        hsts = given0(section.duration("hsts"))
      )
    )

  private def given0(time: FiniteDuration): Option[FiniteDuration] = Option.when(time.toNanos > 0)(time)

  private def certificate(section: Section): Option[TlsCertificate] =
    (section.optional("certificate"), section.optional("key"), section.optional("store")) match
      case (Some(chain), Some(key), None) => Some(TlsCertificate.Pem(Path.of(chain), Path.of(key)))
      case (None, None, Some(store)) =>
        Some(TlsCertificate.Pkcs12(Path.of(store), section.secret("store-password-file").getOrElse("")))
      case (None, None, None) =>
        if section.strings("others").nonEmpty then
          section.refuse(
            "others",
            "are certificates beside the main one: give that, too, with eddy.tls.certificate and key, or store"
          )
        None
      case (None, Some(_), None) =>
        section.refuse("certificate", "must be given, too: HTTPS needs a certificate and its key")
      case (Some(_), None, None) =>
        section.refuse("key", "must be given, too: HTTPS needs a certificate and its key")
      case (_, _, Some(_)) =>
        section.refuse(
          "store",
          "and PEM files are two ways to say the same: give a store, or a certificate and its key"
        )

  private def other(section: Section, text: String): TlsCertificate = text.split(':') match
    case Array(chain, key) if chain.nonEmpty && key.nonEmpty =>
      TlsCertificate.Pem(Path.of(chain), Path.of(key))
    case _ => section.refuse("others", s"must be pairs of PEM files, certificate:key; $text is none")
end TlsSettings
