package eddy.chat.internal

import eddy.actor.ActorRef
import eddy.chat.ServerMessage.{Refused, Welcome}
import eddy.chat.{ClientMessage, ServerMessage}

/** What a connection's actor receives. */
private[chat] enum ConnectionEvent:
  /** The client said this; it is within the limits of speed. */
  case Said(message: ClientMessage)

  /** The lobby answers: here is the room, or there is none to be had. */
  case Found(room: ActorRef[RoomCommand])
  case NotFound(refused: Refused)

  /** The room lets the connection in.
    *
    * @param messages those of the welcome, encoded once for all that come in with the same
    */
  case Admitted(welcome: Welcome, messages: String)

  /** Somebody has this for this client alone. */
  case Told(message: ServerMessage)

  /** For everybody in the room: encoded once for all.
    *
    * @param offset of the publication in it, 0 when it is something else
    */
  case Delivered(room: ActorRef[RoomCommand], offset: Long, json: String)

  /** The room has ended. */
  case RoomDown(room: ActorRef[RoomCommand])

  /** No room was joined in time. */
  case TooLate

  /** The client sends too much, and was told so; nothing more of it comes. */
  case Flooding

  /** The transport is closed. */
  case Gone
end ConnectionEvent
