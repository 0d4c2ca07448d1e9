package eddy.push.internal.wire

import eddy.push.internal.Hub
import eddy.push.internal.wire.Command.Body
import eddy.push.{Calling, DisconnectCode, HistoryQuery, Json, PushError, Verdict}

import scala.concurrent.Future
import scala.util.Success

/** What a client that was let in may ask for. */
private[push] object Methods:
  def begin(session: Session, command: Command): Unit =
    val name = nameOf(command.body)
    session.core.meters.command(name)
    command.body match
      case Body.Send(data) => message(session, data)
      case _ if command.id == 0 => session.end(DisconnectCode.BadRequest, "a command without an id")
      case body =>
        val asked = Asked(session, command.id, name)
        val kind = kindOf(body)
        // any command was counted when it came
        if kind == Rates.Kind.Command || session.mayOnceMore(kind) then run(session, asked, body)
        else asked.refuse(PushError.TooManyRequests)

  private def run(session: Session, asked: Asked, body: Body): Unit = body match
    case Body.Subscribe(channel, options) => session.subscriptions.subscribe(asked, channel, options)
    case Body.Unsubscribe(channel) =>
      session.subscriptions.leave(channel)
      asked.done()
    case Body.Publish(channel, data) => publish(session, asked, channel, data)
    case Body.Presence(channel) =>
      presence(session, asked, channel)(_.presence(channel)): clients =>
        if Replies.presenceBytes(clients) > session.core.config.limits.answerBytes then
          asked.refuse(PushError.LimitExceeded)
        else asked.answer(Replies.presence(asked.id, clients))
    case Body.PresenceStats(channel) =>
      presence(session, asked, channel)(_.presenceCount(channel)): all =>
        asked.answer(Replies.presenceStats(asked.id, all))
    case history: Body.History => read(session, asked, history)
    case Body.Rpc(method, data) =>
      session.when(session.hooks.rpc(Calling(session.who, method, data))): verdict =>
        asked.allowed(verdict)(answer => asked.answer(Replies.rpc(asked.id, answer)))
    case Body.Refresh(token) => Entrance.refresh(session, asked, token)
    case Body.SubRefresh(channel, token) => session.subscriptions.refresh(asked, channel, token)
    // the client need not ping: the server's pings show that it is up
    case Body.Ping => asked.refuse(PushError.NotAvailable)
    case _: Body.Connect | _: Body.Send | Body.Pong | Body.Unknown => asked.refuse(PushError.MethodNotFound)

  private def publish(session: Session, asked: Asked, channel: String, data: Json): Unit =
    if data.isEmpty then asked.refuse(PushError.BadRequest)
    else
      val core = session.core
      val grant = session.subscriptions.grant(channel)
      val who = session.subscriptions.who(channel)
      session.holding(core.gate.publish(session.hooks, who, channel, data, grant)):
        // sent before the client knew, or before it had subscribed again: it may once it has
        case Success(Verdict.Refuse(PushError.PermissionDenied))
            if grant.isEmpty && session.subscriptions.returnsTo(channel) =>
          asked.refuse(PushError.Internal)
        case verdict =>
          asked.allowed(verdict): passed =>
            val publishing = core.hub.publish(channel, passed.data, Some(who), passed.options)
            session.own.begun(channel, publishing)
            session.when(publishing): published =>
              session.own.done(channel)
              asked.succeeded(published)(_ => asked.done())

  private def presence[A](session: Session, asked: Asked, channel: String)(ask: Hub => Future[A])(
      answer: A => Unit
  ): Unit =
    session.subscriptions.grant(channel) match
      case Some(grant) if grant.isPattern || !grant.namespace.presence => asked.refuse(PushError.NotAvailable)
      case Some(grant) if grant.namespace.clientsReadPresence =>
        session.holding(ask(session.core.hub))(asked.succeeded(_)(answer))
      case _ => asked.refuse(PushError.PermissionDenied)

  private def read(session: Session, asked: Asked, history: Body.History): Unit =
    session.subscriptions.grant(history.channel) match
      case Some(grant) if grant.isPattern || grant.namespace.history == 0 =>
        asked.refuse(PushError.NotAvailable)
      case Some(grant) if grant.namespace.clientsReadHistory =>
        val limits = session.core.config.limits
        val limit =
          if history.limit < 0 then limits.historyPage else math.min(history.limit, limits.historyPage)
        val query = HistoryQuery(history.since, limit, history.reverse, limits.answerBytes)
        // what the client has published before is among it
        val reading = session.own.before(history.channel):
          session.core.hub.history(history.channel, query)
        session.holding(reading): found =>
          asked.succeeded(found): page =>
            if history.since.nonEmpty && !page.complete then asked.refuse(PushError.UnrecoverablePosition)
            else asked.answer(Replies.history(asked.id, page))
      case _ => asked.refuse(PushError.PermissionDenied)

  /** A message gets no answer: the connection ends when no hook takes it. */
  private def message(session: Session, data: Json): Unit =
    if !session.mayOnceMore(Rates.Kind.Call) then session.end(DisconnectCode.TooManyRequests)
    else if !session.hooks.takesMessages then session.end(DisconnectCode.NotAvailable)
    // the next one waits, as it would with a hook that is asked
    else
      session.holding(session.hooks.message(Calling(session.who, "", data))):
        case Success(Verdict.Refuse(error)) => session.core.refused("send", error)
        case _ => ()

  private def kindOf(body: Body): Rates.Kind = body match
    case _: Body.Publish => Rates.Kind.Publish
    case _: (Body.Subscribe | Body.SubRefresh) => Rates.Kind.Subscribe
    case _: (Body.Presence | Body.PresenceStats | Body.History) => Rates.Kind.Read
    case _: (Body.Rpc | Body.Refresh) => Rates.Kind.Call
    case _ => Rates.Kind.Command

  /** As in the protocol; all unknown methods have one name, as clients could make up any number. */
  private def nameOf(body: Body): String = body match
    case _: Body.Connect => "connect"
    case _: Body.Subscribe => "subscribe"
    case _: Body.Unsubscribe => "unsubscribe"
    case _: Body.Publish => "publish"
    case _: Body.Presence => "presence"
    case _: Body.PresenceStats => "presence_stats"
    case _: Body.History => "history"
    case _: Body.Rpc => "rpc"
    case _: Body.Send => "send"
    case _: Body.Refresh => "refresh"
    case _: Body.SubRefresh => "sub_refresh"
    case Body.Ping | Body.Pong => "ping"
    case Body.Unknown => "unknown"
end Methods
