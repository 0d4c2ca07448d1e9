package eddy.web.internal.tls

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.security.cert.{CertificateFactory, X509Certificate}
import java.security.spec.PKCS8EncodedKeySpec
import java.security.{GeneralSecurityException, KeyFactory, PrivateKey}
import java.util.Base64
import scala.jdk.CollectionConverters.given

/** Reads certificates and keys in PEM (RFC 7468). */
private[eddy] object PemFiles:
  def load(chain: Path, key: Path): KeyMaterial =
    val certificates = read(chain)
    KeyMaterial(readKey(key, certificates.head.getPublicKey.getAlgorithm), certificates)

  private def read(file: Path): Seq[X509Certificate] =
    val text = Files.readString(file, ISO_8859_1)
    val blocks = CertificateBlock.findAllIn(text).mkString("\n").getBytes(ISO_8859_1)
    val found = CertificateFactory
      .getInstance("X.509")
      .generateCertificates(java.io.ByteArrayInputStream(blocks))
      .asScala
      .toSeq
      .collect { case c: X509Certificate => c }
    if found.isEmpty then throw GeneralSecurityException(s"$file holds no BEGIN CERTIFICATE")
    found

  private def readKey(file: Path, algorithm: String): PrivateKey =
    val text = Files.readString(file, ISO_8859_1)
    KeyBlock.findFirstMatchIn(text) match
      case Some(block) =>
        val der =
          try Base64.getMimeDecoder.decode(block.group(1))
          catch
            case e: IllegalArgumentException =>
              throw GeneralSecurityException(s"the key in $file is not base64", e)
        KeyFactory.getInstance(algorithm).generatePrivate(PKCS8EncodedKeySpec(der))
      case None if text.contains("PRIVATE KEY-----") =>
        throw GeneralSecurityException(
          s"the key in $file is encrypted or in an old format; convert it: openssl pkcs8 -topk8 -nocrypt -in KEY -out NEW"
        )
      case None => throw GeneralSecurityException(s"$file holds no BEGIN PRIVATE KEY")

  private val CertificateBlock = "(?s)-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----".r
  private val KeyBlock = "(?s)-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----".r
end PemFiles
