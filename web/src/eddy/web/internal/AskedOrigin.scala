package eddy.web.internal

import java.net.InetAddress

/** The origin that a client has asked for, as far as trusted proxies say so. */
private[eddy] final case class AskedOrigin(scheme: Option[String], host: Option[String], port: Option[Int])

/** The client, whether it speaks TLS, and the origin that it has asked for, by trusted proxies. */
private[eddy] final case class ProxiedClient(address: InetAddress, isSecure: Boolean, asked: AskedOrigin)

private[eddy] object AskedOrigin:
  val unknown: AskedOrigin = AskedOrigin(None, None, None)
