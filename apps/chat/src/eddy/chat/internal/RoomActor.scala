package eddy.chat.internal

import eddy.actor.*
import eddy.chat.ServerMessage.{Accepted, Refused}
import eddy.chat.{ChatConfig, Codec, RefusalCode, ServerMessage}
import eddy.push.{Channels, Position, PresenceChange, Publication, PublishOptions, PushError, PushException}
import eddy.runtime.Timer

import java.util.concurrent.atomic.AtomicLong
import scala.concurrent.ExecutionContext
import scala.concurrent.duration.DurationLong
import scala.util.{Failure, Success, Try}

/** One room on this node: gives a [[RoomState]] its clock, its timer, its channels, and connections to tell.
  *
  * What is said comes by the room's channel, to all nodes in one order. What everybody is to be told goes to
  * the bus on
  * `/rooms/<name>/<topic>`, where the connections that are in have subscribed; what is for one of them goes
  * to it directly. As both come from this
  * actor, a connection receives them in the order in which the room meant them.
  *
  * It ends when the channel cannot go on without a gap, or goes on in another epoch; the connections then
  * come in again, to the room's next life, with their positions.
  */
private[chat] final class RoomActor private (
    name: String,
    channels: Channels,
    stay: Stay,
    config: ChatConfig,
    bus: EventBus[ConnectionEvent],
    lobby: ActorRef[LobbyCommand],
    stats: ChatStats
)(using ActorSystem, Actor[RoomCommand]):
  import RoomActor.{Alarm, Member}
  private given ExecutionContext = ExecutionContext.parasitic
  private val me = self

  /** The channel's epoch that those who are in know of; set before [[RoomCommand.Opened]] comes. */
  private var epoch = ""

  /** Where the room is, as far as this actor has heard. */
  private var newest = Position(0, "")

  // all that is too old meanwhile is not shown for long
  private val recalls =
    Recalls(math.min(5000, config.historyTtl.toMillis / 10), mostBytes = 2L * config.welcomeBytes)

  /** What comes meanwhile stays in the mailbox. */
  private def opening: Behavior[RoomCommand] = react:
    case RoomCommand.Opened(Success(present)) =>
      val now = Now.read()
      val people = present.filterNot(isOwn).foldLeft(People.none(config)): (known, who) =>
        Contents.name(who).fold(known)(known.come(who.client, who.user, _))
      val state = RoomState.empty(name, config, people, now)
      lobby ! LobbyCommand.Changed(name, me, isEmpty = true)
      running(state, Map.empty, reset(Alarm.none, state, now))
    case RoomCommand.Opened(Failure(cause)) =>
      RoomActor.log(s"room $name: $cause")
      lobby ! LobbyCommand.Idle(name, me)
      shut

  /** Cannot be had for now. */
  private def shut: Behavior[RoomCommand] = react:
    case RoomCommand.Join(_, connection, _) =>
      connection ! ConnectionEvent.Told(RoomState.unavailable(name))
      shut
    case RoomCommand.Retire => stop
    case _ => shut

  private def running(
      room: RoomState,
      members: Map[ConnectionId, Member],
      alarm: Alarm
  ): Behavior[RoomCommand] =
    def after(
        now: Now,
        step: RoomState.Step,
        known: Map[ConnectionId, Member] = members,
        current: Alarm = alarm
    ) =
      if step.state.isEmpty != room.isEmpty then
        lobby ! LobbyCommand.Changed(name, me, isEmpty = step.state.isEmpty)
      val left = step.effects.foldLeft(known)(perform)
      running(step.state, left, reset(current, step.state, now))

    def step(of: Now => RoomState.Step) =
      val now = Now.read()
      after(now, of(now))

    react:
      case RoomCommand.Join(id, connection, ask) =>
        val now = Now.read()
        val asked = room.join(id, newClient(), ask)
        val watch = monitor(connection)(_ => RoomCommand.Lost(id))
        val known = members.updated(id, Member(connection, watch))
        // A refused one is told, but not known any further.
        if asked.state.guests.contains(id) then after(now, asked, known)
        else after(now, asked.copy(effects = asked.effects :+ Effect.Release(id)), known)
      case RoomCommand.Say(id, messageId, text) => step(_ => room.say(id, messageId, text))
      case RoomCommand.Typing(id, active) => step(_ => room.typing(id, active))
      case RoomCommand.Leave(id) => step(room.leave(id, _))
      case RoomCommand.Lost(id) => step(room.drop(id, _))
      case RoomCommand.Arrived(publication) if publication.position.epoch != epoch =>
        // those who are in could not come back with its offset: they come in again, and get it then
        alarm.cancel()
        stop
      case RoomCommand.Arrived(publication) =>
        newest = publication.position
        step(_ => room.published(Past.shown(publication)))
      case RoomCommand.Heard(publication) =>
        step(now => Contents.signal(publication).fold(RoomState.Step(room))(room.heard(_, now)))
      case RoomCommand.Changed(change) => step(changed(room, change, _))
      case RoomCommand.Recalled(id, Success(past)) =>
        recalls.done(past)
        step(room.welcome(id, past, _))
      case RoomCommand.Recalled(id, Failure(cause)) =>
        RoomActor.log(s"room $name: $cause")
        step(room.turnAway(id, _))
      case RoomCommand.Sent(id, messageId, result) =>
        members.get(id).foreach(_.connection ! ConnectionEvent.Told(answer(messageId, result)))
        running(room, members, alarm)
      case RoomCommand.Tick =>
        val now = Now.read()
        val due = room.expire(now)
        if due.state.isOver(now) then lobby ! LobbyCommand.Idle(name, me)
        after(now, due, current = Alarm.none)
      case RoomCommand.Cut | RoomCommand.Retire =>
        alarm.cancel()
        stop // whoever is in is told by its monitor, and finds the room's next life
      case RoomCommand.Opened(_) => running(room, members, alarm)
  end running

  // ------------------------------------------------------------------------------------- channels

  private def open(): Unit =
    val (messages, signals) = (ChannelNames.messages(name), ChannelNames.signals(name))
    val ears = RoomActor.Ears(me)
    val opened =
      for
        said <- channels.subscribe(messages, presence = Some(ears.changed))(ears.arrived)
        heard <- channels.subscribe(signals)(ears.heard)
        present <- channels.presence(messages)
      yield
        epoch = said.position.epoch
        newest = said.position
        Seq(said, heard).foreach: subscription =>
          stay.hold(subscription)
          subscription.ended.foreach(_ => me ! RoomCommand.Cut)
        present
    opened.onComplete(result => me ! RoomCommand.Opened(result))

  private def changed(room: RoomState, change: PresenceChange, now: Now): RoomState.Step = change match
    // of this node's own connections the room knows first
    case PresenceChange.Joined(who) if isOwn(who) => RoomState.Step(room)
    case PresenceChange.Left(who) if isOwn(who) => RoomState.Step(room)
    case PresenceChange.Left(who) => room.departed(who.client, now)
    case PresenceChange.Joined(who) =>
      Contents.name(who).fold(RoomState.Step(room))(room.arrived(who.client, who.user, _))

  /** Another one each time: what is told of an earlier visit may come late. */
  private def newClient(): String = s"${channels.node}-${RoomActor.visits.incrementAndGet()}"
  private def isOwn(who: eddy.push.ClientInfo): Boolean = who.client.startsWith(s"${channels.node}-")

  private def answer(messageId: String, result: Try[eddy.push.Published]): ServerMessage = result match
    case Success(published) =>
      if !published.duplicate then stats.published.increment()
      Accepted(messageId, published.position.fold(0L)(_.offset))
    case Failure(e: PushException) if e.error == PushError.LimitExceeded =>
      Refused(
        RefusalCode.TextTooLong,
        "The message is too long for the server: send it in parts.",
        Some(messageId)
      )
    case Failure(_) => RoomState.unavailable(name).copy(id = Some(messageId))

  // ------------------------------------------------------------------------------------- effects

  private def perform(members: Map[ConnectionId, Member], effect: Effect): Map[ConnectionId, Member] =
    effect match
      case Effect.Reply(to, message) =>
        members.get(to).foreach(_.connection ! ConnectionEvent.Told(message))
        members
      case Effect.Recall(id, since) =>
        members.get(id).foreach(m => bus.subscribe(m.connection, channel(Topic.Messages)))
        recalls.of(since, newest, Now.read().tick)(Past.read(channels, name, since, config))
          .onComplete(past => me ! RoomCommand.Recalled(id, past))
        members
      case Effect.Admit(id, welcome, past) =>
        members.get(id).foreach: m =>
          m.connection ! ConnectionEvent.Admitted(welcome, past.json)
          topics.foreach(bus.subscribe(m.connection, _))
        members
      case Effect.Release(id) =>
        members.get(id).foreach: m =>
          val _ = m.watch.cancel()
          topics.foreach(bus.unsubscribe(m.connection, _))
        members.removed(id)
      case Effect.Broadcast(topic, message) =>
        val offset = message match
          case ServerMessage.Published(p) => p.offset
          case _ => 0L
        val told = bus.publish(channel(topic), ConnectionEvent.Delivered(me, offset, Codec.encode(message)))
        stats.deliveries.add(told)
        members
      case Effect.Publish(id, key, said) =>
        channels.publish(ChannelNames.messages(name), Contents.write(said), PublishOptions(Some(key)))
          .onComplete(result => me ! RoomCommand.Sent(id, said.id, result))
        members
      case Effect.Tell(signal) =>
        channels.publish(ChannelNames.signals(name), Contents.write(signal)).failed.foreach: cause =>
          RoomActor.log(s"room $name: $cause")
        members
      case Effect.Enter(client, user, who) =>
        stay.enter(Contents.client(client, user, who))
        members
      case Effect.Exit(client) =>
        stay.leave(client)
        members

  private def channel(topic: Topic): String = s"/rooms/$name/${topic.segment}"

  private val topics = Topic.values.toSeq.map(channel)

  /** Sets the alarm to the room's deadline, if that is earlier. A room that is over waits for
    * [[RoomCommand.Retire]].
    */
  private def reset(alarm: Alarm, room: RoomState, now: Now): Alarm =
    if room.deadline >= alarm.at || room.isOver(now) then alarm
    else
      alarm.cancel()
      val delay = math.max(1, room.deadline - now.tick)
      Alarm(room.deadline, Some(sendAfter(me, delay.millis, RoomCommand.Tick)))
