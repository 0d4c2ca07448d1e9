package eddy.chat.internal

import eddy.chat.ServerMessage.*
import eddy.chat.{ChatConfig, Publication, RefusalCode, ServerMessage}
import eddy.push.Position

/** A room on one node as a pure state machine: each step gives the next state and what is to be done. The
  * actor around it owns the
  * clock, the channels, the connections and the timer. What is said, and its order, is the channel's and not
  * here.
  *
  * @param people who is here, on all nodes
  * @param guests the connections to this node
  * @param typing until when each name is typing
  * @param deadline never later than the next moment, on the clock of [[Now.tick]], at which `expire` has
  *   something to do
  * @param emptySince since when nobody has been connected to this node
  * @param used whether anything was ever said
  */
private[chat] final case class RoomState(
    name: String,
    config: ChatConfig,
    people: People,
    guests: Map[ConnectionId, RoomState.Guest],
    typing: Map[String, Long],
    deadline: Long,
    emptySince: Long,
    used: Boolean
):
  import RoomState.{Guest, Step}

  // ------------------------------------------------------------------------------------- from connections

  /** @param client what the channel's presence is to know this visit as; never the same again */
  def join(connection: ConnectionId, client: String, ask: RoomState.Ask): Step =
    people.admit(ask.name, ask.token) match
      case Left(refused) => Step(this, Effect.Reply(connection, refused))
      case Right(in) =>
        val came = changed(people.come(client, in.user, in.name))
        val next = came.state.copy(
          guests = guests.updated(connection, Guest(client, in.token, in.user, in.name)),
          emptySince = Long.MaxValue
        )
        Step(next, came.effects :+ Effect.Recall(connection, ask.since))

  /** What the connection is welcomed with has been read. */
  def welcome(connection: ConnectionId, past: Past, now: Now): Step =
    guests.get(connection).fold(Step(this)): guest =>
      val welcome = new Welcome(
        room = name,
        name = guest.name,
        token = guest.token,
        epoch = past.top.epoch,
        offset = past.top.offset,
        recovered = past.recovered,
        messages = past.messages,
        members = people.members,
        typing = typing.keysIterator.toVector.sorted,
        now = now.wall,
        limits = config.clientLimits
      )
      val enter = Effect.Enter(guest.client, guest.user, guest.name)
      Step(copy(used = used || past.top.offset > 0), enter, Effect.Admit(connection, welcome, past))

  /** It could not be read. The name is not kept: nobody was told the token. */
  def turnAway(connection: ConnectionId, now: Now): Step =
    guests.get(connection).fold(Step(this)): guest =>
      val gone = changed(people.forget(guest.client))
      val reply = Effect.Reply(connection, RoomState.unavailable(name))
      Step(gone.state.without(connection, now), reply +: Effect.Release(connection) +: gone.effects)

  def say(connection: ConnectionId, id: String, text: String): Step =
    def refuse(code: RefusalCode, detail: String) =
      Step(this, Effect.Reply(connection, Refused(code, detail, id = Some(id))))
    guests.get(connection) match
      case None => refuse(RefusalCode.NotJoined, "Not in a room: join one first.")
      case Some(guest) =>
        Texts.clean(text, config) match
          case Left((code, detail)) => refuse(code, detail)
          case Right(clean) =>
            val said = Contents.Said(id, guest.name, clean)
            Step(this, Effect.Publish(connection, s"${guest.user}:$id", said))

  def typing(connection: ConnectionId, active: Boolean): Step =
    guests.get(connection).fold(Step(this)): guest =>
      Step(this, Effect.Tell(Signal.Typing(guest.name, active)))

  /** A connection is lost, or has failed. */
  def drop(connection: ConnectionId, now: Now): Step =
    guests.get(connection).fold(Step(this, Effect.Release(connection))): guest =>
      val rest = changed(people.lose(guest.client, now)).state.without(connection, now)
      val state = rest.atLatest(now.tick + config.presenceGrace.toMillis)
      Step(state, Effect.Exit(guest.client), Effect.Release(connection))

  /** A connection leaves on purpose. */
  def leave(connection: ConnectionId, now: Now): Step =
    guests.get(connection).fold(Step(this, Effect.Release(connection))): guest =>
      val left = changed(people.leave(guest.client, guest.user, now))
      val state = left.state.without(connection, now).atLatest(now.tick + config.nameHold.toMillis)
      val tell = Effect.Tell(Signal.Left(guest.client, guest.user))
      Step(state, Vector(Effect.Release(connection), Effect.Exit(guest.client), tell) ++ left.effects)

  // ------------------------------------------------------------------------------------- from the channels

  def published(publication: Publication): Step =
    val state = copy(typing = typing.removed(publication.name), used = true)
    Step(state, Effect.Broadcast(Topic.Messages, Published(publication)))

  /** A connection to another node is there. */
  def arrived(client: String, user: String, who: String): Step =
    changed(people.come(client, user, who))

  /** It has ended, or its node has. */
  def departed(client: String, now: Now): Step =
    val left = changed(people.lose(client, now))
    left.copy(state = left.state.atLatest(now.tick + config.presenceGrace.toMillis))

  def heard(signal: Signal, now: Now): Step = signal match
    case Signal.Left(client, user) =>
      val left = changed(people.leave(client, user, now))
      left.copy(state = left.state.atLatest(now.tick + config.nameHold.toMillis))
    case Signal.Typing(who, active) =>
      val until = now.tick + config.typingExpiry.toMillis
      if active && !people.isHere(who) then Step(this)
      else
        val next =
          if active then copy(typing = typing.updated(who, until)).atLatest(until)
          else copy(typing = typing.removed(who))
        if typing.contains(who) == active then Step(next)
        else Step(next, Effect.Broadcast(Topic.Typing, Typing(who, active)))

  // ------------------------------------------------------------------------------------- time

  /** Does everything that is due at `now`. */
  def expire(now: Now): Step =
    val gone = changed(people.expire(now))
    val over = typing.collect { case (who, until) if until <= now.tick => who }.toVector.sorted
    val still = gone.state.typing.removedAll(over)
    val stopped = over.map(who => Effect.Broadcast(Topic.Typing, Typing(who, active = false)))
    val due = still.valuesIterator.foldLeft(math.min(gone.state.people.deadline, emptyUntil))(math.min)
    Step(gone.state.copy(typing = still, deadline = due), gone.effects ++ stopped)

  /** Whether nobody has been here for so long that the room should go away; at once if nothing was ever said
    * in it.
    */
  def isOver(now: Now): Boolean = now.tick >= emptyUntil

  /** Nobody of this node is in it. */
  def isEmpty: Boolean = emptySince != Long.MaxValue

  private def emptyUntil: Long =
    if emptySince == Long.MaxValue then Long.MaxValue
    else emptySince + (if used then config.roomHold else config.presenceGrace).toMillis

  private def without(connection: ConnectionId, now: Now): RoomState =
    val rest = guests.removed(connection)
    val state =
      copy(guests = rest, emptySince = if rest.isEmpty then math.min(emptySince, now.tick) else emptySince)
    state.atLatest(state.emptyUntil)

  /** With the news of who has come and gone; who has gone types no more. */
  private def changed(next: People): Step =
    val (before, after) = (people.members, next.members)
    val gone = before.diff(after)
    val news = after.diff(before).map(Arrived(_)) ++ gone.map(Departed(_))
    val state = copy(people = next, typing = typing.removedAll(gone)).atLatest(emptyUntil)
    Step(state, news.map(Effect.Broadcast(Topic.Presence, _)))

  private def atLatest(tick: Long): RoomState = if tick < deadline then copy(deadline = tick) else this
end RoomState

private[chat] object RoomState:
  /** What a connection that wants in says; the name has been validated. */
  final case class Ask(name: String, token: Option[String], since: Option[Position])

  /** A connection to this node that is in.
    *
    * @param client what presence knows it as
    */
  final case class Guest(client: String, token: String, user: String, name: String)

  final case class Step(state: RoomState, effects: Vector[Effect])

  object Step:
    def apply(state: RoomState, effects: Effect*): Step = Step(state, effects.toVector)

  def unavailable(room: String): Refused =
    val detail = s"The room $room cannot be reached for now. Try again in a while."
    Refused(RefusalCode.RoomUnavailable, detail, retryAfterMillis = Some(1000))

  /** Before anybody is connected to this node.
    *
    * @param people who is connected to others
    */
  def empty(name: String, config: ChatConfig, people: People, now: Now): RoomState =
    val state =
      RoomState(name, config, people, Map.empty, Map.empty, Long.MaxValue, now.tick, used = false)
    state.atLatest(state.emptyUntil)
end RoomState
