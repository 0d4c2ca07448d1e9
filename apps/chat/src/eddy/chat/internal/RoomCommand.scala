package eddy.chat.internal

import eddy.actor.{ActorRef, ExitReason}

/** What a room's actor receives. */
private[chat] enum RoomCommand:
  case Join(id: ConnectionId, connection: ActorRef[ConnectionEvent], ask: RoomState.Ask)
  case Say(id: ConnectionId, messageId: String, text: String)
  case Typing(id: ConnectionId, active: Boolean)
  case Leave(id: ConnectionId)

  /** The connection's actor has ended. */
  case Lost(id: ConnectionId)

  /** Something may be due. */
  case Tick

  /** The lobby has forgotten this room: nobody will find it any more. */
  case Retire

/** What the lobby receives. */
private[chat] enum LobbyCommand:
  /** @param not a life of the room that is known to have ended, perhaps before the lobby has heard of it */
  case Find(room: String, who: ActorRef[ConnectionEvent], not: Option[ActorRef[RoomCommand]] = None)

  /** The room has been empty for long enough. */
  case Idle(name: String, room: ActorRef[RoomCommand])
  case Down(name: String, room: ActorRef[RoomCommand], reason: ExitReason)

  /** A connection has begun: its transport must not outlive it. */
  case Watch(connection: ActorRef[ConnectionEvent], wire: Wire)
  case Ended(wire: Wire, reason: ExitReason)
