package eddy.remote.session

import eddy.remote.Pickler

/** What two ends of a connection say to each other beside frames.
  * {{{
  * dialing end                 accepting end
  * Hello            ->
  *                  <-         Welcome, or Refused
  * Start, frames    ->
  *                  <-         Begin, frames
  * }}}
  */
private[eddy] enum Packet derives Pickler:
  /** @param oldest protocol version that this end speaks
    * @param nonce random bytes, for the proof of the other end
    */
  case Hello(oldest: Int, newest: Int, node: Introduction, nonce: Vector[Byte])

  /** @param version that both ends speak
    * @param proof that this end knows the secret of the cluster; empty without a secret
    */
  case Welcome(
      version: Int,
      node: Introduction,
      nonce: Vector[Byte],
      proof: Vector[Byte],
      number: Int,
      isOpen: Boolean,
      received: Long,
      connections: Int
  )
  case Refused(reason: String)
  case Start(number: Int, received: Long, first: Long, connection: Int, proof: Vector[Byte])
  case Begin(first: Long)

  /** All frames up to this one have arrived. */
  case Received(frame: Long)
  case Ping, Pong

  /** The session is closed. */
  case Farewell(kind: Int, reason: String)
end Packet

/** A node's identity. */
private[eddy] final case class Introduction(
    name: String,
    cluster: String,
    incarnation: Long,
    addresses: Vector[String]
) derives CanEqual, Pickler

private[eddy] object Packet:
  /** The protocol that this release speaks. */
  val version = 1

  /** Bytes of a packet at most: it is read before the other end has proved anything. */
  val maxBytes = 4096

  /** Left: it is no packet, and the reason. */
  def read(bytes: Array[Byte]): Either[String, Packet] =
    if bytes.length > maxBytes then Left(s"a packet has ${bytes.length} bytes, more than $maxBytes")
    else Pickler.read[Packet](bytes).left.map(_.toString)

  /** Reasons are shortened, so that a packet is not too long. */
  def write(packet: Packet): Array[Byte] = Pickler.write[Packet](packet match
    case Refused(reason) => Refused(short(reason))
    case Farewell(kind, reason) => Farewell(kind, short(reason))
    case other => other)

  private def short(reason: String): String =
    val limited = if reason.length <= maxReason then reason else reason.take(maxReason) + "…"
    // it may have been cut within a character
    new String(limited.getBytes("UTF-8"), "UTF-8")

  private val maxReason = 1000
end Packet
