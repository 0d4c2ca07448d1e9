package eddy.push

/** How many are in a channel, on all nodes.
  *
  * @param clients connections
  * @param users that they belong to; those without a user are one
  */
final case class PresenceCount(clients: Int, users: Int) derives CanEqual
