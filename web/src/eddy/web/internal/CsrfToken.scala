package eddy.web.internal

import java.security.{MessageDigest, SecureRandom}
import java.util.Base64

/** Tokens against forged requests. The session keeps a secret; a page gets it behind a mask of its own each time: mask,
  * then mask xor secret (against BREACH, which guesses what repeats in compressed pages).
  */
private[eddy] object CsrfToken:
  /** Where the session keeps it. */
  val Key = "eddy.csrf"
  private val Length = 32
  private val random = SecureRandom()
  private def encoder = Base64.getUrlEncoder.withoutPadding

  def secret(): String = encoder.encodeToString(fresh())

  def masked(secret: String): String =
    val mask = fresh()
    encoder.encodeToString(mask ++ xor(mask, Base64.getUrlDecoder.decode(secret)))

  def matches(secret: String, token: String): Boolean =
    val bytes =
      try Base64.getUrlDecoder.decode(token)
      catch case _: IllegalArgumentException => Array.emptyByteArray
    bytes.length == 2 * Length &&
    MessageDigest.isEqual(xor(bytes.take(Length), bytes.drop(Length)), Base64.getUrlDecoder.decode(secret))

  private def fresh(): Array[Byte] =
    val bytes = new Array[Byte](Length)
    random.nextBytes(bytes)
    bytes

  private def xor(a: Array[Byte], b: Array[Byte]): Array[Byte] = a.zip(b).map((x, y) => (x ^ y).toByte)
end CsrfToken
