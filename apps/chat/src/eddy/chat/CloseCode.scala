package eddy.chat

/** Close codes of the chat (RFC 6455, section 7.4.2 leaves 4000-4999 to applications).
  *
  * 4000-4099: connect again at once and resume by position. 4100-4199: connect again after a pause of ten seconds or
  * more. 4200-4299: do not connect again by yourself, the reason says why (none so far).
  */
enum CloseCode(val code: Int, val reason: String) derives CanEqual:
  /** The client reads too slowly: its buffer is full. What it misses comes with the recovery. */
  case SlowConsumer extends CloseCode(4000, "reading too slowly; connect again to resume")

  /** Something failed on the server. */
  case Failure extends CloseCode(4001, "internal failure; connect again to resume")

  /** A transport that was opened but joined no room in time. */
  case NotJoined extends CloseCode(4002, "no room was joined in time; connect again and join")

  /** The server is about to stop. What is missed meanwhile comes with the recovery, from another node if there is one. */
  case Stopping extends CloseCode(4003, "the server stops; connect again to resume")

  /** The client went on sending after it was told to slow down. */
  case Flood extends CloseCode(4100, "too many messages; wait before you connect again")
end CloseCode
