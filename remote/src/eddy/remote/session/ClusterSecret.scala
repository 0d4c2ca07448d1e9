package eddy.remote.session

import java.nio.charset.StandardCharsets.UTF_8
import java.security.{MessageDigest, SecureRandom}
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

/** Proofs that both ends of a connection know the secret of their cluster: HMAC-SHA-256 over both nonces and
  * both identities.
  *
  * @param bytes null: without a secret, all proofs are empty
  */
private[eddy] final class ClusterSecret(bytes: Array[Byte] | Null):
  /** @param role of the end that proves, so that a proof cannot be sent back */
  def proof(role: String, dialer: Packet.Hello, acceptor: Introduction, nonce: Vector[Byte]): Vector[Byte] =
    if bytes == null then Vector.empty
    else
      val mac = Mac.getInstance("HmacSHA256")
      mac.init(SecretKeySpec(bytes, "HmacSHA256"))
      def part(text: Array[Byte]) =
        mac.update(java.nio.ByteBuffer.allocate(4).putInt(text.length).array)
        mac.update(text)
      def identity(node: Introduction) =
        part(node.name.getBytes(UTF_8))
        part(node.cluster.getBytes(UTF_8))
        part(node.incarnation.toString.getBytes(UTF_8))
      part(role.getBytes(UTF_8))
      part(s"${dialer.oldest} ${dialer.newest}".getBytes(UTF_8))
      part(dialer.nonce.toArray)
      identity(dialer.node)
      part(nonce.toArray)
      identity(acceptor)
      mac.doFinal().toVector

  def accepts(expected: Vector[Byte], proof: Vector[Byte]): Boolean =
    MessageDigest.isEqual(expected.toArray, proof.toArray)
end ClusterSecret

private[eddy] object ClusterSecret:
  private val random = SecureRandom()

  def nonce(): Vector[Byte] =
    val bytes = new Array[Byte](16)
    random.nextBytes(bytes)
    bytes.toVector
