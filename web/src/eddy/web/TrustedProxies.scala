package eddy.web

import eddy.web.internal.{ForwardedFor, IpNetwork}

import java.net.InetAddress

/** In which header a proxy says for whom it asks. The proxy must write the chosen one itself: what it hands on, clients choose. */
enum ForwardedHeader derives CanEqual:
  /** X-Forwarded-For and X-Forwarded-Proto, which most proxies write. */
  case XForwarded

  /** Forwarded (RFC 7239). */
  case Forwarded

/** Believes proxies about the client. Without it the client is whoever has made the connection. Best set
  * once for the whole server,
  * as `ServerConfig.trustedProxies`: then it holds for [[Request.remoteAddress]], limits, log and traces.
  * As a filter of some
  * routes it holds for [[Peer.of]] alone; put it outside of the filters that ask, such as [[RateLimit]].
  *
  * From the connection backwards each address is believed that a trusted one tells; the first that is not trusted is the client.
  *
  * @param networks of the proxies, such as `10.0.0.0/8` or `::1`
  */
final case class TrustedProxies(networks: Seq[String], header: ForwardedHeader = ForwardedHeader.XForwarded)
    extends Filter:
  require(networks.nonEmpty, "networks is empty: list the addresses of the proxies, such as 10.0.0.0/8")
  private val trusted = networks.map(IpNetwork.parse)

  def apply(request: Request, response: Response): Unit =
    val connection = Peer.of(request)
    request.set(Peer.key, client(request.headers, connection))

  /** The client, by the headers of a request. */
  private[web] def client(headers: => Seq[(String, String)], connection: Peer): Peer =
    if isTrusted(connection.address) then ForwardedFor.client(headers, connection, header)(isTrusted)
    else connection

  private[web] def isTrusted(address: InetAddress): Boolean = trusted.exists(_.contains(address))

  override private[eddy] def code: Seq[AnyRef] = Nil
end TrustedProxies
