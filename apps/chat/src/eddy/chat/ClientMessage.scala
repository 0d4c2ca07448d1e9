package eddy.chat

import eddy.push.Position

/** What a client says, one JSON object a message; the field `type` holds the name of the case in kebab-case.
  *
  * Over a WebSocket each is a text frame; beside an event stream each is the body of a POST. See docs/chat.md.
  */
enum ClientMessage derives CanEqual:
  /** Enters a room, or moves to another one. Answered by [[ServerMessage.Welcome]] or [[ServerMessage.Refused]].
    *
    * @param token what an earlier welcome handed out: proves that a name which is taken is one's own
    * @param since the last publication seen: asks for exactly what was missed
    */
  case Join(room: String, name: String, token: Option[String] = None, since: Option[Position] = None)

  /** Says something to the room. Answered by [[ServerMessage.Accepted]] or [[ServerMessage.Refused]].
    *
    * @param id made by the client, unique among its messages: a repeated one is acknowledged but not published again
    */
  case Say(id: String, text: String)

  /** Tells the others that one is typing, or no longer. Forgotten by itself: repeat it while it holds. */
  case Typing(active: Boolean)

  /** Leaves the room at once, without the grace that a lost connection has. */
  case Leave

  /** Asks for [[ServerMessage.Pong]]: how a client finds out that a silent connection is dead. */
  case Ping
end ClientMessage
