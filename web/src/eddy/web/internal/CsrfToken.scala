package eddy.web.internal

import java.security.{MessageDigest, SecureRandom}
import java.util.{Arrays, Base64}

/** Tokens against forged requests. The session keeps a secret; a page gets it behind a mask of its own each
  * time: mask, then mask xor secret (against BREACH, which guesses what repeats in compressed pages).
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
    val token = Arrays.copyOf(mask, 2 * Length)
    System.arraycopy(xor(mask, Base64.getUrlDecoder.decode(secret), 0), 0, token, Length, Length)
    encoder.encodeToString(token)

  def matches(secret: String, token: String): Boolean =
    val bytes =
      try Base64.getUrlDecoder.decode(token)
      catch case _: IllegalArgumentException => Array.emptyByteArray
    bytes.length == 2 * Length &&
    MessageDigest.isEqual(xor(bytes, bytes, Length), Base64.getUrlDecoder.decode(secret))

  private def fresh(): Array[Byte] =
    val bytes = new Array[Byte](Length)
    random.nextBytes(bytes)
    bytes

  // no collection's operations: to the inference they may be those of one that is shared
  private def xor(mask: Array[Byte], bytes: Array[Byte], from: Int): Array[Byte] =
    val result = new Array[Byte](Length)
    var i = 0
    while i < Length do
      result(i) = (mask(i) ^ bytes(from + i)).toByte
      i += 1
    result
end CsrfToken
