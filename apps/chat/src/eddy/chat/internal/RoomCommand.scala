package eddy.chat.internal

import eddy.actor.{ActorRef, ExitReason}
import eddy.push.{ClientInfo, PresenceChange, Publication, Published}

import scala.util.Try

/** What a room's actor receives. */
private[chat] enum RoomCommand:
  // from connections to this node
  case Join(id: ConnectionId, connection: ActorRef[ConnectionEvent], ask: RoomState.Ask)
  case Say(id: ConnectionId, messageId: String, text: String)
  case Typing(id: ConnectionId, active: Boolean)
  case Leave(id: ConnectionId)

  /** The connection's actor has ended. */
  case Lost(id: ConnectionId)

  // from the room's channels
  /** They are subscribed to; with who is there. */
  case Opened(result: Try[Vector[ClientInfo]])
  case Arrived(publication: Publication)
  case Heard(publication: Publication)
  case Changed(change: PresenceChange)

  /** What the connection is to be welcomed with. */
  case Recalled(id: ConnectionId, past: Try[Past])

  /** What became of a message. */
  case Sent(id: ConnectionId, messageId: String, result: Try[Published])

  /** Nothing comes from the channels any more: it has to be taken up anew. */
  case Cut

  /** Something may be due. */
  case Tick

  /** The lobby has forgotten this room: nobody will find it any more. */
  case Retire
end RoomCommand

/** What the lobby receives. */
private[chat] enum LobbyCommand:
  /** @param not a life of the room that is known to have ended, perhaps before the lobby has heard of it
    * @param address of the client; clients with the same share a limit
    */
  case Find(
      room: String,
      who: ActorRef[ConnectionEvent],
      not: Option[ActorRef[RoomCommand]] = None,
      address: String = ""
  )

  /** Nobody of this node is in the room any more, or somebody is again. */
  case Changed(name: String, room: ActorRef[RoomCommand], isEmpty: Boolean)

  /** The room has been empty for long enough, or is of no use. */
  case Idle(name: String, room: ActorRef[RoomCommand])
  case Down(name: String, room: ActorRef[RoomCommand], stay: Stay)

  /** A connection has begun: its transport must not outlive it. */
  case Watch(connection: ActorRef[ConnectionEvent], wire: Wire)
  case Ended(wire: Wire, reason: ExitReason)
end LobbyCommand
