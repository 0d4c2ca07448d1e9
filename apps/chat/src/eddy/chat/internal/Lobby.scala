package eddy.chat.internal

import eddy.actor.*
import eddy.chat.ServerMessage.Refused
import eddy.chat.{ChatConfig, CloseCode, RefusalCode}
import eddy.push.Channels

/** Finds rooms by name, and makes them. A room that has ended is forgotten, and what it had in its channels
  * given back: the next one who asks
  * starts its next life. A room that has been empty for long enough is let go. A connection that failed has
  * its transport closed.
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
  private def running(rooms: Rooms): Behavior[LobbyCommand] = react:
    case LobbyCommand.Find(name, who, not, address) =>
      rooms.named.get(name).map(_.ref).filterNot(not.contains) match
        case Some(room) =>
          who ! ConnectionEvent.Found(room)
          running(rooms)
        case None if rooms.named.contains(name) => opened(rooms, name, who, address)
        case None =>
          rooms.roomFor(address, config) match
            case Right((left, evicted)) =>
              evicted.foreach(_ ! RoomCommand.Retire)
              opened(left, name, who, address)
            case Left(detail) =>
              who ! ConnectionEvent.NotFound(Refused(RefusalCode.TooManyRooms, detail))
              running(rooms)
    case LobbyCommand.Changed(name, room, isEmpty) => running(rooms.changed(name, room, isEmpty))
    case LobbyCommand.Idle(name, room) =>
      room ! RoomCommand.Retire
      running(rooms.without(name, room))
    case LobbyCommand.Down(name, room, stay) =>
      stay.end()
      stats.rooms.decrement()
      running(rooms.without(name, room))
    case LobbyCommand.Watch(connection, wire) =>
      val _ = monitor(connection)(reason => LobbyCommand.Ended(wire, reason))
      running(rooms)
    case LobbyCommand.Ended(wire, reason) =>
      reason match
        case ExitReason.Failed(_) => wire.close(CloseCode.Failure)
        case _ => () // it closed its transport itself, or was closed with it
      running(rooms)

  private def opened(
      rooms: Rooms,
      name: String,
      who: ActorRef[ConnectionEvent],
      address: String
  ): Behavior[LobbyCommand] =
    val stay = new Stay(channels, ChannelNames.messages(name))
    val room = RoomActor.start(name, channels, stay, config, bus, self, stats)
    val _ = monitor(room)(_ => LobbyCommand.Down(name, room, stay))
    stats.rooms.increment()
    who ! ConnectionEvent.Found(room)
    running(rooms.opened(name, room, address))
end Lobby

private[chat] object Lobby:
  def start(config: ChatConfig, channels: Channels, bus: EventBus[ConnectionEvent], stats: ChatStats)(using
      ActorSystem
  ): ActorRef[LobbyCommand] =
    actor.named[LobbyCommand]("chat lobby"):
      new Lobby(config, channels, bus, stats).running(Rooms.none)
