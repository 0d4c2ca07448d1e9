package eddy.push.internal.wire

import eddy.push.internal.Subscribed
import eddy.push.internal.wire.Written.*
import eddy.push.{ClientInfo, HistoryPage, Json, PresenceCount, PushError}

import com.github.plokhotnyuk.jsoniter_scala.core.JsonWriter

/** The answers to commands. `id` is that of the command. */
private[push] object Replies:
  def error(id: Long, error: PushError, temporary: Boolean): Array[Byte] = Written: out =>
    out.field("id", id)
    out.part("error"):
      out.field("code", error.code)
      out.field("message", error.message)
      out.flag("temporary", temporary)

  /** An answer without content, such as to `publish`. */
  def done(id: Long, method: String): Array[Byte] = reply(id, method)(_ => ())

  def connected(id: Long, result: ConnectResult): Array[Byte] = reply(id, "connect"): out =>
    out.field("client", result.client)
    out.field("version", result.version)
    expiry(out, result.ttl)
    out.raw("data", result.data)
    if result.subs.nonEmpty then
      out.part("subs"):
        result.subs.foreach: (channel, sub) =>
          out.writeKey(channel)
          out.inBraces(subscription(out, sub))
    if result.pingSeconds > 0 then
      out.field("ping", result.pingSeconds)
      out.flag("pong", true)

  def subscribed(id: Long, result: SubscribeResult): Array[Byte] =
    reply(id, "subscribe")(subscription(_, result))

  def presence(id: Long, clients: Vector[ClientInfo]): Array[Byte] = reply(id, "presence"): out =>
    out.part("presence"):
      clients.foreach: who =>
        out.writeKey(who.client)
        out.inBraces(out.info(who))

  /** How long the answer is, about. */
  def presenceBytes(clients: Vector[ClientInfo]): Long = clients.foldLeft(0L): (sum, who) =>
    sum + 2 * who.client.length + who.user.length + who.connectionInfo.length + who.channelInfo.length + 64

  def presenceStats(id: Long, all: PresenceCount): Array[Byte] = reply(id, "presence_stats"): out =>
    out.field("num_clients", all.clients)
    out.field("num_users", all.users)

  def history(id: Long, page: HistoryPage): Array[Byte] = reply(id, "history"): out =>
    out.list("publications", page.publications)(p => out.inBraces(out.publication(p, named = false)))
    out.field("epoch", page.top.epoch)
    out.field("offset", page.top.offset)

  def rpc(id: Long, data: Json): Array[Byte] = reply(id, "rpc")(_.raw("data", data))

  /** @param client its id again, which the official client takes from here */
  def refreshed(id: Long, client: String, version: String, ttl: Option[Long]): Array[Byte] =
    reply(id, "refresh"): out =>
      out.field("client", client)
      out.field("version", version)
      expiry(out, ttl)

  def subRefreshed(id: Long, ttl: Option[Long]): Array[Byte] = reply(id, "sub_refresh")(expiry(_, ttl))

  private def reply(id: Long, method: String)(content: JsonWriter => Unit): Array[Byte] = Written: out =>
    out.field("id", id)
    out.part(method)(content(out))

  private[wire] def subscription(out: JsonWriter, result: SubscribeResult): Unit =
    val found = result.found
    expiry(out, result.ttl)
    if found.positioned then
      out.flag("positioned", true)
      out.flag("recoverable", result.recoverable)
      out.field("epoch", found.top.epoch)
      // later ones come as publications
      out.field("offset", found.at.offset)
    out.flag("was_recovering", result.wasRecovering)
    out.flag("recovered", result.wasRecovering && found.recovered)
    if found.missed.nonEmpty then
      out.list("publications", found.missed): p =>
        out.inBraces(out.publication(p, named = result.isPattern))
    out.raw("data", result.data)

  private def expiry(out: JsonWriter, ttl: Option[Long]): Unit = ttl.foreach: seconds =>
    out.flag("expires", true)
    out.field("ttl", seconds)
end Replies

/** @param ttl seconds until the connection expires, at least 1
  * @param subs the server-side subscriptions
  * @param pingSeconds how often the server pings; 0 for never
  */
private[push] final case class ConnectResult(
    client: String,
    version: String,
    ttl: Option[Long],
    data: Json,
    subs: Vector[(String, SubscribeResult)],
    pingSeconds: Long
)

/** @param ttl seconds until the subscription expires, at least 1
  * @param recoverable whether the client may come back to where it was
  * @param wasRecovering whether it asked to
  */
private[push] final case class SubscribeResult(
    found: Subscribed,
    ttl: Option[Long],
    recoverable: Boolean,
    wasRecovering: Boolean,
    isPattern: Boolean,
    data: Json
)
