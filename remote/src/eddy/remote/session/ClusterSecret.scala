package eddy.remote.session

import eddy.remote.Pickler

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.security.{MessageDigest, SecureRandom}
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

/** Proofs that both ends of a connection know the secret of their cluster: HMAC-SHA-256 over all that both
  * have said so far, with the nonces, identities, addresses, versions and positions in it.
  *
  * @param secret null: without a secret, all proofs are empty
  * @throws IllegalArgumentException if it has fewer than 16 bytes
  */
private[eddy] final class ClusterSecret(secret: Array[Byte] | Null):
  private val bytes: Array[Byte] | Null = if secret == null then null else secret.clone
  if secret != null then
    require(
      secret.length >= ClusterSecret.minBytes,
      s"secret has ${secret.length} bytes: must have at least ${ClusterSecret.minBytes}, from a random source"
    )

  /** @param role of the end that proves, so that a proof cannot be sent back
    * @param said the packets of the handshake in their order; the one with the proof last, with an empty one
    */
  def proof(role: String, said: Packet*): Vector[Byte] =
    if bytes == null then Vector.empty
    else
      val mac = Mac.getInstance("HmacSHA256")
      mac.init(SecretKeySpec(bytes, "HmacSHA256"))
      def part(bytes: Array[Byte]) =
        mac.update(ByteBuffer.allocate(4).putInt(bytes.length).array)
        mac.update(bytes)
      part(role.getBytes(UTF_8))
      said.foreach(packet => part(Pickler.write(packet)))
      mac.doFinal().toVector

  def accepts(expected: Vector[Byte], proof: Vector[Byte]): Boolean =
    MessageDigest.isEqual(expected.toArray, proof.toArray)
end ClusterSecret

private[eddy] object ClusterSecret:
  private val random = SecureRandom()
  private val minBytes = 16

  def nonce(): Vector[Byte] =
    val bytes = new Array[Byte](16)
    random.nextBytes(bytes)
    bytes.toVector
