package eddy.web.internal

import eddy.web.{Body, Standing}

import io.netty.handler.codec.http.HttpHeaderNames.{EXPECT, HOST, TRANSFER_ENCODING}
import io.netty.handler.codec.http.{HttpRequest, HttpUtil}

/** Makes exchanges of decoded requests: finds the route, refuses what has none or announces too much. On the
  * I/O thread.
  */
private[eddy] final class RequestIntake(core: ServerCore, connection: Carrier):
  private var upgrading: Exchange | Null = null

  /** A handshake is under way: frames follow, if it succeeds. */
  def awaitsUpgrade: Boolean =
    val exchange = upgrading
    exchange != null && !exchange.ended

  def refused(refusal: Refusal): Exchange = fatal(RequestIntake.unreadable(), refusal)

  def head(http: HttpRequest): Exchange =
    if http.decoderResult.isFailure then fatal(http, Refusal(400, "The request is malformed."))
    else
      Target.parse(http.uri) match
        case refusal: Refusal => fatal(http, refusal)
        case target: Target => routed(http, target)

  private def routed(http: HttpRequest, target: Target): Exchange =
    val (matched, refusal) = if isForUs(http, target) then route(http, target) else (null, HostRules.refusal)
    val exchange = Exchange(connection, http, target, matched)
    exchange.refusal = refusal
    if !exchange.isBodiless then aboutBody(exchange)
    exchange

  private def isForUs(http: HttpRequest, target: Target): Boolean =
    // the target's host goes before the header's (RFC 9112, section 3.2.2)
    val named = target.authority
    val host: String | Null = if named != null then named else http.headers.get(HOST)
    val isOurs = core.hosts.accepts(host, connection.localAddress) || isExempt(http, target)
    if !isOurs then
      core.floodLog.warn(
        "host",
        s"a request for the host \"${String.valueOf(host).take(100)}\" was refused (421): if it is this server's, list it in hosts"
      )
    isOurs

  /** `/health` says nothing that a stranger may not know, and balancers ask it by all kinds of names. */
  private def isExempt(http: HttpRequest, target: Target): Boolean =
    core.tree.find(http.method.name, target.segments) match
      case Found.Matched(plain, _) => plain != null && plain.route.standing == Standing.Health
      case Found.WrongMethod(_) | Found.Nothing => false

  private def aboutBody(exchange: Exchange): Unit =
    val http = exchange.http
    val matched = exchange.matched
    val expects = http.headers.get(EXPECT)
    val tooLarge = HttpUtil.getContentLength(http, -1L) > exchange.bodyLimit
    if expects != null && !expects.equalsIgnoreCase("100-continue") then
      exchange.refusal = Refusal(417, "The only expectation understood here is 100-continue.")
    else if tooLarge && exchange.refusal == null then
      exchange.refusal = BodyIntake.tooLarge(exchange.bodyLimit)
    else if matched != null && exchange.refusal == null then
      exchange.refusal = EncodedBody.refusal(http, matched.route.body)
    val overloaded = !tooLarge && exchange.refusal == null && refusesBody(exchange)
    // Whether the body follows is up to the client then: nothing after it could be recognized.
    exchange.closes = tooLarge || overloaded || exchange.refusal != null && expects != null
    // the answer does not wait for an unwanted body
    if exchange.refusal != null then exchange.ready = true

  /** Too much is under way to take in a body, too: a request without one is refused when its turn comes. */
  private def refusesBody(exchange: Exchange): Boolean =
    val http = exchange.http
    val hasBody = http.headers.contains(TRANSFER_ENCODING) || HttpUtil.getContentLength(http, 0L) > 0
    if hasBody && exchange.matched != null then
      val busy = core.gate.refusal(exchange.arrivedNanos)
      exchange.refusal = if busy != null then busy else connection.held.refusal(0, announced(exchange))
    hasBody && exchange.refusal != null

  /** What the body will hold, as far as the client says it now. */
  private def announced(exchange: Exchange): Long = exchange.bodyMode match
    case Some(_: Body.Streamed) => 1
    case _ => math.max(1, HttpUtil.getContentLength(exchange.http, 1L))

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
        case Found.WrongMethod(allowed) =>
          // whether there is a file of that name is known to a handler only, which may block
          val ofOthers = core.tree.withoutFiles.find(method, target.segments) match
            case Found.WrongMethod(methods) => methods
            case _ => allowed
          val preflight = if method == "OPTIONS" then Preflight.find(core.tree, http, target) else null
          if preflight != null then (preflight, null) else (null, Unrouted.orWrongMethod(method, ofOthers))
        case Found.Nothing => (null, Unrouted.slashOrUnknown(core.tree, method, target))

  private def fatal(http: HttpRequest, refusal: Refusal): Exchange =
    val exchange = Exchange(connection, http, null, null)
    // the access log has no more than the status
    core.floodLog.warn(
      "malformed",
      s"a request of ${exchange.remoteAddress.getAddress.getHostAddress} was refused (${refusal.status}): ${refusal.detail}"
    )
    exchange.refusal = refusal
    exchange.ready = true
    exchange.closes = true
    exchange

  /** A request has come whole: no further one is decoded when it is a handshake. */
  def whole(exchange: Exchange): Unit =
    if exchange.matched != null && exchange.matched.route.isSocket then upgrading = exchange
end RequestIntake

private[eddy] object RequestIntake:
  import io.netty.handler.codec.http.{DefaultHttpRequest, HttpMethod, HttpVersion}

  /** Stands for a request whose head could not be read. */
  private def unreadable() = DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf("INVALID"), "/")
