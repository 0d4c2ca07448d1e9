package eddy.chat.internal

import eddy.actor.*
import eddy.chat.ServerMessage.Refused
import eddy.chat.{ChatConfig, CloseCode, RefusalCode}
import eddy.push.Channels

/** Finds rooms by name, and makes them. A room that has ended is forgotten, and what it had in its channels given back: the next one who asks
  * starts its next life. A room that has been empty for long enough is let go. A connection that failed has its transport closed.
  */
private[chat] final class Lobby private (
    config: ChatConfig,
    channels: Channels,
    bus: EventBus[ConnectionEvent],
    stats: ChatStats
)(using
    ActorSystem,
    Actor[LobbyCommand]
):
  private def running(rooms: Map[String, ActorRef[RoomCommand]]): Behavior[LobbyCommand] = react:
    case LobbyCommand.Find(name, who, not) =>
      rooms.get(name).filterNot(not.contains) match
        case Some(room) =>
          who ! ConnectionEvent.Found(room)
          running(rooms)
        case None if rooms.size >= config.maxRooms && !rooms.contains(name) =>
          val detail =
            s"There are already ${config.maxRooms} rooms, and no more may be opened. Join one of them, or try later."
          who ! ConnectionEvent.NotFound(Refused(RefusalCode.TooManyRooms, detail))
          running(rooms)
        case None =>
          val stay = new Stay(channels, ChannelNames.messages(name))
          val room = RoomActor.start(name, channels, stay, config, bus, self, stats)
          val _ = monitor(room)(_ => LobbyCommand.Down(name, room, stay))
          stats.rooms.increment()
          who ! ConnectionEvent.Found(room)
          running(rooms.updated(name, room))
    case LobbyCommand.Idle(name, room) =>
      room ! RoomCommand.Retire
      running(without(rooms, name, room))
    case LobbyCommand.Down(name, room, stay) =>
      stay.end()
      stats.rooms.decrement()
      running(without(rooms, name, room))
    case LobbyCommand.Watch(connection, wire) =>
      val _ = monitor(connection)(reason => LobbyCommand.Ended(wire, reason))
      running(rooms)
    case LobbyCommand.Ended(wire, reason) =>
      reason match
        case ExitReason.Failed(_) => wire.close(CloseCode.Failure)
        case _ => () // it closed its transport itself, or was closed with it
      running(rooms)

  private def without(rooms: Map[String, ActorRef[RoomCommand]], name: String, room: ActorRef[RoomCommand]) =
    if rooms.get(name).contains(room) then rooms.removed(name) else rooms
end Lobby

private[chat] object Lobby:
  def start(config: ChatConfig, channels: Channels, bus: EventBus[ConnectionEvent], stats: ChatStats)(using
      ActorSystem
  ): ActorRef[LobbyCommand] =
    actor.named[LobbyCommand]("chat lobby"):
      new Lobby(config, channels, bus, stats).running(Map.empty)
