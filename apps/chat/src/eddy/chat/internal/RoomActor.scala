package eddy.chat.internal

import eddy.actor.*
import eddy.chat.{ChatConfig, Codec, ServerMessage}
import eddy.runtime.Timer

import scala.concurrent.duration.DurationLong

/** One room: gives a [[RoomState]] its clock, its timer, and connections to tell.
  *
  * What everybody is to be told goes to the bus on `/rooms/<name>/<topic>`, where the connections that are in have
  * subscribed; what is for one of them goes to it directly. As both come from this actor, a connection receives them in
  * the order in which the room meant them.
  */
private[chat] final class RoomActor private (
    name: String,
    bus: EventBus[ConnectionEvent],
    lobby: ActorRef[LobbyCommand],
    stats: ChatStats
)(using ActorSystem, Actor[RoomCommand]):
  import RoomActor.{Alarm, Member}

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
      val left = step.effects.foldLeft(known)(perform(room.history.epoch))
      running(step.state, left, reset(current, step.state, now))

    react:
      case RoomCommand.Join(id, connection, ask) =>
        val now = Now.read()
        val step = room.join(id, ask, now)
        val watch = monitor(connection)(_ => RoomCommand.Lost(id))
        val known = members.updated(id, Member(connection, watch))
        // A refused one is told, but not known any further.
        if step.state.presence.sessionOf(id).isDefined then after(now, step, known)
        else after(now, step.copy(effects = step.effects :+ Effect.Release(id)), known)
      case RoomCommand.Say(id, messageId, text) =>
        val now = Now.read()
        after(now, room.say(id, messageId, text, now))
      case RoomCommand.Typing(id, active) =>
        val now = Now.read()
        after(now, room.typing(id, active, now))
      case RoomCommand.Leave(id) =>
        val now = Now.read()
        after(now, room.leave(id, now))
      case RoomCommand.Lost(id) =>
        val now = Now.read()
        after(now, room.drop(id, now))
      case RoomCommand.Tick =>
        val now = Now.read()
        val step = room.expire(now)
        if step.state.isOver(now) then lobby ! LobbyCommand.Idle(name, self)
        after(now, step, current = Alarm.none)
      case RoomCommand.Retire =>
        alarm.cancel()
        stats.rooms.decrement()
        stop // whoever came in at the last moment is told by its monitor, and finds the room's next life
  end running

  private def perform(epoch: String)(
      members: Map[ConnectionId, Member],
      effect: Effect
  ): Map[ConnectionId, Member] =
    effect match
      case Effect.Reply(to, message) =>
        members.get(to).foreach(_.connection ! ConnectionEvent.Told(message))
        members
      case Effect.Admit(id, welcome) =>
        members.get(id).foreach: m =>
          m.connection ! ConnectionEvent.Admitted(welcome)
          channels.foreach(bus.subscribe(m.connection, _))
        members
      case Effect.Release(id) =>
        members.get(id).foreach: m =>
          val _ = m.watch.cancel()
          channels.foreach(bus.unsubscribe(m.connection, _))
        members.removed(id)
      case Effect.Broadcast(topic, message) =>
        val offset = message match
          case ServerMessage.Published(p) =>
            stats.published.increment()
            p.offset
          case _ => 0L
        val told =
          bus.publish(channel(topic), ConnectionEvent.Delivered(epoch, offset, Codec.encode(message)))
        stats.deliveries.add(told)
        members

  private def channel(topic: Topic): String = s"/rooms/$name/${topic.segment}"

  private val channels = Topic.values.toSeq.map(channel)

  /** Sets the alarm to the room's deadline, if that is earlier. A room that is over waits for [[RoomCommand.Retire]]. */
  private def reset(alarm: Alarm, room: RoomState, now: Now): Alarm =
    if room.deadline >= alarm.at || room.isOver(now) then alarm
    else
      alarm.cancel()
      val delay = math.max(1, room.deadline - now.tick)
      Alarm(room.deadline, Some(sendAfter(self, delay.millis, RoomCommand.Tick)))
end RoomActor

private[chat] object RoomActor:
  private final case class Member(connection: ActorRef[ConnectionEvent], watch: Monitor)

  /** The next [[RoomCommand.Tick]] that is under way, and when it comes. */
  private final case class Alarm(at: Long, timer: Option[Timer]):
    def cancel(): Unit = timer.foreach(t => t.cancel(): Unit)

  private object Alarm:
    val none: Alarm = Alarm(Long.MaxValue, None)

  def start(
      name: String,
      config: ChatConfig,
      bus: EventBus[ConnectionEvent],
      lobby: ActorRef[LobbyCommand],
      stats: ChatStats
  )(using ActorSystem): ActorRef[RoomCommand] =
    actor.named[RoomCommand](s"room $name"):
      val now = Now.read()
      val room = new RoomActor(name, bus, lobby, stats)
      val empty = RoomState.empty(name, config, Secrets.epoch(), now)
      room.running(empty, Map.empty, room.reset(Alarm.none, empty, now))
end RoomActor
