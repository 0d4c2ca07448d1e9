package eddy.chat.internal

import eddy.chat.ServerMessage

/** What a room wants done, in this order. */
private[chat] enum Effect derives CanEqual:
  /** Tells one connection. */
  case Reply(to: ConnectionId, message: ServerMessage)

  /** Lets a connection in: tells it the welcome and everything that is broadcast from now on. */
  case Admit(connection: ConnectionId, welcome: ServerMessage.Welcome)

  /** Tells a connection nothing more. */
  case Release(connection: ConnectionId)

  /** Tells all connections that are in. */
  case Broadcast(topic: Topic, message: ServerMessage)

/** The channels of a room, `/rooms/<name>/<topic>`. */
private[chat] enum Topic(val segment: String) derives CanEqual:
  case Messages extends Topic("messages")
  case Presence extends Topic("presence")
  case Typing extends Topic("typing")
