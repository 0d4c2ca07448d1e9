package eddy.web.internal.http2

import eddy.web.Limits
import eddy.web.internal.{HeaderRules, Refusal, RouteTree, SingleFields, Target, Tokens, WebOrigin}

import scala.jdk.CollectionConverters.given

import io.netty.handler.codec.http.{
  DefaultHttpHeadersFactory,
  DefaultHttpRequest,
  HttpMethod,
  HttpRequest,
  HttpVersion
}
import io.netty.handler.codec.http2.Http2Headers

/** The head of an HTTP/2 request as one of HTTP/1, by the rules of RFC 9113, section 8. */
private[eddy] object Http2Head:
  /** A request that is to be treated as a stream error. */
  object Malformed

  val Version: HttpVersion = new HttpVersion("HTTP", 2, 0, true)

  private val Known = RouteTree.methods.toSet
  private val pseudo = Set(":method", ":scheme", ":path", ":authority", ":protocol")
  private val ofConnections =
    Set("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade")

  def read(headers: Http2Headers, limits: Limits): HttpRequest | Refusal | Malformed.type =
    val (control, plain) = fields(headers).partition(_._1.startsWith(":"))
    val wellFormed = control.map(_._1).distinct.size == control.size && control.forall(f => pseudo(f._1)) &&
      plain.forall(isSound) && plain.count(_._1 == "content-length") <= 1
    def one(name: String) = control.collectFirst { case (`name`, value) => value }
    (one(":method"), one(":scheme"), one(":path")) match
      case _ if !wellFormed => Malformed
      case (Some("CONNECT"), None, None) if one(":protocol").isEmpty => notKnown("CONNECT")
      case (Some(method), _, _) if method != "CONNECT" && one(":protocol").nonEmpty => Malformed
      case (Some(method), Some(scheme), Some(path)) if Tokens.isToken(method) && isTarget(path) =>
        if path.length > limits.maxRequestLineBytes then
          Refusal(414, s"The path is longer than ${limits.maxRequestLineBytes} bytes.")
        else if plain.size > limits.maxHeaders then
          Refusal(431, s"There are more than ${limits.maxHeaders} header fields.")
        else if plain.map((name, value) => name.length + value.length).sum > limits.maxHeaderBytes then
          Refusal(431, s"The headers are longer than ${limits.maxHeaderBytes} bytes.")
        else if one(":protocol").exists(ExtendedConnect.isWebSocket) then
          Target.check("GET", path) match
            case null => connecting(whole("GET", scheme, path, one(":authority"), plain))
            case refusal => refusal
        else if !Known(method) then notKnown(method)
        else
          Target.check(method, path) match
            case null => whole(method, scheme, path, one(":authority"), plain)
            case refusal => refusal
      case _ => Malformed
    end match
  end read

  def fields(headers: Http2Headers): Seq[(String, String)] =
    headers.asScala.toSeq.map(e => (e.getKey.toString, e.getValue.toString))

  private def connecting(read: HttpRequest | Refusal): HttpRequest | Refusal = read match
    case http: HttpRequest => ExtendedConnect(http.uri, http.headers)
    case refusal: Refusal => refusal

  private def notKnown(method: String): Refusal = Refusal(
    501,
    s"The method ${method.take(20)} is not implemented.",
    Seq("Allow" -> RouteTree.methods.mkString(", "))
  )

  private def isTarget(path: String) = path.startsWith("/") || path == "*"

  private def isSound(name: String, value: String): Boolean =
    Tokens.isToken(name) && !name.exists(c => c >= 'A' && c <= 'Z') && Tokens.isFieldValue(value) &&
      value.strip == value && !ofConnections(name) && (name != "te" || value == "trailers") &&
      (name != "content-length" || value.nonEmpty && value.length <= 18 && value.forall(c =>
        c >= '0' && c <= '9'
      ))

  private def whole(
      method: String,
      scheme: String,
      path: String,
      authority: Option[String],
      plain: Seq[(String, String)]
  ): HttpRequest | Refusal =
    val hosts = plain.collect { case ("host", value) => value }
    val named = authority.toSeq ++ hosts
    val repeated = SingleFields.repeatedOf(plain)
    if repeated >= 0 then SingleFields.repeated(repeated)
    else if named.isEmpty then Refusal(400, "There is neither :authority nor a Host header.")
    else if !named.forall(WebOrigin.isSame(scheme, _, named.head)) then
      Refusal(400, ":authority and the Host header differ.")
    else if !HeaderRules.isHost(named.head) then
      Refusal(400, "The authority is not a host with an optional port.")
    else
      val headers = DefaultHttpHeadersFactory.headersFactory.withValidation(false).newHeaders()
      headers.set("Host", named.head): Unit
      plain.foreach: (name, value) =>
        if name != "host" && name != "cookie" then headers.add(name, value): Unit
      // One field for each cookie compresses better; handlers know one field (RFC 9113, section 8.2.3).
      val cookies = plain.collect { case ("cookie", value) => value }
      if cookies.nonEmpty then headers.set("Cookie", cookies.mkString("; ")): Unit
      DefaultHttpRequest(Version, HttpMethod.valueOf(method), path, headers)
  end whole
end Http2Head
