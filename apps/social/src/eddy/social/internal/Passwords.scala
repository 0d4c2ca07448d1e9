package eddy.social.internal

import java.nio.charset.StandardCharsets.UTF_8
import java.security.{MessageDigest, SecureRandom}
import java.text.Normalizer
import java.util.Base64

import org.bouncycastle.crypto.generators.Argon2BytesGenerator
import org.bouncycastle.crypto.params.Argon2Parameters

/** Hashes of passwords by Argon2id (RFC 9106), with the least cost that OWASP recommends: 19 MiB, two
  * iterations. A hash takes tens of milliseconds: compute it on the pool for passwords.
  */
private[social] object Passwords:
  private val MemoryKiB = 19 * 1024
  private val Iterations = 2
  private val Lanes = 1
  private val SaltBytes = 16
  private val HashBytes = 32
  private val random = new SecureRandom

  /** A text with the hash, its salt and its cost: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
  def hash(password: String): String =
    val salt = new Array[Byte](SaltBytes)
    random.nextBytes(salt)
    val hash = derive(password, salt, MemoryKiB, Iterations, Lanes)
    s"$$argon2id$$v=19$$m=$MemoryKiB,t=$Iterations,p=$Lanes$$${base64(salt)}$$${base64(hash)}"

  /** For names that nobody has: it takes as long to compare with, and no password matches it. */
  val OfNobody: String =
    val (salt, hash) = (new Array[Byte](SaltBytes), new Array[Byte](HashBytes))
    s"$$argon2id$$v=19$$m=$MemoryKiB,t=$Iterations,p=$Lanes$$${base64(salt)}$$${base64(hash)}"

  /** Whether `hash` was made from this password.
    *
    * @throws IllegalArgumentException for a text that [[hash]] did not make
    */
  def matches(password: String, hash: String): Boolean = hash match
    case s"$$argon2id$$v=19$$m=$memory,t=$iterations,p=$lanes$$$salt$$$expected" =>
      val derived = derive(password, bytes(salt), memory.toInt, iterations.toInt, lanes.toInt)
      MessageDigest.isEqual(derived, bytes(expected))
    case _ => throw IllegalArgumentException("the stored hash of a password is not one of Argon2id")

  private def derive(password: String, salt: Array[Byte], memory: Int, iterations: Int, lanes: Int) =
    val parameters = Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
      .withVersion(Argon2Parameters.ARGON2_VERSION_13)
      .withMemoryAsKB(memory).withIterations(iterations).withParallelism(lanes).withSalt(salt).build
    val generator = new Argon2BytesGenerator
    generator.init(parameters)
    val result = new Array[Byte](HashBytes)
    // the same text, however the keyboard composes its letters
    generator.generateBytes(
      Normalizer.normalize(password, Normalizer.Form.NFKC).nn.getBytes(UTF_8),
      result
    ): Unit
    result

  private def base64(bytes: Array[Byte]) = Base64.getEncoder.withoutPadding.encodeToString(bytes)
  private def bytes(text: String) = Base64.getDecoder.decode(text)
end Passwords
