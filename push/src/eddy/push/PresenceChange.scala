package eddy.push

/** Somebody has come to a channel, or has left it, on whatever node: once for each of their connections. */
enum PresenceChange derives CanEqual:
  case Joined(who: ClientInfo)

  /** Also when the node that they were connected to has ended. */
  case Left(who: ClientInfo)
