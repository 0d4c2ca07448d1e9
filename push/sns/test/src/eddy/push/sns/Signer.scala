package eddy.push.sns

import eddy.push.sns.internal.Envelope
import eddy.testing.Waits

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files
import java.security.{KeyStore, PrivateKey, Signature}
import java.util.Base64
import java.util.concurrent.TimeUnit

/** Signs as SNS does, with a key and a certificate that were made just now. */
final class Signer(startDate: String = "-1d", days: Int = 365, algorithm: String = "RSA -keysize 2048"):
  private val (key, der) =
    val folder = Files.createTempDirectory("eddy-sns").nn
    val file = folder.resolve("store.p12").nn
    val arguments = s"-genkeypair -alias sns -keyalg $algorithm -startdate $startDate -validity $days " +
      s"-dname CN=sns.amazonaws.com -storetype PKCS12 -storepass not-a-secret -keystore $file"
    val tool = java.nio.file.Path.of(System.getProperty("java.home"), "bin", "keytool").toString
    // keytool runs for a moment only
    val quick = Seq("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC")
    val process = ProcessBuilder(((tool +: quick) ++ arguments.split(" "))*).redirectErrorStream(true).start()
    val output = String(process.getInputStream.readAllBytes())
    if !process.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS) || process.exitValue != 0 then
      throw IllegalStateException(s"keytool failed: $output")
    val store = KeyStore.getInstance(file.toFile, "not-a-secret".toCharArray)
    Files.delete(file)
    Files.delete(folder)
    store.getKey("sns", "not-a-secret".toCharArray) match
      case key: PrivateKey => (key, store.getCertificate("sns").getEncoded)
      case other => throw IllegalStateException(s"no private key but $other")

  val pem: Array[Byte] =
    s"-----BEGIN CERTIFICATE-----\n${Base64.getMimeEncoder.encodeToString(der)}\n-----END CERTIFICATE-----\n".getBytes(
      UTF_8
    )

  def sign(envelope: Envelope): Envelope =
    val signature =
      Signature.getInstance(if envelope.SignatureVersion == "2" then "SHA256withRSA" else "SHA1withRSA")
    signature.initSign(key)
    signature.update(Signer.canonical(envelope).getBytes(UTF_8))
    envelope.copy(Signature = Base64.getEncoder.encodeToString(signature.sign()))
end Signer

object Signer:
  /** Written down from SNS' developer guide once more, so that a mistake is not made twice. */
  private def canonical(e: Envelope): String =
    if e.Type == "Notification" then
      s"Message\n${e.Message}\nMessageId\n${e.MessageId}\n" + e.Subject.fold("")(s => s"Subject\n$s\n") +
        s"Timestamp\n${e.Timestamp}\nTopicArn\n${e.TopicArn}\nType\n${e.Type}\n"
    else
      s"Message\n${e.Message}\nMessageId\n${e.MessageId}\nSubscribeURL\n${e.SubscribeURL.get}\n" +
        s"Timestamp\n${e.Timestamp}\nToken\n${e.Token.get}\nTopicArn\n${e.TopicArn}\nType\n${e.Type}\n"

  /** As SNS posts it. */
  def json(e: Envelope, more: (String, String)*): String =
    def quoted(text: String) =
      "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\""
    val fields = Seq(
      "Type" -> e.Type,
      "MessageId" -> e.MessageId,
      "TopicArn" -> e.TopicArn,
      "Message" -> e.Message,
      "Timestamp" -> e.Timestamp,
      "SignatureVersion" -> e.SignatureVersion,
      "Signature" -> e.Signature,
      "SigningCertURL" -> e.SigningCertURL
    ) ++ e.Subject.map("Subject" -> _) ++ e.Token.map("Token" -> _) ++ e.SubscribeURL.map(
      "SubscribeURL" -> _
    ) ++ more
    fields.map((name, value) => s"${quoted(name)}:${quoted(value)}").mkString("{", ",", "}")
end Signer
