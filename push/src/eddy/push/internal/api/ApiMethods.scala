package eddy.push.internal.api

import eddy.push.*
import eddy.push.internal.wire.Written.*
import eddy.push.internal.wire.{JsonScan, ToldOffset, Written}

import java.time.Instant
import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success, Try}

import com.github.plokhotnyuk.jsoniter_scala.core.JsonWriter

/** The methods that services may call, by name. Each returns a function that writes the fields of its result.
  * Any thread.
  */
private[push] final class ApiMethods(channels: Channels):
  import ApiMethods.*
  private given ExecutionContext = ExecutionContext.parasitic

  /** The answer, as JSON: `{"result":…}` or `{"error":…}`. */
  def answer(method: String, call: ApiCall): Future[Array[Byte]] =
    val result =
      try
        call.unsupported match
          case Some(field) =>
            refused(PushError.BadRequest, s"the field \"$field\" is not supported here: leave it out")
          case None => run(method, call)
      // what a method says of its arguments
      catch
        case wrong: IllegalArgumentException =>
          refused(PushError.BadRequest, String.valueOf(wrong.getMessage))
    result.transform: done =>
      done match
        case Failure(e) if !e.isInstanceOf[PushException] => Failure(e)
        case told => Success(Written(write(_, told)))

  private def run(method: String, call: ApiCall): Future[Result] = method match
    case "publish" => publish(call.channel, call)
    case "broadcast" => broadcast(call)
    case "presence" => channels.presence(call.channel).map(clients => present(_, clients))
    case "presence_stats" => channels.presenceCount(call.channel).map(all => count(_, all))
    case "history" => history(call)
    case "history_remove" => channels.forget(call.channel).map(_ => nothing)
    case "subscribe" => subscribe(call)
    case "send" => asJson(call)(named(call)(channels.send(call.user, call.data, call.client)))
    case "unsubscribe" => named(call)(channels.unsubscribe(call.user, call.channel, call.client))
    case "disconnect" => named(call)(disconnect(call))
    case "revoke_token" => revoked(RevokeCall.token(call))(channels.revokeToken(call.uid, _))
    case "invalidate_user_tokens" =>
      revoked(RevokeCall.user(call))((until, issuedBefore) =>
        channels.revokeUser(call.user, until, issuedBefore)
      )
    case _ => refused(PushError.MethodNotFound, s"no method \"${method.take(50)}\"")

  private def publish(channel: String, call: ApiCall): Future[Result] =
    asJson(call):
      val options = PublishOptions(Some(call.idempotencyKey).filter(_.nonEmpty), call.tags)
      channels.publish(channel, call.data, options).map: published =>
        out => published.position.foreach(place(out, _))

  /** Each channel has its own answer, in their order. */
  private def broadcast(call: ApiCall): Future[Result] =
    if call.channels.isEmpty || call.channels.sizeIs > MostChannels then
      refused(PushError.BadRequest, s"${call.channels.size} channels: must be from 1 to $MostChannels")
    else
      val each = call.channels.map: channel =>
        publish(channel, call).transform:
          case Failure(e) if !e.isInstanceOf[PushException] => Failure(e)
          case told => Success(told)
      Future.sequence(each).map: all =>
        out => out.list("responses", all)(told => out.inBraces(write(out, told)))

  private def subscribe(call: ApiCall): Future[Result] =
    def done = named(call):
      val expires = call.expireAt.filter(_ > 0).map(Instant.ofEpochSecond)
      channels.subscribeUser(call.user, call.channel, call.client, call.data, call.info, expires)
    if !call.info.isEmpty && !JsonScan.isValue(call.info.bytes, MaxDepth) then
      refused(PushError.BadRequest, s"info is more than $MaxDepth deep")
    else if call.data.isEmpty then done
    else asJson(call)(done)

  private def disconnect(call: ApiCall): Future[Unit] =
    val asked = call.disconnect.getOrElse(ApiCall.Disconnect(call.code.getOrElse(3503), call.reason))
    val reason = if asked.reason.isEmpty && asked.code == 3503 then "force disconnect" else asked.reason
    channels.disconnect(call.user, call.client, asked.code, reason, call.whitelist.toSet)

  private def history(call: ApiCall): Future[Result] = call.since match
    case None => history(call, None)
    case Some(at) =>
      ToldOffset(at.offset) match
        case Right(offset) => history(call, Some(Position(offset, at.epoch)))
        case Left(wrong) => refused(PushError.BadRequest, wrong)

  private def history(call: ApiCall, since: Option[Position]): Future[Result] =
    val asked = call.limit.getOrElse(0)
    val limit = if asked < 0 then MostHistory else math.min(asked, MostHistory)
    val query = HistoryQuery(since, limit, call.reverse.contains(true), MostHistoryBytes)
    channels.history(call.channel, query).flatMap: page =>
      if since.nonEmpty && !page.complete then
        refused(PushError.UnrecoverablePosition, s"${call.channel} after ${since.get}")
      else
        Future.successful: out =>
          out.list("publications", page.publications)(p => out.inBraces(out.publication(p, named = false)))
          place(out, page.top)

  private def asJson(call: ApiCall)(done: => Future[Result]): Future[Result] =
    if call.data.isEmpty then refused(PushError.BadRequest, "no data: give JSON")
    else if JsonScan.isValue(call.data.bytes, MaxDepth) then done
    else refused(PushError.BadRequest, s"data is not JSON, or more than $MaxDepth deep")

  /** Without a user it would be everybody who has none. */
  private def named(call: ApiCall)(done: => Future[Unit]): Future[Result] =
    if call.user.isEmpty && call.client.isEmpty then refused(PushError.BadRequest, "no user and no client")
    else done.map(_ => nothing)

  private def revoked[A](asked: Either[String, A])(done: A => Future[Unit]): Future[Result] = asked match
    case Left(wrong) => refused(PushError.BadRequest, wrong)
    case Right(asked) => done(asked).map(_ => nothing)

  private def refused(error: PushError, detail: String): Future[Result] =
    channels.core.node.stats.refused(error)
    Future.failed(PushException(error, detail))
end ApiMethods

private[push] object ApiMethods:
  /** Writes the fields of a result. */
  type Result = JsonWriter => Unit

  private val nothing: Result = _ => ()
  private final val MaxDepth = 64
  private final val MostChannels = 1000
  private final val MostHistory = 10_000
  private final val MostHistoryBytes = 16 * 1024 * 1024

  private def write(out: JsonWriter, told: Try[Result]): Unit = told match
    case Success(result) => out.part("result")(result(out))
    case Failure(refused: PushException) =>
      out.part("error"):
        out.field("code", refused.error.code)
        out.field("message", refused.getMessage)
    case Failure(other) => throw other

  private def place(out: JsonWriter, position: Position): Unit =
    out.field("offset", position.offset)
    out.field("epoch", position.epoch)

  private def present(out: JsonWriter, clients: Vector[ClientInfo]): Unit =
    out.part("presence"):
      clients.foreach: who =>
        out.writeKey(who.client)
        out.inBraces(out.info(who))

  private def count(out: JsonWriter, all: PresenceCount): Unit =
    out.field("num_clients", all.clients)
    out.field("num_users", all.users)
end ApiMethods
