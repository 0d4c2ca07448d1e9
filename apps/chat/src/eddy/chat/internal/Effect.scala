package eddy.chat.internal

import eddy.chat.ServerMessage
import eddy.push.Position

/** What a room wants done, in this order. */
private[chat] enum Effect derives CanEqual:
  /** Tells one connection. */
  case Reply(to: ConnectionId, message: ServerMessage)

  /** Reads what the connection is to be welcomed with; meanwhile it is told of messages, which wait. */
  case Recall(connection: ConnectionId, since: Option[Position])

  /** Lets a connection in: tells it the welcome and everything that is broadcast from now on. */
  case Admit(connection: ConnectionId, welcome: ServerMessage.Welcome, past: Past)

  /** Tells a connection nothing more. */
  case Release(connection: ConnectionId)

  /** Tells all connections that are in, on this node. */
  case Broadcast(topic: Topic, message: ServerMessage)

  /** Publishes a message to the room's channel.
    *
    * @param key makes a repeated one harmless
    */
  case Publish(connection: ConnectionId, key: String, said: Contents.Said)

  /** Tells all nodes, this one too. */
  case Tell(signal: Signal)

  /** Makes a connection present in the room's channel, on all nodes, or no longer. */
  case Enter(client: String, user: String, name: String)
  case Exit(client: String)
end Effect

/** What connections of this node are told apart, on the bus `/rooms/<name>/<topic>`. */
private[chat] enum Topic(val segment: String) derives CanEqual:
  case Messages extends Topic("messages")
  case Presence extends Topic("presence")
  case Typing extends Topic("typing")
