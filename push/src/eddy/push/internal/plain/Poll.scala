package eddy.push.internal.plain

import eddy.push.*
import eddy.push.internal.plain.Door.{Denied, Guest}
import eddy.push.internal.wire.Written.*
import eddy.push.internal.wire.{PushCore, Timed, Written}
import eddy.push.internal.{Encoded, Subscriber}
import eddy.state.Pure
import eddy.web.{Request, Response}

import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.{Failure, Success}

/** Long polling: `GET /poll/<channel>?after=<epoch>:<offset>` answers with what came after that, when something has, or with nothing after
  * a while. Without `after` it answers at once, with where the channel is. Each poll is a subscription of its own: hooks are asked for
  * each. Only channels that keep history can be polled, as there is nobody to send to between two polls.
  */
@Pure
private[push] final class Poll(core: PushCore):
  private val door = Door(core, "poll")

  def apply(request: Request, response: Response): Unit =
    val after = request.query("after")
    val position = after.flatMap(Door.position)
    if after.nonEmpty && position.isEmpty then
      val why = door.refused("poll", PushError.BadRequest)
      response.fail(why.status, s"${why.reason}: after must be as in the last answer, epoch:offset")
    else
      val limits = core.config.limits
      val limit =
        request.queryAs[Option[Int]]("limit").fold(limits.historyPage)(_.min(limits.historyPage).max(1))
      given ExecutionContext = ExecutionContext.parasitic
      val answer =
        for
          guest <- door.ask(request)
          page <- read(guest, position, limit)
        yield page
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

  private def read(guest: Guest, after: Option[Position], limit: Int): Future[HistoryPage] =
    given ExecutionContext = ExecutionContext.parasitic
    if guest.grant.isPattern || guest.grant.namespace.history == 0 then
      Future.failed(PushException(PushError.NotAvailable, s"channel ${guest.channel} keeps no history"))
    else
      after match
        case None => core.hub.history(guest.channel, HistoryQuery(None, 0))
        case Some(position) =>
          val query = HistoryQuery(after, limit, maxBytes = core.config.limits.answerBytes)
          core.hub.history(guest.channel, query).flatMap: page =>
            if page.publications.nonEmpty || !page.complete then Future.successful(page)
            else if !core.connections.enter(guest.who.user) then Future.failed(door.full(guest.who.user))
            else awaited(guest, position).flatMap(_ => core.hub.history(guest.channel, query))

  /** Done when something has come after the position, or might have, or the time is over. */
  private def awaited(guest: Guest, after: Position): Future[Unit] =
    given ExecutionContext = ExecutionContext.parasitic
    val waiter = Waiter()
    core.connections.add(waiter)
    core.meters.opened(door.way)
    waiter.done.onComplete: _ =>
      core.connections.remove(waiter)
      core.connections.leave(guest.who.user)
      core.meters.closed(door.way)
      core.hub.unsubscribe(guest.channel, waiter)
    core.hub.subscribe(guest.channel, waiter, guest.who, Some(after), joins = false).onComplete:
      case Success(found) => if !found.recovered || found.top.offset > after.offset then waiter.due()
      case Failure(failure) => waiter.fail(failure)
    waiter.done

  private final class Waiter extends Subscriber, Timed:
    private val promise = Promise[Unit]()
    val deadline: Long = core.now + core.config.pollTimeout.toNanos
    def done: Future[Unit] = promise.future
    def due(): Unit = promise.trySuccess(()): Unit
    def fail(failure: Throwable): Unit = promise.tryFailure(failure): Unit
    def publication(encoded: Encoded): Unit = due()
    def joined(who: ClientInfo): Unit = ()
    def left(who: ClientInfo): Unit = ()
    def ended(code: UnsubscribeCode): Unit = due()
  end Waiter

  private def written(page: HistoryPage): Array[Byte] = Written: out =>
    // where to go on: after the last of these, which may be before the top
    val offset = page.publications.lastOption.fold(page.top.offset)(_.offset)
    out.field("after", Door.text(Position(offset, page.top.epoch)))
    out.flag("missed", !page.complete)
    out.list("publications", page.publications)(p => out.inBraces(out.publication(p, named = false)))
end Poll
