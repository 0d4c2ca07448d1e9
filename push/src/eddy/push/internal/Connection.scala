package eddy.push.internal

import eddy.push.UnsubscribeCode

/** A client's connection, as what is done to users of all nodes finds it: see [[eddy.push.Channels.disconnect]]. Any thread; nothing
  * blocks.
  */
private[push] trait Connection:
  def client: String
  def user: String

  /** Id (`jti`) of the token that it connected with; empty for none. */
  def token: String

  /** Ends it, with this code. */
  def disconnect(code: Int, reason: String): Unit

  /** Ends its subscription, when it has one. */
  def unsubscribe(channel: String, code: UnsubscribeCode): Unit
end Connection
