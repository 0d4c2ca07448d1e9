package eddy.chat

/** What the server says, one JSON object a message; the field `type` holds the name of the case in kebab-case. */
enum ServerMessage derives CanEqual:
  /** First message of an event stream: the key that goes with each POST, in the header `Eddy-Connection`. */
  case Hello(connection: String)

  /** One is in. Comes again, unasked, when the room had to be taken up anew.
    *
    * @param token to be kept, and given with the next join
    * @param epoch names this life of the room's history: offsets of another say nothing about these
    * @param offset of the last publication so far; what comes later continues from here without a gap
    * @param recovered true: `messages` are exactly those after the position that the join named; false: they are the
    *   whole history, and what lies between it and that position is lost
    * @param members who is here, sorted by name, oneself included
    * @param typing who is typing
    * @param now the server's clock, in milliseconds since 1970
    */
  case Welcome(
      room: String,
      name: String,
      token: String,
      epoch: String,
      offset: Long,
      recovered: Boolean,
      messages: Vector[Publication],
      members: Vector[String],
      typing: Vector[String],
      now: Long,
      limits: ClientLimits
  )

  /** Somebody said something, perhaps oneself on any of one's connections. In order of `offset`, without gaps. */
  case Published(message: Publication)

  /** The message `id` of this client is publication `offset`; told again for a repeated one. It may come before that publication or after it.
    *
    * @param offset 0 where the mediator does not tell it
    */
  case Accepted(id: String, offset: Long)

  /** Somebody came; told once for all of a person's connections. */
  case Arrived(name: String)

  /** Somebody went, or did not come back in time. */
  case Departed(name: String)

  /** Somebody began to type, or stopped. A publication of theirs says that they stopped without this message. */
  case Typing(name: String, active: Boolean)

  /** What the client asked for was not done.
    *
    * @param detail for a person to read; says what to do
    * @param id of the message that was refused, if it was one
    * @param suggestion a name that is free, when the one asked for is taken
    * @param retryAfterMillis wait this long and try the same again
    */
  case Refused(
      code: RefusalCode,
      detail: String,
      id: Option[String] = None,
      suggestion: Option[String] = None,
      retryAfterMillis: Option[Long] = None
  )

  /** Answers [[ClientMessage.Ping]]. */
  case Pong

  /** Last message of an event stream, in place of a WebSocket's close frame. See [[CloseCode]]. */
  case Closing(code: Int, reason: String)
end ServerMessage

/** A message as everybody sees it.
  *
  * @param id made by the client that sent it
  * @param time by the clock of the node that it was sent to, in milliseconds since 1970
  */
final case class Publication(offset: Long, id: String, name: String, text: String, time: Long)
    derives CanEqual

/** What a client needs to know to stay inside the limits. Lengths are in code points. */
final case class ClientLimits(
    textLength: Int,
    nameLength: Int,
    roomLength: Int,
    messagesPerSecond: Double,
    messageBurst: Int,
    typingMillis: Long
) derives CanEqual
