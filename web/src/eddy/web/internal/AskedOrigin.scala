package eddy.web.internal

/** The origin that a client has asked for, as far as trusted proxies say so. */
private[eddy] final case class AskedOrigin(scheme: Option[String], host: Option[String], port: Option[Int])

private[eddy] object AskedOrigin:
  val unknown: AskedOrigin = AskedOrigin(None, None, None)
