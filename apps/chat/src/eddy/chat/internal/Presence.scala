package eddy.chat.internal

import eddy.chat.ServerMessage.Refused
import eddy.chat.{ChatConfig, Publication, RefusalCode}

/** Who is in a room. A person is one [[Session]], however many connections it has; a lost connection has a grace before
  * the others hear of it, and the name stays kept for the token for a while longer.
  *
  * @param sessions by the key of the name
  * @param connections the key of the name that each one belongs to
  */
private[chat] final case class Presence(
    config: ChatConfig,
    sessions: Map[String, Session],
    connections: Map[ConnectionId, String],
    shownCount: Int
):
  /** The names of who is here, sorted. */
  def members: Vector[String] = sessions.valuesIterator.filter(_.shown).toVector.sortBy(_.key).map(_.name)

  def sessionOf(connection: ConnectionId): Option[Session] = connections.get(connection).flatMap(sessions.get)

  /** Lets a connection in under `name`, which has been validated.
    *
    * @param token what the client says an earlier welcome gave it
    */
  def enter(
      connection: ConnectionId,
      name: String,
      token: Option[String],
      history: History
  ): Either[Refused, Presence.Entered] =
    val key = Names.key(name)
    sessions.get(key) match
      case Some(s) if token.exists(Secrets.same(_, s.token)) => admit(connection, s)
      case Some(s) =>
        val free = Names.suggestion(name, config, sessions.contains)
        val detail = s"Somebody else here is called ${s.name}: choose another name, such as $free."
        Left(Refused(RefusalCode.NameTaken, detail, suggestion = Some(free)))
      case None =>
        // A token that is in use under another name belongs to that name: this one gets its own.
        val own =
          token.filter(t => Secrets.looksLikeToken(t) && !sessions.valuesIterator.exists(_.token == t))
        admit(connection, Session.of(own.getOrElse(Secrets.token()), name, history))

  private def admit(connection: ConnectionId, session: Session): Either[Refused, Presence.Entered] =
    if !session.shown && shownCount >= config.maxMembers then
      Left(Refused(
        RefusalCode.RoomFull,
        s"The room is full: the limit is ${config.maxMembers} people. Try again later."
      ))
    else
      val in =
        session.copy(connections = session.connections + connection, shown = true, until = Long.MaxValue)
      val next = copy(
        sessions = sessions.updated(in.key, in),
        connections = connections.updated(connection, in.key),
        shownCount = if session.shown then shownCount else shownCount + 1
      )
      Right(Presence.Entered(next, in, came = !session.shown))

  def accepted(session: Session, publication: Publication): Presence =
    copy(sessions = sessions.updated(session.key, session.accept(publication)))

  /** A connection is lost. With the last one of a session the grace begins. */
  def drop(connection: ConnectionId, now: Now): Presence =
    without(connection)((rest, s) =>
      val until = if s.connections.isEmpty then now.tick + config.presenceGrace.toMillis else Long.MaxValue
      rest.copy(sessions = rest.sessions.updated(s.key, s.copy(until = until)))
    )

  /** A connection leaves on purpose. With the last one of a session its person is gone at once. */
  def leave(connection: ConnectionId, now: Now): Presence =
    without(connection)((rest, s) =>
      if s.connections.isEmpty then rest.hide(s, now)
      else rest.copy(sessions = rest.sessions.updated(s.key, s))
    )

  private def without(connection: ConnectionId)(change: (Presence, Session) => Presence): Presence =
    sessionOf(connection).fold(this): s =>
      change(
        copy(connections = connections.removed(connection)),
        s.copy(connections = s.connections - connection)
      )

  /** Ends every grace and every hold that is over. */
  def expire(now: Now): Presence =
    sessions.valuesIterator
      .filter(_.until <= now.tick)
      .foldLeft(this): (p, s) =>
        if s.shown then p.hide(s, now) else p.copy(sessions = p.sessions.removed(s.key))

  /** The name stays kept, within a bound: the one whose time is up first makes room. */
  private def hide(s: Session, now: Now): Presence =
    val hidden = sessions.updated(s.key, s.copy(shown = false, until = now.tick + config.nameHold.toMillis))
    val bounded =
      if hidden.size - (shownCount - 1) <= config.maxMembers then hidden
      else hidden.removed(hidden.valuesIterator.filterNot(_.shown).minBy(_.until).key)
    copy(sessions = bounded, shownCount = shownCount - 1)

  /** When something expires next; Long.MaxValue when nothing does. */
  def deadline: Long = sessions.valuesIterator.map(_.until).minOption.getOrElse(Long.MaxValue)
end Presence

private[chat] object Presence:
  def empty(config: ChatConfig): Presence = Presence(config, Map.empty, Map.empty, 0)

  /** @param came whether the others are to be told */
  final case class Entered(presence: Presence, session: Session, came: Boolean)
