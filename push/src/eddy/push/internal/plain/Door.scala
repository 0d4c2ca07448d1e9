package eddy.push.internal.plain

import eddy.push.*
import eddy.push.internal.wire.Gate.{Entry, Grant}
import eddy.push.internal.wire.{Connections, PushCore}
import eddy.push.internal.{Credential, HookCalls}
import eddy.web.Request

import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success, Try}

/** How clients without a library come in: to one channel, which the path names, with tokens in the query or
  * in Authorization. Any thread.
  *
  * @param way names the way in reports and metrics
  */
private[push] final class Door(core: PushCore, val way: String):
  import Door.*

  /** Decides which clients may connect, and their rights; fails with [[Denied]]. */
  def ask(request: Request): Future[Guest] =
    if Once.exists(request.queryAll(_).sizeIs > 1) then
      val why = refused("connect", PushError.BadRequest)
      Future.failed(Denied(
        why.status,
        why.code,
        s"${why.reason}: ${Once.mkString(", ")} may each be given once"
      ))
    else come(request)

  private def come(request: Request): Future[Guest] =
    given ExecutionContext = ExecutionContext.parasitic
    val client = core.newId()
    val channel = request.path("channel")
    val hooks = core.hub.hooks(s"client $client ($way)")
    val token = request.query("token").orElse(bearer(request)).getOrElse("")
    val channelToken = request.query("channel_token").getOrElse("")
    val connecting = Connecting(request, client, None, name = way)
    for
      entry <- core.gate.connect(hooks, connecting, token).transform(allowed[Entry]("connect"))
      holder = Connections.holder(entry.who.user, request)
      _ <-
        if !core.mayCome(holder, channel) then Future.failed(refused("connect", PushError.TooManyRequests))
        else if core.connections.isFull(holder) then Future.failed(full(holder))
        else Future.unit
      grant <- core.gate.subscribe(
        hooks,
        entry.who,
        entry.by,
        channel,
        channelToken,
        Json.none
      ).transform(allowed[Grant]("subscribe"))
    yield Guest(channel, entry, grant, hooks, holder)
  end come

  private def allowed[A](method: String)(verdict: Try[Verdict[A]]): Try[A] = verdict match
    case Success(Verdict.Allow(answer)) => Success(answer)
    case Success(Verdict.Refuse(error)) => Failure(refused(method, error))
    case Success(Verdict.Disconnect(code, reason)) =>
      core.meters.ended(code)
      Failure(Denied(if DisconnectCode.reconnects(code) then 503 else 403, code, s"$reason ($code)"))
    case Failure(told: PushException) => Failure(refused(method, told.error))
    case Failure(other) => Failure(other)

  /** Counts it. */
  def full(holder: String): Denied =
    core.meters.ended(DisconnectCode.ConnectionLimit.code)
    Denied(429, DisconnectCode.ConnectionLimit.code, s"too many connections of $holder")

  /** Counts it. */
  def refused(method: String, error: PushError): Denied =
    core.refused(method, error)
    denied(error)
end Door

private[push] object Door:
  // of two values a proxy, which decides by one, might see the other one
  private val Once = Seq("after", "limit", "token", "channel_token")

  /** @param holder as of [[Connections.holder]] */
  final case class Guest(channel: String, entry: Entry, grant: Grant, hooks: HookCalls, holder: String):
    def who: ClientInfo = entry.who.copy(channelInfo = grant.info)

    /** The tokens shown for the connection and for the channel. */
    def by: List[Credential] = entry.by :: grant.by.toList

  /** Why a client may not connect, or not continue.
    *
    * @param status of an HTTP response
    * @param code of a WebSocket's close
    */
  final class Denied(val status: Int, val code: Int, val reason: String) extends Exception(reason)

  private def bearer(request: Request): Option[String] =
    request.header("Authorization").filter(_.take(7).equalsIgnoreCase("Bearer ")).map(_.drop(7).trim)

  def denied(error: PushError): Denied =
    val status = error match
      case PushError.Unauthorized | PushError.TokenExpired | PushError.Expired => 401
      case PushError.UnknownChannel | PushError.NotAvailable | PushError.MethodNotFound => 404
      case PushError.BadRequest | _: PushError.BadData => 400
      case PushError.TooManyRequests => 429
      case PushError.UnrecoverablePosition => 410
      case PushError.Internal => 503
      case _ => 403
    val code = error match
      case PushError.TooManyRequests => DisconnectCode.TooManyRequests
      case _ if error.temporary => DisconnectCode.ServerError
      case PushError.TokenExpired | PushError.Expired => DisconnectCode.Expired
      case PushError.Unauthorized => DisconnectCode.InvalidToken
      case PushError.BadRequest | _: PushError.BadData => DisconnectCode.BadRequest
      case _ => DisconnectCode.PermissionDenied
    Denied(status, code.code, s"${error.message} (${error.code})")

  /** A position as it stands in an address or in Last-Event-ID: `epoch:offset`. */
  def position(text: String): Option[Position] =
    val colon = text.lastIndexOf(':')
    val offset = text.substring(colon + 1)
    val isOffset = offset.nonEmpty && offset.length <= 18 && offset.forall(c => c >= '0' && c <= '9')
    // one from before the first epoch has none
    val epoch = if colon > 0 then text.substring(0, colon) else Nowhere.epoch
    if colon >= 0 && isOffset then Some(Position(offset.toLong, epoch)) else None

  /** The position from which a client wants to continue. An invalid one becomes a position that cannot be
    * continued, so that the client learns it.
    */
  def seen(text: String): Position = position(text).getOrElse(Nowhere)

  private val Nowhere = Position(0, "?")

  def text(position: Position): String = s"${position.epoch}:${position.offset}"
end Door
