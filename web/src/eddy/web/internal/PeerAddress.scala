package eddy.web.internal

import java.net.{InetAddress, InetSocketAddress}

import io.netty.channel.Channel
import io.netty.util.AttributeKey

/** The other end of a connection: as the PROXY protocol states it, where it is used. */
private[eddy] object PeerAddress:
  private val told = AttributeKey.valueOf[ToldPeer]("eddy.peer")

  def of(channel: Channel): InetSocketAddress =
    val by = toldOf(channel)
    if by != null && by.address != null then by.address else ofSocket(channel)

  /** What a proxy has said; null when none had to. */
  def toldOf(channel: Channel): ToldPeer | Null = channel.attr(told).get

  def ofSocket(channel: Channel): InetSocketAddress = channel.remoteAddress match
    case address: InetSocketAddress => address
    case _ => InetSocketAddress("0.0.0.0", 0)

  /** Our end; null when the connection is gone. */
  def local(channel: Channel): InetAddress | Null = channel.localAddress match
    case address: InetSocketAddress => address.getAddress
    case _ => null

  /** Before anything asks for the address. On the I/O thread. */
  def tell(channel: Channel, peer: ToldPeer): Unit = channel.attr(told).set(peer)
end PeerAddress

/** What a proxy says of the client of a connection.
  *
  * @param address null when it is the proxy's own connection
  */
private[eddy] final class ToldPeer(val address: InetSocketAddress | Null, val isSecure: Boolean)
