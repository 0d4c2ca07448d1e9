package eddy.push.internal.plain

import eddy.push.*
import eddy.push.internal.plain.Door.{Denied, Guest}
import eddy.push.internal.wire.Written.*
import eddy.push.internal.wire.{PushCore, Timed, Written}
import eddy.push.internal.{Connection, Encoded, Revocation, Subscriber}
import eddy.state.Pure
import eddy.web.{Request, Response}

import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.{Failure, Success}

/** Long polling: `GET /poll/<channel>?after=<epoch>:<offset>` answers with the publications after that, when
  * there are some, or with nothing after a while. Without `after` it answers at once, with where the channel
  * is. Each poll is a subscription of its own, which presence does not show: hooks are asked for each. Only
  * channels that keep history can be polled, as no client is connected between two polls.
  */
@Pure
private[push] final class Poll(core: PushCore):
  private given ExecutionContext = ExecutionContext.parasitic
  private val door = Door(core, "poll")

  def apply(request: Request, response: Response): Unit =
    val after = request.query("after")
    val position = after.flatMap(Door.position)
    val most = request.query("limit")
    def wrong(what: String) =
      val why = door.refused("poll", PushError.BadRequest)
      response.fail(why.status, s"${why.reason}: $what")
    if after.nonEmpty && position.isEmpty then wrong("after must be as in the last answer, epoch:offset")
    else if most.exists(!Poll.isNumber(_)) then
      wrong("limit must be a whole number, in digits, without a zero in front")
    else
      val limits = core.config.limits
      val limit = most.fold(limits.historyPage)(_.toInt.min(limits.historyPage).max(1))
      val query = HistoryQuery(position, limit, maxBytes = limits.answerBytes)
      val gone = Promise[Unit]()
      response.onGone(() => gone.trySuccess(()): Unit)
      val answer = door.ask(request).flatMap(guest => answered(guest, query, gone.future))
      response.complete(answer.transform(Success(_))) {
        case Success(page) =>
          response.header("Cache-Control", "no-store").bytes("application/json", written(page))
        case Failure(why: Denied) => response.fail(why.status, why.reason)
        case Failure(told: PushException) =>
          val why = door.refused("poll", told.error)
          response.fail(why.status, why.reason)
        case Failure(other) => throw other
      }
    end if
  end apply

  private def answered(guest: Guest, query: HistoryQuery, gone: Future[Unit]): Future[HistoryPage] =
    if guest.grant.isPattern || guest.grant.namespace.history == 0 then
      Future.failed(PushException(PushError.NotAvailable, s"channel ${guest.channel} keeps no history"))
    else if !core.connections.enter(guest.holder) then Future.failed(door.full(guest.holder))
    else
      val waiter = Waiter(guest)
      gone.onComplete(_ => waiter.due())
      val answer =
        for
          _ <- waiter.enter()
          // first: from then on the channel keeps what comes, also where each node has a history of its own
          found <- core.hub.subscribe(guest.channel, waiter, null, None, joins = false)
          page <-
            if query.after.nonEmpty then newer(waiter, query, gone)
            else Future.successful(HistoryPage(Vector.empty, found.top, complete = true))
        yield page
      // before the client can come again
      answer.andThen(_ => waiter.leave())

  /** The publications after the position, or those that may have come, when the time is over. */
  private def newer(waiter: Waiter, query: HistoryQuery, gone: Future[Unit]): Future[HistoryPage] =
    core.hub.history(waiter.guest.channel, query).flatMap: page =>
      if page.publications.nonEmpty || !page.complete then Future.successful(page)
      else
        waiter.done.flatMap: _ =>
          if gone.isCompleted then Future.successful(page)
          else core.hub.history(waiter.guest.channel, query)

  /** One poll under way. Any thread. */
  private final class Waiter(val guest: Guest) extends Subscriber, Connection, Timed:
    private val promise = Promise[Unit]()
    val deadline: Long = core.now + core.config.pollTimeout.toNanos

    /** It need wait no longer. */
    def done: Future[Unit] = promise.future

    def enter(): Future[Unit] =
      core.connections.add(this)
      core.meters.opened(door.way)
      core.hub.connected(this)
      core.connections.tellLate(this)
      // a revocation of them finds this from now on
      if guest.by.exists(core.hub.isRevoked) then
        fail(DisconnectCode.InvalidToken)
        done
      else Future.unit

    def leave(): Unit =
      core.hub.unsubscribe(guest.channel, this)
      core.hub.disconnected(this)
      core.connections.remove(this)
      core.connections.leave(guest.holder)
      core.meters.closed(door.way)

    def client: String = guest.who.client
    def user: String = guest.who.user
    def due(): Unit = promise.trySuccess(()): Unit
    def publication(encoded: Encoded): Unit = due()
    def joined(who: ClientInfo): Unit = ()
    def left(who: ClientInfo): Unit = ()
    def ended(code: UnsubscribeCode): Unit = due()

    // a client that may come back learns that from the next poll
    def disconnect(code: Int, reason: String): Unit =
      if DisconnectCode.reconnects(code) then due()
      else if promise.tryFailure(Denied(403, code, s"$reason ($code)")) then core.meters.ended(code)
    def unsubscribe(channel: String, code: UnsubscribeCode): Unit =
      if channel == guest.channel then
        if code.code >= 2500 then due() else fail(DisconnectCode.ForceNoReconnect)
    def revoked(what: Revocation): Unit =
      if guest.by.exists(what.covers) then fail(DisconnectCode.InvalidToken)

    private def fail(code: DisconnectCode): Unit = disconnect(code.code, code.reason)
  end Waiter

  private def written(page: HistoryPage): Array[Byte] = Written: out =>
    // where to continue: after the last of these, which may be before the top
    val offset = page.publications.lastOption.fold(page.top.offset)(_.offset)
    out.field("after", Door.text(Position(offset, page.top.epoch)))
    out.flag("missed", !page.complete)
    out.list("publications", page.publications)(p => out.inBraces(out.publication(p, named = false)))
end Poll

private[push] object Poll:
  private def isNumber(text: String): Boolean =
    text == "0" || text.nonEmpty && text.length <= 9 && text(0) != '0' && text.forall(c =>
      c >= '0' && c <= '9'
    )
end Poll