end RoomActor

private[chat] object RoomActor:
  /** What a room's channels call. */
  final class Ears(room: ActorRef[RoomCommand]):
    val changed: PresenceChange => Unit = change => room ! RoomCommand.Changed(change)
    val arrived: Publication => Unit = publication => room ! RoomCommand.Arrived(publication)
    val heard: Publication => Unit = publication => room ! RoomCommand.Heard(publication)

  /** Those of any room, to be read before the first is entered, who would wait for that. They tell nobody.
    * @param actor of the class that all actors have
    */
  def handlers(actor: ActorRef[?]): Seq[(String, AnyRef)] =
    val ears = Ears(actor.asInstanceOf[ActorRef[RoomCommand]])
    Seq("who comes and leaves" -> ears.changed, "what is said" -> ears.arrived, "who types" -> ears.heard)
      .map((what, callback) => s"a room's $what" -> callback)

  private final case class Member(connection: ActorRef[ConnectionEvent], watch: Monitor)

  /** The next [[RoomCommand.Tick]] that is under way, and when it comes. */
  private final case class Alarm(at: Long, timer: Option[Timer]):
    def cancel(): Unit = timer.foreach(t => t.cancel(): Unit)

  private object Alarm:
    val none: Alarm = Alarm(Long.MaxValue, None)

  private val visits = new AtomicLong

  private val logger = System.getLogger("eddy.chat").nn

  /** The mediator's state is told elsewhere, once. */
  private def log(text: => String): Unit = logger.log(System.Logger.Level.DEBUG, () => text)

  /** @param stay must be ended when the actor has */
  def start(
      name: String,
      channels: Channels,
      stay: Stay,
      config: ChatConfig,
      bus: EventBus[ConnectionEvent],
      lobby: ActorRef[LobbyCommand],
      stats: ChatStats
  )(using ActorSystem): ActorRef[RoomCommand] =
    actor.named[RoomCommand](s"room $name"):
      val room = new RoomActor(name, channels, stay, config, bus, lobby, stats)
      room.open()
      room.opening
end RoomActor
