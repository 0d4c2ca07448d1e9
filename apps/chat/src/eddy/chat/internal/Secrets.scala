package eddy.chat.internal

import java.security.{MessageDigest, SecureRandom}
import java.util.Base64

/** Random strings that cannot be guessed, and comparing them without telling how much was right. */
private[chat] object Secrets:
  private val random = new SecureRandom
  private val encoder = Base64.getUrlEncoder.nn.withoutPadding.nn

  /** 144 random bits in 24 characters: a session's token, a connection's key. */
  def token(): String = make(18)

  /** 48 random bits in 8 characters: names one life of a room. Not a secret. */
  def epoch(): String = make(6)

  /** Whether a string could be a token of ours: what else a client sends is not kept. */
  def looksLikeToken(s: String): Boolean =
    s.length == 24 && s.forall(c => c.isLetterOrDigit && c < 128 || c == '-' || c == '_')

  def same(a: String, b: String): Boolean = MessageDigest.isEqual(a.getBytes("UTF-8"), b.getBytes("UTF-8"))

  private def make(bytes: Int): String =
    val b = new Array[Byte](bytes)
    random.nextBytes(b)
    encoder.encodeToString(b).nn
end Secrets
