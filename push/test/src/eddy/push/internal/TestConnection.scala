package eddy.push.internal

import eddy.push.{Happenings, Json, UnsubscribeCode}

/** A connection that keeps what is done to it: codes with reasons, or channels. */
final class TestConnection(val client: String, val user: String, token: String = "", issued: Long = 0)
    extends Connection:
  /** Its subscriptions, and, with an empty channel, messages. */
  val told: Happenings[(String, Json)] = Happenings()
  val ends: Happenings[(Int, String)] = Happenings()
  def disconnect(code: Int, reason: String): Unit = ends.add((code, reason))
  override def subscribe(channel: String, data: Json): Unit = told.add((channel, data))
  val details: Happenings[SubscriptionDetails] = Happenings()
  override def subscribe(channel: String, said: SubscriptionDetails): Unit =
    details.add(said)
    subscribe(channel, said.data)
  override def message(data: Json): Unit = told.add(("", data))
  def unsubscribe(channel: String, code: UnsubscribeCode): Unit = ends.add((code.code, channel))
  def revoked(what: Revocation): Unit =
    if what.covers(Credential(user, token, issued)) then disconnect(3500, "invalid token")
end TestConnection
