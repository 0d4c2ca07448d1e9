package eddy.push

/** Who a client is, as others see it in presence, join and leave, and beside what it publishes.
  *
  * @param client of the one connection, made by the server
  * @param user who it belongs to; empty for somebody unknown
  * @param connectionInfo JSON that came with the connection, [[Json.none]] for nothing
  * @param channelInfo JSON that came with the subscription, [[Json.none]] for nothing
  */
final case class ClientInfo(
    client: String,
    user: String,
    connectionInfo: Json = Json.none,
    channelInfo: Json = Json.none
) derives CanEqual
