package eddy.web.internal

import eddy.web.Origins

/** Origins as browsers send them (RFC 6454): scheme, host and port. */
private[eddy] object OriginRules:
  def check(origins: Origins): Unit = origins match
    case Origins.Only(listed) => listed.foreach(check)
    case Origins.SameHost | Origins.Any => ()

  def check(origin: String): Unit = require(
    origin.matches("https?://[^/]+"),
    s"origin \"$origin\": must be scheme, host and port only, such as https://chat.example.org"
  )

  def isListed(listed: Set[String], origin: String): Boolean = listed.exists(_.equalsIgnoreCase(origin))

  /** Whether `origin` is that of `host`, which may name a port.
    * @param tls whether the request is known to have come over TLS: then a page that did not is another origin
    */
  def isOfHost(origin: String, host: String, tls: Boolean): Boolean =
    val lower = Tokens.lower(origin)
    lower == s"https://${Tokens.lower(host)}" || !tls && lower == s"http://${Tokens.lower(host)}"
end OriginRules
