package eddy.web.internal

import java.net.InetAddress

/** A network in CIDR notation (RFC 4632, RFC 4291), or one address. */
private[eddy] final class IpNetwork(base: Array[Byte], bits: Int):
  def contains(address: InetAddress): Boolean =
    val other = address.getAddress
    other.length == base.length && (0 until bits).forall(i =>
      IpNetwork.bit(base, i) == IpNetwork.bit(other, i)
    )

private[eddy] object IpNetwork:
  def parse(text: String): IpNetwork =
    val slash = text.indexOf('/')
    val base = address(if slash < 0 then text else text.substring(0, slash)).map(_.getAddress)
    val bits = if slash < 0 then base.map(_.length * 8) else text.substring(slash + 1).toIntOption
    (base, bits) match
      case (Some(b), Some(n)) if n >= 0 && n <= b.length * 8 =>
        require(
          (n until b.length * 8).forall(i => !bit(b, i)),
          s"network \"$text\": bits after the first $n are set; write the first address of the network"
        )
        IpNetwork(b, n)
      case _ =>
        throw IllegalArgumentException(
          s"network \"$text\": must be an address such as 10.0.0.7, or a network such as 10.0.0.0/8"
        )

  /** A literal with all its parts, never a name: nothing is looked up. */
  def address(text: String): Option[InetAddress] =
    val isLiteral = if text.contains(':') then !text.contains('%') else text.matches("[0-9]+(\\.[0-9]+){3}")
    try Option.when(isLiteral)(InetAddress.ofLiteral(text))
    catch case _: IllegalArgumentException => None

  /** What belongs to one customer: with IPv6 a whole network of 64 bits. */
  def ofCustomer(address: InetAddress): String =
    val bytes = address.getAddress
    if bytes.length == 4 then address.getHostAddress
    else s"${InetAddress.getByAddress(bytes.take(8) ++ new Array[Byte](8)).getHostAddress}/64"

  private def bit(bytes: Array[Byte], i: Int): Boolean = (bytes(i / 8) >> (7 - i % 8) & 1) == 1
end IpNetwork
