package eddy.web

/** A filter that believes proxies about the client ([[Peer.of]]) on the routes that go through it. Put it outside
  * of the filters that ask, such as [[RateLimit]]. `ServerConfig.trustedProxies` does it for the whole server:
  * then it also holds for [[Request.remoteAddress]], log and traces.
  *
  * @param networks of the proxies, such as `10.0.0.0/8` or `::1`
  */
final case class TrustedProxies(networks: Seq[String], header: ForwardedHeader = ForwardedHeader.XForwarded)
    extends Filter:
  private val trusted = TrustedNetworks(networks, header)

  def apply(request: Request, response: Response): Unit =
    val connection = Peer.of(request)
    val (address, isSecure) = trusted.client(request.headers, connection.address, connection.isSecure)
    request.set(Peer.key, Peer(address, isSecure))

  override private[eddy] def code: Seq[AnyRef] = Nil
end TrustedProxies
