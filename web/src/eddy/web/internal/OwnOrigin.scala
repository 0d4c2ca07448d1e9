package eddy.web.internal

import eddy.web.{Attribute, Origins, Request}

/** The origin under which a client knows this server: as far as its request and trusted proxies tell.
  *
  * @param schemes one when it is known; a server without TLS does not know which scheme an undeclared proxy
  *   speaks to the client, so that pages that came over TLS belong to it, too
  * @param authority the host, maybe with a port
  */
private[eddy] final case class OwnOrigin(schemes: Seq[String], authority: String):
  /** Whether a page of this origin is one of its own. */
  def is(origin: String): Boolean =
    val asked = WebOrigin.parse(origin)
    asked != null && schemes.exists(WebOrigin.of(_, authority) == asked)

  /** Whether pages of this origin may use a route. */
  def lets(origins: Origins, origin: String): Boolean = origins match
    case Origins.Any => true
    case Origins.SameHost => is(origin)
    case Origins.Only(listed) => OriginRules.isListed(listed, origin) || is(origin)

private[eddy] object OwnOrigin:
  val key: Attribute[AskedOrigin] = Attribute[AskedOrigin]("what the client asked the proxy for")

  private val secure = Seq("https")
  private val unknown = Seq("https", "http")

  def of(request: Request): OwnOrigin =
    from(request.get(key), NettyRequest.of(request).exchange, request.host)

  /** Of a request that may be without a [[Request]] yet. */
  def of(exchange: Exchange): OwnOrigin =
    val left = exchange.filteredOrNull
    val named = exchange.target.nn.authority
    val host = if named != null then named else String.valueOf(exchange.http.headers.get("Host"))
    from(if left == null then None else left.get(key), exchange, host)

  private def from(said: Option[AskedOrigin], exchange: Exchange, host: String): OwnOrigin =
    val told = said.getOrElse(exchange.askedOrigin)
    val schemes = told.scheme.fold(if exchange.isSecure then secure else unknown)(Seq(_))
    val named = told.host.getOrElse(host)
    OwnOrigin(
      schemes,
      told.port.fold(named)(port => s"${named.substring(0, HeaderRules.endOfName(named))}:$port")
    )
end OwnOrigin
