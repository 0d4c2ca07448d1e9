package eddy.web.internal

import eddy.web.ForwardedHeader

import java.net.InetAddress

/** Follows what proxies say of the client, from the nearest one backwards. */
private[eddy] object ForwardedFor:
  private final case class Hop(
      address: Option[InetAddress],
      scheme: Option[String],
      host: Option[String],
      port: Option[Int]
  )

  /** The client, whether it speaks TLS, and the origin that it has asked the outermost trusted proxy for.
    *
    * @param headers of the request
    * @param address of the nearest proxy, which is trusted
    */
  def client(
      headers: Seq[(String, String)],
      address: InetAddress,
      isSecure: Boolean,
      header: ForwardedHeader
  )(
      isTrusted: InetAddress => Boolean
  ): ProxiedClient =
    var client = address
    var overTls = isSecure
    var asked = AskedOrigin.unknown
    var left = hops(headers, header).reverse
    while left.nonEmpty && isTrusted(client) do
      val hop = left.head
      // who hides the client is the last that is known
      left = if hop.address.isEmpty then Nil else left.tail
      overTls = hop.scheme.fold(overTls)(_ == "https")
      client = hop.address.getOrElse(client)
      asked = AskedOrigin(
        hop.scheme.orElse(asked.scheme),
        hop.host.orElse(asked.host),
        // a further host has its own port
        hop.port.orElse(if hop.host.isEmpty then asked.port else None)
      )
    ProxiedClient(client, overTls, asked)
  end client

  private def hops(headers: Seq[(String, String)], header: ForwardedHeader): Seq[Hop] = header match
    case ForwardedHeader.XForwarded => ofXForwarded(headers)
    case ForwardedHeader.Forwarded => all(headers, "Forwarded").flatMap(split(_, ',')).map(ofForwarded)

  /** Schemes, hosts and ports belong to the addresses from the end backwards. */
  private def ofXForwarded(headers: Seq[(String, String)]): Seq[Hop] =
    def items(name: String) = all(headers, name).flatMap(_.split(",")).map(_.strip).filter(_.nonEmpty)
    val addresses = items("X-Forwarded-For")
    val more = Seq("X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Port").map(items)
    // a proxy may tell these alone
    val count = math.max(addresses.size, math.min(1, more.map(_.size).max))
    def aligned(items: Seq[String]): Seq[Option[String]] =
      val last = items.takeRight(count)
      Seq.fill(count - last.size)(None) ++ last.map(Option(_))
    val Seq(schemes, hosts, ports) = more.map(aligned): @unchecked
    aligned(addresses).indices.map: n =>
      Hop(
        aligned(addresses)(n).flatMap(literal),
        schemes(n).map(scheme),
        hosts(n).filter(HeaderRules.isHost),
        ports(n).flatMap(port)
      )

  private def ofForwarded(element: String): Hop =
    val pairs = split(element, ';').flatMap: pair =>
      val equals = pair.indexOf('=')
      Option.when(equals > 0):
        Tokens.lower(pair.substring(0, equals).strip) -> unquoted(pair.substring(equals + 1).strip)
    def first(name: String) = pairs.collectFirst { case (`name`, value) => value }
    Hop(
      first("for").flatMap(literal),
      first("proto").map(scheme),
      first("host").filter(HeaderRules.isHost),
      None
    )

  /** Some proxies tell that of the WebSocket. */
  private def scheme(text: String): String = Tokens.lower(text) match
    case "wss" => "https"
    case "ws" => "http"
    case other => other

  private def port(text: String): Option[Int] = text.toIntOption.filter(n => n > 0 && n <= 65_535)

  /** `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`; none for `unknown` and `_hidden`. */
  private def literal(text: String): Option[InetAddress] =
    val close = text.indexOf(']')
    val colon = text.indexOf(':')
    if text.startsWith("[") then if close < 0 then None else IpNetwork.address(text.substring(1, close))
    else if colon >= 0 && colon == text.lastIndexOf(':') then IpNetwork.address(text.substring(0, colon))
    else IpNetwork.address(text)

  private def all(headers: Seq[(String, String)], name: String): Seq[String] =
    headers.collect { case (n, value) if n.equalsIgnoreCase(name) => value }

  /** Splits where the separator is not quoted. Where a quote has no end, a client has left it open before
    * the text that its proxy appended: then each separator counts.
    */
  private def split(text: String, at: Char): Seq[String] =
    val quotes = text.count(_ == '"')
    if quotes % 2 == 0 then splitUnquoted(text, at) else text.split(at).toSeq

  private def splitUnquoted(text: String, at: Char): Seq[String] =
    val parts = Seq.newBuilder[String]
    var from = 0
    var quoted = false
    for i <- text.indices do
      val c = text.charAt(i)
      if c == '"' then quoted = !quoted
      else if c == at && !quoted then
        parts += text.substring(from, i)
        from = i + 1
    parts += text.substring(from)
    parts.result()

  private def unquoted(text: String): String =
    if text.length >= 2 && text.startsWith("\"") && text.endsWith("\"") then
      text.substring(1, text.length - 1)
    else text
end ForwardedFor
