package eddy.chat.internal

/** Names one connection of this server, for as long as the server runs. */
private[chat] opaque type ConnectionId = Long

private[chat] object ConnectionId:
  def apply(n: Long): ConnectionId = n

  given CanEqual[ConnectionId, ConnectionId] = CanEqual.derived
