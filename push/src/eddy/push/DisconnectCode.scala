package eddy.push

/** Why the server ends a connection, as the Centrifuge protocol numbers it: below 3500 the client reconnects.
  * 4000 to 4999 are the application's own: below 4500 the client reconnects.
  */
enum DisconnectCode(val code: Int, val reason: String) derives CanEqual:
  /** Nobody has ended it: the connection broke, or the client closed it. Not sent. */
  case Gone extends DisconnectCode(3000, "connection closed")
  case Shutdown extends DisconnectCode(3001, "shutdown")
  case ServerError extends DisconnectCode(3004, "internal server error")

  /** What allowed the connection has expired, and was not refreshed in time. */
  case Expired extends DisconnectCode(3005, "connection expired")

  /** The client does not read fast enough. It gets the missed publications when it reconnects, where a
    * history exists.
    */
  case Slow extends DisconnectCode(3008, "slow")

  /** Something is missing that can only be had by coming back. */
  case InsufficientState extends DisconnectCode(3010, "insufficient state")
  case ForceReconnect extends DisconnectCode(3011, "force reconnect")

  /** The client has not answered a ping. */
  case NoPong extends DisconnectCode(3012, "no pong")
  case TooManyRequests extends DisconnectCode(3013, "too many requests")

  /** The user or address has too many connections. The client comes back, as those before it may be gone
    * already: a socket that died without a word counts until its ping is not answered.
    */
  case ConnectionLimit extends DisconnectCode(3013, "too many requests: connection limit")
  case InvalidToken extends DisconnectCode(3500, "invalid token")

  /** What the client sent is not of the protocol. */
  case BadRequest extends DisconnectCode(3501, "bad request")

  /** The client has not sent its connect command in time. Libraries have left before: they wait 5 s for the
    * answer to `connect`.
    */
  case Stale extends DisconnectCode(3502, "stale")
  case ForceNoReconnect extends DisconnectCode(3503, "force disconnect")
  case PermissionDenied extends DisconnectCode(3507, "permission denied")

  /** The client sent a message without a handler. */
  case NotAvailable extends DisconnectCode(3508, "not available")
end DisconnectCode

object DisconnectCode:
  /** Whether clients reconnect after this code. */
  def reconnects(code: Int): Boolean = !(code >= 3500 && code < 4000 || code >= 4500 && code < 5000)
