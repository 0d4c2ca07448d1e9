package eddy.push

import eddy.push.internal.ChannelNames

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** What holds for the channels of one namespace: those whose name begins with it and a colon, as in
  * `news:sport`, or with it as first segment of a path, as in `/news/sport`. The namespace with the empty
  * name holds for all others. Checked at construction.
  *
  * @param history how many publications of a channel are kept; 0 keeps none, and then nothing can be
  *   recovered
  * @param historyTtl how long
  * @param historyBytes how many bytes of a channel's publications, about; the newest is kept however long
  *   it is
  * @param idempotencyTtl how long the keys of [[PublishOptions]] are remembered
  * @param recovery whether reconnecting clients get missed publications; otherwise they learn that they
  *   cannot
  * @param presence whether the subscribers are known
  * @param joinLeave whether subscribers may receive joins and leaves
  * @param clientsPublish whether clients may publish when they are subscribed, where neither their grant
  *   nor a hook says otherwise
  * @param clientsReadHistory whether clients may ask for history, when they are subscribed
  * @param clientsReadPresence whether subscribed clients may ask for the subscribers
  * @param clientsSubscribe whether clients may subscribe without a token or a hook's leave
  * @param userChannels whether they may subscribe to those that name their user, as in `dialog#ann,bob`;
  *   others never may without a token
  * @param patterns whether clients may subscribe to patterns
  * @param delivery how publications go from the node to a subscriber; without history it is always
  *   [[Delivery.Push]]
  * @param overflow what happens when a subscriber's buffer is full, and missing publications cannot be
  *   pulled; a subscription may have another ([[Granted.overflow]], [[Channels.stream]])
  * @param bufferMessages what may wait for one subscriber
  * @param bufferBytes the same, in bytes of the encoded form
  */
final case class Namespace(
    name: String = "",
    history: Int = 0,
    historyTtl: FiniteDuration = 5.minutes,
    historyBytes: Int = 16 * 1024 * 1024,
    idempotencyTtl: FiniteDuration = 5.minutes,
    recovery: Boolean = true,
    presence: Boolean = false,
    joinLeave: Boolean = false,
    clientsPublish: Boolean = false,
    clientsReadHistory: Boolean = false,
    clientsReadPresence: Boolean = false,
    clientsSubscribe: Boolean = false,
    userChannels: Boolean = false,
    patterns: Boolean = false,
    delivery: Delivery = Delivery.Adaptive,
    overflow: Overflow = Overflow.Disconnect,
    bufferMessages: Int = 256,
    bufferBytes: Int = 256 * 1024
) derives CanEqual:
  import eddy.web.internal.Checks.{inRange, positive}

  ChannelNames.checkNamespace(name)
  inRange("history", history, 0, 10_000_000, "each channel may hold as many")
  positive("historyTtl", historyTtl)
  inRange("historyBytes", historyBytes, 1024, 1024 * 1024 * 1024, "each channel may hold as much")
  positive("idempotencyTtl", idempotencyTtl)
  inRange("bufferMessages", bufferMessages, 1, 10_000_000, "each slow subscriber may hold as many")
  inRange("bufferBytes", bufferBytes, 1, 1024 * 1024 * 1024, "each slow subscriber may hold as much")
  overflow.check()
end Namespace
