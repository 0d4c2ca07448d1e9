package eddy.web.client.internal

import eddy.web.internal.Tokens

import java.net.{URI, URISyntaxException, URLEncoder}
import java.nio.charset.StandardCharsets.UTF_8

/** Addresses and headers of calls, checked, so that texts from elsewhere can neither add headers nor lead to
  * another host.
  */
private[client] object Addresses:
  private val clients =
    Set(
      "host",
      "content-length",
      "transfer-encoding",
      "connection",
      "keep-alive",
      "upgrade",
      "expect",
      "te",
      "trailer"
    )

  def method(name: String): String =
    require(
      Tokens.isToken(name) && name == name.toUpperCase(java.util.Locale.ROOT) && name != "CONNECT",
      s"method \"${printable(name)}\": must be in capitals, such as GET, and not CONNECT"
    )
    name

  def checkHeader(name: String, value: String): Unit =
    require(Tokens.isToken(name), s"header name \"${printable(name)}\": must be a token (letters, digits, -)")
    require(!clients(Tokens.lower(name)), s"header $name: the client sets it; leave it out")
    require(
      Tokens.isFieldValue(value),
      s"value of header $name: line breaks, control characters and characters beyond Latin-1 are not allowed; encode them"
    )

  def parse(base: String | Null, url: String): URI =
    val whole = if base != null && (url.startsWith("/") || url.isEmpty) then base + url else url
    val uri =
      try URI(whole)
      catch
        case wrong: URISyntaxException =>
          throw refused(
            whole,
            s"it is malformed: ${wrong.getReason}; encode its parts (path, query)"
          )
    check(uri)

  /** The http address of a WebSocket's handshake. An address that is not one is returned as it is, for the
    * checks to reject.
    */
  def ofSocket(url: String): String =
    if url.regionMatches(true, 0, "ws", 0, 2) then s"http${url.substring(2)}" else url

  /** The address by which the JDK opens a WebSocket. */
  def socketOf(uri: URI): URI = URI(s"ws${uri.toString.substring(4)}")

  /** @throws IllegalArgumentException unless it is an http address that can be sent */
  def check(uri: URI): URI =
    val scheme = uri.getScheme
    if scheme == null || !scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https") then
      throw refused(uri.toString, "it must begin with http:// or https://")
    else if uri.getHost == null || uri.getRawUserInfo != null then
      throw refused(uri.toString, "it must name a host, and no user or password: those belong in a header")
    else if uri.getRawFragment == null then uri
    else URI(uri.toString.takeWhile(_ != '#'))

  def withSegments(uri: URI, segments: Seq[String]): URI =
    segments.foreach: segment =>
      require(
        segment != "." && segment != "..",
        s"path segment \"$segment\": it would lead to another folder"
      )
    val path = String.valueOf(uri.getRawPath).stripSuffix("/") + segments.map(s => s"/${encoded(s)}").mkString
    rebuilt(uri, path, uri.getRawQuery)

  def withParameter(uri: URI, name: String, value: String): URI =
    val pair = s"${encoded(name)}=${encoded(value)}"
    val query = uri.getRawQuery
    rebuilt(uri, uri.getRawPath, if query == null || query.isEmpty then pair else s"$query&$pair")

  def urlencoded(fields: Seq[(String, String)]): String =
    fields.map((name, value) =>
      s"${URLEncoder.encode(name, UTF_8)}=${URLEncoder.encode(value, UTF_8)}"
    ).mkString("&")

  /** As it may appear in messages and logs: without the query, which may hold secrets. */
  def shown(uri: URI): String = s"${uri.getScheme}://${uri.getRawAuthority}${uri.getRawPath}"

  /** Whether both are the same scheme, host and port. */
  def sameOrigin(a: URI, b: URI): Boolean =
    a.getScheme.equalsIgnoreCase(b.getScheme) && a.getHost.equalsIgnoreCase(b.getHost) && port(a) == port(b)

  /** What tells origins of https from each other (RFC 6454). */
  def originOf(uri: URI): String = originOf(uri.getHost, port(uri))
  def originOf(host: String, port: Int): String =
    s"${host.stripPrefix("[").stripSuffix("]").toLowerCase(java.util.Locale.ROOT)}:$port"

  def isSecure(uri: URI): Boolean = uri.getScheme.equalsIgnoreCase("https")

  private def port(uri: URI) = if uri.getPort >= 0 then uri.getPort else if isSecure(uri) then 443 else 80

  private def rebuilt(uri: URI, path: String | Null, query: String | Null): URI =
    val slashed = if path == null || path.isEmpty then "/" else path
    URI(s"${uri.getScheme}://${uri.getRawAuthority}$slashed${if query == null then "" else s"?$query"}")

  private def encoded(s: String) = URLEncoder.encode(s, UTF_8).replace("+", "%20").replace("*", "%2A")
  private def printable(s: String) = s.take(40).filterNot(_.isControl)
  private def refused(url: String, why: String) =
    IllegalArgumentException(s"address \"${url.take(200).filterNot(_.isControl)}\": $why")
end Addresses
