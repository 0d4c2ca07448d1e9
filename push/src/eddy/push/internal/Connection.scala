package eddy.push.internal

import eddy.push.{Json, UnsubscribeCode}

/** A client's connection, as seen by operations on users of all nodes: see [[eddy.push.Channels.disconnect]].
  * Any thread; nothing blocks.
  */
private[push] trait Connection:
  def client: String
  def user: String

  /** Ends it, with this code. */
  def disconnect(code: Int, reason: String): Unit

  /** Subscribes it, when it can be and is not, and tells the client so. A client without a library has the
    * one subscription that it asked for.
    * @param data further data for the client
    */
  def subscribe(channel: String, data: Json): Unit = ()

  /** The same, with more about it. */
  def subscribe(channel: String, details: SubscriptionDetails): Unit = subscribe(channel, details.data)

  /** Sends the client a message outside of all channels, if its protocol has such messages. */
  def message(data: Json): Unit = ()

  /** Ends its subscription, when it has one. */
  def unsubscribe(channel: String, code: UnsubscribeCode): Unit

  /** Ends what this covers: the connection, or some of its subscriptions. */
  def revoked(what: Revocation): Unit
end Connection
