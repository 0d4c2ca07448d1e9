package eddy.web.internal

import io.netty.handler.codec.http.{HttpContent, HttpRequest, HttpUtil, LastHttpContent}

/** Makes exchanges of decoded requests: finds the route, collects the body within its limit. On the I/O thread. */
private[eddy] final class RequestIntake(core: ServerCore, connection: HttpConnection):
  private val maxBodyBytes = core.config.limits.maxBodyBytes
  private var upgrading: Exchange | Null = null

  /** The request whose body is still arriving. */
  var receiving: Exchange | Null = null

  /** The client waits for 100 before it sends the body of [[receiving]]. */
  var owesContinue: Boolean = false

  /** A handshake is under way: what follows are frames, if it succeeds. */
  def awaitsUpgrade: Boolean =
    val exchange = upgrading
    exchange != null && !exchange.ended

  /** Stops collecting: the answer is clear already. */
  def abandon(): Unit =
    val exchange = receiving
    if exchange != null then exchange.body = null
    receiving = null
    owesContinue = false

  def refused(refusal: Refusal): Exchange = fatal(RequestIntake.unreadable(), refusal)

  def head(http: HttpRequest): Exchange =
    if http.decoderResult.isFailure then fatal(http, Refusal(400, "The request is malformed."))
    else
      Target.parse(http.uri) match
        case refusal: Refusal => fatal(http, refusal)
        case target: Target => routed(http, target)

  private def routed(http: HttpRequest, target: Target): Exchange =
    val (matched, refusal) = route(http, target)
    val exchange = Exchange(connection, http, target, matched)
    exchange.refusal = refusal
    val expects = http.headers.get("Expect")
    val tooLarge = HttpUtil.getContentLength(http, -1L) > maxBodyBytes
    if expects != null && !expects.equalsIgnoreCase("100-continue") then
      exchange.refusal = Refusal(417, "The only expectation understood here is 100-continue.")
    else if tooLarge then exchange.refusal = RequestIntake.tooLarge(maxBodyBytes)
    // Whether the body follows is up to the client then: nothing after it could be told apart.
    exchange.closes = tooLarge || exchange.refusal != null && expects != null
    if exchange.closes then exchange.received = true
    else
      receiving = exchange
      owesContinue = expects != null && !exchange.isHttp10
      exchange.body = BodyBuffer(maxBodyBytes)
    exchange

  private def route(http: HttpRequest, target: Target): (RouteMatch | Null, Refusal | Null) =
    val method = http.method.name
    if target.raw == "*" then (null, Unrouted.ofServer)
    else
      core.tree.find(method, target.segments) match
        case Found.Matched(plain, socket) =>
          val first = if plain != null then plain else socket
          if first != null && first.lacksSlash then (null, Unrouted.toSlash(target))
          else if socket != null && (plain == null || WebSocketHandshake.isUpgrade(http)) then (socket, null)
          else (plain, null)
        case Found.WrongMethod(allowed) => (null, Unrouted.orWrongMethod(method, allowed))
        case Found.Nothing => (null, Unrouted.slashOrUnknown(core.tree, method, target))

  private def fatal(http: HttpRequest, refusal: Refusal): Exchange =
    val exchange = Exchange(connection, http, null, null)
    exchange.refusal = refusal
    exchange.received = true
    exchange.closes = true
    exchange

  /** @return why the request ends here, or `null` */
  def content(part: HttpContent): Refusal | Null =
    val exchange = receiving.nn
    owesContinue = false
    val body = exchange.body.nn
    exchange.bytesIn += part.content.readableBytes
    val refusal =
      if part.decoderResult.isFailure then
        Refusal(400, "The request's body is not framed rightly: a chunk is malformed.")
      else if !body.append(part.content) then RequestIntake.tooLarge(maxBodyBytes)
      else null
    if refusal != null then
      exchange.refusal = refusal
      exchange.closes = true
      exchange.received = true
      exchange.body = null
      receiving = null
    else if part.isInstanceOf[LastHttpContent] then
      exchange.received = true
      receiving = null
      if exchange.matched != null && exchange.matched.route.isSocket then upgrading = exchange
    refusal
  end content
end RequestIntake

private[eddy] object RequestIntake:
  import io.netty.handler.codec.http.{DefaultHttpRequest, HttpMethod, HttpVersion}

  private def tooLarge(limit: Int) = Refusal(413, s"The request's body is larger than $limit bytes.")

  /** Stands for a request whose head could not be read. */
  private def unreadable() = DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf("INVALID"), "/")
