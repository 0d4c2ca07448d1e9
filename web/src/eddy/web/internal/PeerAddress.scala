package eddy.web.internal

import java.net.InetSocketAddress

import io.netty.channel.Channel

/** The other end of a connection. */
private[eddy] object PeerAddress:
  def of(channel: Channel): InetSocketAddress = channel.remoteAddress match
    case address: InetSocketAddress => address
    case _ => InetSocketAddress("0.0.0.0", 0)
