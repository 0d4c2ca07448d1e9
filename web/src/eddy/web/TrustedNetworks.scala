package eddy.web

import eddy.web.internal.{AskedOrigin, ForwardedFor, IpNetwork, ProxiedClient}

import java.net.InetAddress

/** In which header a proxy names the client. The proxy must write the chosen one itself: clients choose what
  * it passes on.
  */
enum ForwardedHeader derives CanEqual:
  /** X-Forwarded-For, and X-Forwarded-Proto, -Host and -Port, which most proxies write. */
  case XForwarded

  /** Forwarded (RFC 7239). */
  case Forwarded

/** Networks of proxies that are believed about the client. From the connection backwards each address is
  * believed that a trusted one names; the first that is not trusted is the client.
  *
  * @param networks such as `10.0.0.0/8` or `::1`
  */
final case class TrustedNetworks(
    networks: Seq[String],
    header: ForwardedHeader = ForwardedHeader.XForwarded
):
  require(networks.nonEmpty, "networks is empty: list the addresses of the proxies, such as 10.0.0.0/8")
  private val trusted = networks.map(IpNetwork.parse)

  /** The client, whether it speaks TLS, and the origin that it has asked for, by the headers of a request
    * from this address.
    */
  private[web] def client(
      headers: => Seq[(String, String)],
      address: InetAddress,
      isSecure: Boolean
  ): ProxiedClient =
    if contains(address) then ForwardedFor.client(headers, address, isSecure, header)(contains)
    else ProxiedClient(address, isSecure, AskedOrigin.unknown)

  private[web] def contains(address: InetAddress): Boolean = trusted.exists(_.contains(address))
end TrustedNetworks
