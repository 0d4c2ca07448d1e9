package eddy.push

import eddy.web.internal.Checks.{inRange, positive}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How often: `times` in each `per`, and at most as many at once. */
final case class Rate(times: Int, per: FiniteDuration = 1.second) derives CanEqual:
  inRange("times", times, 1, 1_000_000, "leave the rate out (None) for no limit")
  positive("per", per)

  private[push] def intervalNanos: Long = math.max(1, per.toNanos / times)

/** Limits for one client, all bounded by default. Checked at construction. A refusal is sent to the client
  * with a number, and counted ([[Push.meters]]).
  *
  * @param connections of all ways to connect, together; further ones are answered with 503
  * @param connectionsPerUser those of one user on this node, polls among them; further ones end with 3013
  * @param connectionsPerAddress the same for clients without a user, by their address ([[eddy.web.Peer]]),
  *   with IPv6 by its first 64 bits. Behind a balancer that does not say who the client is all have one
  *   address
  * @param subscriptions of one connection; further ones get error 106
  * @param messageBytes one text of a client, which may hold several commands; larger ones close with 1009
  * @param commandsPerMessage further ones end the connection with 3501
  * @param jsonDepth objects and arrays within each other; deeper ones end the connection with 3501
  * @param unanswered commands under way; further ones wait
  * @param waitingBytes texts of a client whose commands wait; more ends the connection with 3013
  * @param historyPage publications of one answer to `history`, or to one poll
  * @param answerBytes of one such answer, which then has fewer publications, about; and of one to `presence`,
  *   which is refused with 106 when it would be longer. No further command of the client is begun until it is
  *   given
  * @param commands any; more ends the connection with 3013
  * @param publishes more get error 111, as with those below
  * @param subscribes to channels, and refreshes of that
  * @param reads of history and presence
  * @param calls of methods (RPC), and messages
  * @param opens subscriptions to channels without a subscriber on this node, each of which costs node and
  *   mediator; for the ways without a library by user or address, as `requests`
  * @param requests of one user, or one address without a user, for the ways without a library: each poll, and
  *   each time that an event stream or a raw socket is opened; more are answered with 429
  */
final case class PushLimits(
    connections: Int = 1_000_000,
    connectionsPerUser: Int = 100,
    connectionsPerAddress: Int = 5000,
    subscriptions: Int = 128,
    messageBytes: Int = 64 * 1024,
    commandsPerMessage: Int = 1024,
    jsonDepth: Int = 64,
    unanswered: Int = 256,
    waitingBytes: Int = 1024 * 1024,
    historyPage: Int = 300,
    answerBytes: Int = 1024 * 1024,
    commands: Option[Rate] = Some(Rate(2000)),
    publishes: Option[Rate] = Some(Rate(500)),
    subscribes: Option[Rate] = Some(Rate(500)),
    reads: Option[Rate] = Some(Rate(100)),
    calls: Option[Rate] = Some(Rate(200)),
    opens: Option[Rate] = Some(Rate(300, 1.minute)),
    requests: Option[Rate] = Some(Rate(100))
):
  inRange(
    "connections",
    connections,
    1,
    100_000_000,
    "the server's own Limits.maxConnections bounds them too"
  )
  inRange("connectionsPerUser", connectionsPerUser, 1, 1_000_000, "a browser opens one for each tab")
  inRange(
    "connectionsPerAddress",
    connectionsPerAddress,
    1,
    100_000_000,
    "many people may share the address of a company or of a balancer"
  )
  inRange("subscriptions", subscriptions, 1, 100_000, "each takes some 500 bytes")
  inRange("messageBytes", messageBytes, 125, 64 * 1024 * 1024, "a message is held in memory whole")
  inRange(
    "commandsPerMessage",
    commandsPerMessage,
    1,
    100_000,
    "a client that comes back sends one for each subscription"
  )
  inRange("jsonDepth", jsonDepth, 8, 1000, "data that people write is seldom 10 deep")
  inRange("unanswered", unanswered, 1, 100_000, "each may hold a message")
  inRange(
    "waitingBytes",
    waitingBytes,
    messageBytes + 64,
    1024 * 1024 * 1024,
    "a whole message must find room"
  )
  inRange("historyPage", historyPage, 1, 100_000, "they are sent in one message")
  inRange("answerBytes", answerBytes, 1024, 1024 * 1024 * 1024, "each slow client may hold as much")
end PushLimits
