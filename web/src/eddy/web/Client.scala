package eddy.web

import eddy.web.internal.NettyRequest

import java.net.InetAddress

/** Who sends a request.
  *
  * @param address of the connection; behind [[TrustedProxies]] what they say
  * @param isSecure whether it comes over TLS
  */
final case class Client(address: InetAddress, isSecure: Boolean)

object Client:
  private[web] val key = Attribute[Client]("client")

  def of(request: Request): Client = request.get(key).getOrElse:
    Client(request.remoteAddress.getAddress, NettyRequest.coreOf(request).config.tls.nonEmpty)
