package eddy.web.internal

/** Scheme, host and port, with their defaults, to be compared (RFC 6454, section 5; RFC 3986, section 6.2).
  *
  * @param host in small letters, with needless percent-encoding decoded, an IPv6 address in one spelling;
  *   with a dot at its end it is another host, as for browsers
  * @param port -1 where the scheme has no default
  */
private[eddy] final case class WebOrigin private (scheme: String, host: String, port: Int)

private[eddy] object WebOrigin:
  /** Reads the value of Origin; null for `null`, and for every text but an origin of http or https. */
  def parse(text: String): WebOrigin | Null =
    val colon = text.indexOf("://")
    val scheme = if colon < 0 then "" else Tokens.lower(text.substring(0, colon))
    if scheme == "http" || scheme == "https" then of(scheme, text.substring(colon + 3)) else null

  /** Null for a malformed authority, and for one with a user's name.
    *
    * @param authority a host, maybe with a port
    */
  def of(scheme: String, authority: String): WebOrigin | Null =
    if !HeaderRules.isHost(authority) then null
    else
      val end = HeaderRules.endOfName(authority)
      val digits = if end < authority.length then authority.substring(end + 1) else ""
      val small = Tokens.lower(scheme)
      val port = if digits.isEmpty then defaultPort(small) else digits.toInt
      val host = spelt(authority.substring(0, end))
      if host == null then null else WebOrigin(small, host, port)

  /** Whether two authorities are one, for requests of this scheme. */
  def isSame(scheme: String, one: String, other: String): Boolean =
    one == other || {
      val first = of(scheme, one)
      first != null && first == of(scheme, other)
    }

  private def defaultPort(scheme: String): Int = scheme match
    case "http" | "ws" => 80
    case "https" | "wss" => 443
    case _ => -1

  private def spelt(name: String): String | Null =
    if name.startsWith("[") then
      IpNetwork.address(name.substring(1, name.length - 1)).map(a => s"[${a.getHostAddress}]").orNull
    else
      val plain = Target.decode(name, ofForm = false)
      if plain == null then null else Tokens.lower(plain)
end WebOrigin
