package eddy.chat.internal

import java.security.{MessageDigest, SecureRandom}
import java.util.Base64

/** Random strings that cannot be guessed, and what others may know of them. */
private[chat] object Secrets:
  private val random = new SecureRandom
  private val encoder = Base64.getUrlEncoder.nn.withoutPadding.nn

  /** 144 random bits in 24 characters: a session's token, a connection's key. */
  def token(): String = make(18)

  /** Whether a string could be a token of ours: what else a client sends is not kept. */
  def looksLikeToken(s: String): Boolean =
    s.length == 24 && s.forall(c => c.isLetterOrDigit && c < 128 || c == '-' || c == '_')

  /** 128 bits of its SHA-256, in 22 characters: tells that two tokens are the same, and nothing else. */
  def digest(token: String): String =
    val whole = MessageDigest.getInstance("SHA-256").nn.digest(token.getBytes("UTF-8")).nn
    encoder.encodeToString(whole.take(16)).nn

  private def make(bytes: Int): String =
    val b = new Array[Byte](bytes)
    random.nextBytes(b)
    encoder.encodeToString(b).nn
end Secrets
