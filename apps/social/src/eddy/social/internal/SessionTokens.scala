package eddy.social.internal

import java.nio.charset.StandardCharsets.US_ASCII
import java.security.{MessageDigest, SecureRandom}
import java.util.Base64

/** The secret by which a client shows that it has a session. */
private[social] object SessionTokens:
  private val Bytes = 32
  private val random = new SecureRandom

  def next(): String =
    val bytes = new Array[Byte](Bytes)
    random.nextBytes(bytes)
    text(bytes)

  /** The id of the session with this token. */
  def idOf(token: String): String =
    text(MessageDigest.getInstance("SHA-256").nn.digest(token.getBytes(US_ASCII)))

  private def text(bytes: Array[Byte]): String = Base64.getUrlEncoder.withoutPadding.encodeToString(bytes)
end SessionTokens
