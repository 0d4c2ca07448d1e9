package eddy.launcher.config

import eddy.web.{Tls, TlsCertificate}

import java.io.IOException
import java.nio.file.{Files, Path}
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

  private def file(section: Section, name: String): Option[String] =
    Some(section.string(name).trim).filterNot(f => f == "none" || f.isEmpty)

  private def certificate(section: Section): Option[TlsCertificate] =
    (file(section, "certificate"), file(section, "key"), file(section, "store")) match
      case (Some(chain), Some(key), None) => Some(TlsCertificate.Pem(Path.of(chain), Path.of(key)))
      case (None, None, Some(store)) => Some(TlsCertificate.Pkcs12(Path.of(store), password(section)))
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

  /** From a file, so that no output of the configuration shows it. */
  private def password(section: Section): String = file(section, "store-password-file").fold(""): name =>
    try Files.readString(Path.of(name)).linesIterator.nextOption().getOrElse("")
    catch
      case e: IOException =>
        section.refuse("store-password-file", s"must be a file that can be read: ${e.getMessage}")

  private def other(section: Section, text: String): TlsCertificate = text.split(':') match
    case Array(chain, key) if chain.nonEmpty && key.nonEmpty =>
      TlsCertificate.Pem(Path.of(chain), Path.of(key))
    case _ => section.refuse("others", s"must be pairs of PEM files, certificate:key; $text is none")
end TlsSettings
