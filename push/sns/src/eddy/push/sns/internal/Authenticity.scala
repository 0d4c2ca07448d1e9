package eddy.push.sns.internal

import eddy.push.sns.SnsConfig

import java.net.{URI, URISyntaxException}
import java.nio.charset.StandardCharsets.UTF_8
import java.security.{GeneralSecurityException, Signature}
import java.time.format.DateTimeParseException
import java.time.{Duration, Instant}
import java.util.Base64
import scala.concurrent.duration.FiniteDuration
import scala.util.boundary

/** Whether a message is of SNS: by its age, where its certificate is, and its signature, of version 1 (SHA-1)
  * or 2 (SHA-256). Any thread; may block for the certificate.
  *
  * See "Verifying the signatures of Amazon SNS messages" in its developer guide.
  */
private[sns] final class Authenticity(certificates: Certificates, maxAge: FiniteDuration):
  /** @return why it is not */
  def refuses(envelope: Envelope, now: Instant): Option[Refusal] = boundary:
    def refuse(reason: Reason, detail: String) = boundary.break(Some(Refusal(reason, detail)))
    val algorithm = Authenticity.Algorithms.getOrElse(
      envelope.SignatureVersion,
      refuse(Reason.Signature, s"signature version \"${envelope.SignatureVersion.take(20)}\"")
    )
    val time =
      try Instant.parse(envelope.Timestamp)
      catch
        case _: DateTimeParseException => refuse(Reason.Malformed, s"time \"${envelope.Timestamp.take(40)}\"")
    val age = Duration.between(time, now)
    if age.compareTo(Duration.ofMillis(maxAge.toMillis)) > 0 || age.compareTo(
        Authenticity.MostAhead.negated
      ) < 0
    then
      refuse(Reason.Stale, s"of ${envelope.Timestamp}, and it is $now")
    val signed =
      try Base64.getDecoder.decode(envelope.Signature)
      catch case _: IllegalArgumentException => refuse(Reason.Signature, "it is not Base64")
    val certificate = certificates.of(envelope.SigningCertURL, now) match
      case Right(found) => found
      case Left(refusal) => boundary.break(Some(refusal))
    try
      val signature = Signature.getInstance(algorithm)
      signature.initVerify(certificate.getPublicKey)
      signature.update(envelope.canonical.getBytes(UTF_8))
      if signature.verify(signed) then None
      else
        Some(Refusal(
          Reason.Signature,
          s"message ${envelope.MessageId.take(100)} is signed by somebody else, or was changed"
        ))
    catch
      case wrong: GeneralSecurityException =>
        Some(Refusal(Reason.Signature, String.valueOf(wrong.getMessage)))
end Authenticity

private[sns] object Authenticity:
  private val Algorithms = Map("1" -> "SHA1withRSA", "2" -> "SHA256withRSA")

  /** As clocks differ. */
  val MostAhead: Duration = Duration.ofMinutes(5).nn

  /** Those of the region's SNS, or of the emulator. */
  def certificates(config: SnsConfig, region: String): Certificates =
    config.emulator match
      case Some(emulator) => Certificates(sameOrigin(emulator, _), Certificates.fetch)
      case None => Certificates(isAmazon(region, _), Certificates.fetch)

  /** `https://sns.<region>.amazonaws.com/SimpleNotificationService-….pem`, in China `….com.cn`, and nothing
    * else.
    */
  def isAmazon(region: String, address: String): Boolean =
    val host = s"sns.$region.amazonaws.com${if region.startsWith("cn-") then ".cn" else ""}"
    parsed(address).exists: uri =>
      uri.getScheme == "https" && uri.getRawAuthority == host &&
        uri.getRawQuery == null && uri.getRawFragment == null &&
        String.valueOf(uri.getRawPath).matches("/SimpleNotificationService-[0-9a-f]{1,64}\\.pem")

  private def sameOrigin(emulator: URI, address: String): Boolean = parsed(address).exists: uri =>
    uri.getScheme == emulator.getScheme && uri.getRawAuthority == emulator.getRawAuthority

  private def parsed(address: String): Option[URI] =
    try Some(URI(address))
    catch case _: URISyntaxException => None
end Authenticity
