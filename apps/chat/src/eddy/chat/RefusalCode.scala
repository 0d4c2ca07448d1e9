package eddy.chat

/** Why something was refused. On the wire: the case in kebab-case. */
enum RefusalCode derives CanEqual:
  /** Not JSON, not a message of the protocol, or a field out of its range. */
  case BadMessage

  /** A name or a room's name that the rules do not allow. */
  case NameInvalid, RoomInvalid

  /** Somebody else has the name; there is a suggestion. */
  case NameTaken

  /** As many people are in the room, or rooms on the server, as there may be. Try again later. */
  case RoomFull, TooManyRooms

  /** Said before a welcome, or after leaving. */
  case NotJoined

  /** Nothing is left of the text, or it is over the limit. */
  case TextEmpty, TextTooLong

  /** More messages than the rate allows; wait for `retryAfterMillis`. Going on leads to [[CloseCode.Flood]]. */
  case TooFast

  /** The room could not be reached for now. Try again. */
  case RoomUnavailable
end RefusalCode
