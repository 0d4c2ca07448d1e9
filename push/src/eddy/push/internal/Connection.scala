package eddy.push.internal

import eddy.push.UnsubscribeCode

/** A client's connection, as what is done to users of all nodes finds it: see [[eddy.push.Channels.disconnect]]. Any thread; nothing
  * blocks.
  */
private[push] trait Connection:
  def client: String
  def user: String

  /** Ends it, with this code. */
  def disconnect(code: Int, reason: String): Unit

  /** Ends its subscription, when it has one. */
  def unsubscribe(channel: String, code: UnsubscribeCode): Unit

  /** Ends what this covers: the connection, or some of its subscriptions. */
  def revoked(what: Revocation): Unit
end Connection
