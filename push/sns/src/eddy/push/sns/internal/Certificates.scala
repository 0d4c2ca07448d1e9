package eddy.push.sns.internal

import eddy.runtime.Engine

import java.io.{ByteArrayInputStream, IOException}
import java.net.{HttpURLConnection, URI}
import java.security.cert.{CertificateException, CertificateFactory, X509Certificate}
import java.security.interfaces.RSAPublicKey
import java.time.Instant
import java.util.LinkedHashMap
import java.util.concurrent.Semaphore

/** The certificates of who signs, each fetched once. Any thread; blocks while one is fetched.
  *
  * @param isTrusted whether certificates may come from this address: the address is all that says that a key
  *   is SNS', beside the TLS connection to it
  * @param fetch what is at an address
  */
private[sns] final class Certificates(isTrusted: String => Boolean, fetch: String => Array[Byte]):
  import Certificates.*
  // guarded by its own monitor
  private val known = new LinkedHashMap[String, X509Certificate]()

  /** Certificates being fetched: messages with addresses that lead nowhere must not take all workers. */
  private val fetching = new Semaphore(MaxFetching)

  def of(address: String, now: Instant): Either[Refusal, X509Certificate] =
    if !isTrusted(address) then
      Left(Refusal(Reason.CertificateAddress, s"certificate at \"${address.take(200)}\""))
    else
      val before = known.synchronized(known.get(address))
      val found = if before == null then fetched(address) else Right(before)
      found.flatMap: certificate =>
        val date = java.util.Date.from(now)
        if date.before(certificate.getNotBefore) || date.after(certificate.getNotAfter) then
          known.synchronized(known.remove(address): Unit)
          Left(
            Refusal(
              Reason.Certificate,
              s"the certificate at $address is valid from ${certificate.getNotBefore} to ${certificate.getNotAfter}"
            )
          )
        else Right(certificate)

  private def fetched(address: String): Either[Refusal, X509Certificate] =
    if !fetching.tryAcquire() then
      Left(Refusal(Reason.CertificateAway, s"$MaxFetching are being fetched already"))
    else
      try
        val certificate = read(Engine.blocking(fetch(address)))
        known.synchronized:
          known.put(address, certificate): Unit
          if known.size > MaxKnown then known.pollFirstEntry(): Unit
        Right(certificate)
      catch
        case away: IOException => Left(Refusal(Reason.CertificateAway, s"$address: $away"))
        case wrong: CertificateException =>
          Left(Refusal(Reason.Certificate, s"$address: ${wrong.getMessage}"))
      finally fetching.release()

  private def read(pem: Array[Byte]): X509Certificate =
    CertificateFactory.getInstance("X.509").generateCertificate(ByteArrayInputStream(pem)) match
      case certificate: X509Certificate =>
        certificate.getPublicKey match
          case key: RSAPublicKey if key.getModulus.bitLength >= LeastKeyBits => certificate
          case other => throw CertificateException(
              s"its key is not an RSA key of $LeastKeyBits bits or more, but ${other.getAlgorithm}"
            )
      case other => throw CertificateException(s"no X.509 certificate, but ${other.getType}")
end Certificates

private[sns] object Certificates:
  private final val MaxFetching = 4
  private final val MaxKnown = 16
  private final val LeastKeyBits = 2048
  private final val MaxBytes = 64 * 1024
  private final val ConnectMillis = 5000
  private final val ReadMillis = 5000

  /** Follows no redirection: its target was not checked.
    * @throws IOException when it cannot be had, or is too large for a certificate
    */
  def fetch(address: String): Array[Byte] = URI(address).toURL.openConnection() match
    case http: HttpURLConnection =>
      http.setInstanceFollowRedirects(false)
      http.setConnectTimeout(ConnectMillis)
      http.setReadTimeout(ReadMillis)
      try
        if http.getResponseCode != 200 then throw IOException(s"answered ${http.getResponseCode}")
        val in = http.getInputStream
        try
          val bytes = in.readNBytes(MaxBytes + 1)
          if bytes.length > MaxBytes then throw IOException(s"larger than $MaxBytes bytes")
          bytes
        finally in.close()
      finally http.disconnect()
    case other => throw IOException(s"${other.getClass.getName} is not HTTP")
end Certificates
