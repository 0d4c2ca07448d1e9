package eddy.web

import eddy.web.internal.NettyRequest

import java.net.InetAddress

/** Who sends a request.
  *
  * @param address of the connection; behind [[TrustedProxies]], as a filter or in
  *   `ServerConfig.trustedProxies`, what they say
  * @param isSecure whether it comes over TLS
  */
final case class Peer(address: InetAddress, isSecure: Boolean)

object Peer:
  private[web] val key = Attribute[Peer]("client")

  def of(request: Request): Peer = request.get(key).getOrElse(NettyRequest.of(request).exchange.client)
