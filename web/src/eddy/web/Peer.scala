package eddy.web

import eddy.state.Pure
import eddy.web.internal.NettyRequest

import java.net.InetAddress

/** Who sends a request.
  *
  * @param address of the connection; by trusted proxies, in the configuration or by [[TrustedProxies]], the
  *   client's
  * @param isSecure whether it comes over TLS
  */
final case class Peer(address: InetAddress, isSecure: Boolean)

object Peer:
  private[web] val key = Attribute[Peer]("client")

  @Pure
  def of(request: Request): Peer = request.get(key).getOrElse:
    val exchange = NettyRequest.of(request).exchange
    Peer(exchange.remoteAddress.getAddress, exchange.isSecure)
