package eddy.chat.internal

import eddy.chat.ServerMessage.*
import eddy.chat.{ChatConfig, Position, RefusalCode, ServerMessage}

/** A room as a pure state machine: each step gives the next state and what is to be done. The actor around it owns the
  * clock, the connections and the timer.
  *
  * @param typing until when each name is typing
  * @param deadline never later than the next moment, on the clock of [[Now.tick]], at which `expire` has something to do
  * @param emptySince since when nobody has been connected
  */
private[chat] final case class RoomState(
    name: String,
    config: ChatConfig,
    history: History,
    presence: Presence,
    typing: Map[String, Long],
    deadline: Long,
    emptySince: Long
):
  import RoomState.Step

  def join(connection: ConnectionId, ask: RoomState.Ask, now: Now): Step =
    presence.enter(connection, ask.name, ask.token, history) match
      case Left(refused) => Step(this, Effect.Reply(connection, refused))
      case Right(Presence.Entered(next, session, came)) =>
        val missed = ask.since.flatMap(history.after)
        val state = copy(presence = next, emptySince = Long.MaxValue)
        val welcome = new Welcome(
          room = name,
          name = session.name,
          token = session.token,
          epoch = history.epoch,
          offset = history.offset,
          recovered = missed.isDefined,
          messages = missed.getOrElse(history.all),
          members = next.members,
          typing = typing.keysIterator.toVector.sorted,
          now = now.wall,
          limits = config.clientLimits
        )
        val news =
          if came then Vector(Effect.Broadcast(Topic.Presence, Arrived(session.name))) else Vector.empty
        Step(state, news :+ Effect.Admit(connection, welcome))

  def say(connection: ConnectionId, id: String, text: String, now: Now): Step =
    def refuse(code: RefusalCode, detail: String) =
      Step(this, Effect.Reply(connection, Refused(code, detail, id = Some(id))))
    presence.sessionOf(connection) match
      case None => refuse(RefusalCode.NotJoined, "Not in a room: join one first.")
      case Some(session) =>
        session.accepted.get(id) match
          case Some(p) => Step(this, Effect.Reply(connection, Accepted(id, p.offset, p.time)))
          case None =>
            Texts.clean(text, config) match
              case Left((code, detail)) => refuse(code, detail)
              case Right(clean) => publish(connection, session, id, clean, now)

  private def publish(connection: ConnectionId, session: Session, id: String, text: String, now: Now): Step =
    val (longer, p) = history.add(id, session.name, session.token, text, now.wall)
    val next = copy(
      history = longer,
      presence = presence.accepted(session, p),
      typing = typing.removed(session.name)
    )
    Step(
      next,
      Effect.Reply(connection, Accepted(id, p.offset, p.time)),
      Effect.Broadcast(Topic.Messages, Published(p))
    )

  def typing(connection: ConnectionId, active: Boolean, now: Now): Step =
    presence.sessionOf(connection).map(_.name) match
      case None => Step(this)
      case Some(who) =>
        val until = now.tick + config.typingExpiry.toMillis
        val next =
          if active then copy(typing = typing.updated(who, until)).atLatest(until)
          else copy(typing = typing.removed(who))
        if typing.contains(who) == active then Step(next)
        else Step(next, Effect.Broadcast(Topic.Typing, Typing(who, active)))

  /** A connection is lost, or has failed. */
  def drop(connection: ConnectionId, now: Now): Step =
    val next = presence.drop(connection, now)
    Step(changed(next, now).atLatest(now.tick + config.presenceGrace.toMillis), Effect.Release(connection))

  /** A connection leaves on purpose. */
  def leave(connection: ConnectionId, now: Now): Step =
    val next = presence.leave(connection, now)
    val state = changed(next, now).atLatest(now.tick + config.nameHold.toMillis)
    Step(state, Effect.Release(connection) +: departures(next))

  /** Does everything that is due at `now`. */
  def expire(now: Now): Step =
    val next = presence.expire(now)
    val gone = departures(next)
    val over = typing.collect { case (who, until) if until <= now.tick => who }.toVector.sorted
    val state = changed(next, now)
    val still = state.typing.removedAll(over)
    val stopped = over.map(who => Effect.Broadcast(Topic.Typing, Typing(who, active = false)))
    val due = still.valuesIterator.foldLeft(math.min(next.deadline, state.emptyUntil))(math.min)
    Step(state.copy(typing = still, deadline = due), gone ++ stopped)

  /** Whether nobody has been here for so long that the room should go away; at once if nothing was ever said in it. */
  def isOver(now: Now): Boolean = now.tick >= emptyUntil

  private def emptyUntil: Long =
    if emptySince == Long.MaxValue then Long.MaxValue
    else emptySince + (if history.offset == 0 then config.presenceGrace else config.roomHold).toMillis

  /** Who is here in this state and no longer in `next`. */
  private def departures(next: Presence): Vector[Effect] =
    if next.shownCount == presence.shownCount then Vector.empty
    else presence.members.diff(next.members).map(who => Effect.Broadcast(Topic.Presence, Departed(who)))

  private def changed(next: Presence, now: Now): RoomState =
    val gone =
      if next.shownCount == presence.shownCount then Vector.empty else presence.members.diff(next.members)
    val since = if next.connections.nonEmpty then Long.MaxValue else math.min(emptySince, now.tick)
    val state = copy(presence = next, typing = typing.removedAll(gone), emptySince = since)
    state.atLatest(state.emptyUntil)

  private def atLatest(tick: Long): RoomState = if tick < deadline then copy(deadline = tick) else this
end RoomState

private[chat] object RoomState:
  /** What a connection that wants in says; the name has been validated. */
  final case class Ask(name: String, token: Option[String], since: Option[Position])

  final case class Step(state: RoomState, effects: Vector[Effect])

  object Step:
    def apply(state: RoomState, effects: Effect*): Step = Step(state, effects.toVector)

  def empty(name: String, config: ChatConfig, epoch: String, now: Now): RoomState =
    val state =
      RoomState(
        name,
        config,
        History.empty(epoch, config.historySize),
        Presence.empty(config),
        Map.empty,
        Long.MaxValue,
        now.tick
      )
    state.atLatest(state.emptyUntil)
end RoomState
