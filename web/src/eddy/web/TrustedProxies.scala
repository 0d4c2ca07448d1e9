package eddy.web

import eddy.state.Pure
import eddy.web.internal.OwnOrigin

/** A filter that believes proxies about the client ([[Peer.of]]) and the origin that it has asked for
  * ([[Csrf]], [[Origins]]), on the routes that go through it. Put it outside of the filters that ask, such as
  * [[RateLimit]]. `ServerConfig.trustedProxies` does it for the whole server: then it also holds for
  * [[Request.remoteAddress]], log and traces.
  *
  * @param networks of the proxies, such as `10.0.0.0/8` or `::1`
  */
@Pure
final case class TrustedProxies(networks: Seq[String], header: ForwardedHeader = ForwardedHeader.XForwarded)
    extends Filter:
  private val trusted = TrustedNetworks(networks, header)

  def apply(request: Request, response: Response): Unit =
    val connection = Peer.of(request)
    val client = trusted.client(request.headers, connection.address, connection.isSecure)
    request.set(Peer.key, Peer(client.address, client.isSecure))
    request.set(OwnOrigin.key, client.asked)

  override private[eddy] def code: Seq[AnyRef] = Nil
  override private[eddy] def tellsOrigin: Boolean = true
end TrustedProxies
