package eddy.push.internal.wire

import eddy.push.internal.wire.Gate.Entry
import eddy.push.{Connecting, DisconnectCode, PushError, Verdict}

import scala.concurrent.duration.DurationLong
import scala.util.{Failure, Success}

/** How a client is admitted, and stays. */
private[push] object Entrance:
  private val Version = "eddy"

  def connect(session: Session, asked: Asked, connect: Command.Body.Connect): Unit =
    val core = session.core
    val connecting = Connecting(
      session.request,
      session.client,
      None,
      data = connect.data,
      name = connect.name,
      version = connect.version
    )
    session.holding(core.gate.connect(session.hooks, connecting, connect.token)): verdict =>
      asked.allowed(verdict): entry =>
        if !core.connections.enter(session.holder(entry)) then session.end(DisconnectCode.ConnectionLimit)
        else if session.letIn(entry) then
          session.holding(session.subscriptions.begin(entry.channels, connect.subs, entry.details)): subs =>
            subs match
              case Success(Right(joined)) =>
                letIn(session, asked, entry, session.subscriptions.results(joined))
              // half of the subscriptions are useless, and the client could not tell which
              case Success(Left(error)) =>
                asked.refuse(error)
                session.putOut()
              case Failure(failure) =>
                asked.refuse(Asked.errorOf(session, failure))
                session.putOut()
  end connect

  private def letIn(
      session: Session,
      asked: Asked,
      entry: Entry,
      subs: Vector[(String, SubscribeResult)]
  ): Unit =
    val core = session.core
    val ttl = core.gate.ttl(entry.expiresAt)
    val result = ConnectResult(
      session.client,
      Version,
      ttl,
      entry.data,
      subs,
      core.config.pingInterval.toSeconds
    )
    session.clock.connected(ttl.map(_.seconds))
    asked.answer(Replies.connected(asked.id, result), () => session.subscriptions.flow(subs.map(_._1)))

  def refresh(session: Session, asked: Asked, token: String): Unit =
    val core = session.core
    if core.config.tokens.isEmpty then asked.refuse(PushError.NotAvailable)
    else if token.isEmpty then asked.refuse(PushError.BadRequest)
    else
      core.gate.refresh(session.client, session.by, token) match
        // libraries take 109 here as final; they come back after this code, and ask for a new token then
        case Verdict.Refuse(PushError.TokenExpired) => session.end(DisconnectCode.Expired)
        case verdict => asked.allowed(Success(verdict))(refreshed(session, asked, _))

  private def refreshed(session: Session, asked: Asked, claims: TokenClaims): Unit =
    val core = session.core
    val ttl = core.gate.ttl(claims.expiresAt)
    session.clock.expires(ttl.map(_.seconds))
    if session.refreshed(claims.credential(session.user)) then
      asked.answer(Replies.refreshed(asked.id, session.client, Version, ttl))
end Entrance
