package eddy.push.internal.wire

import eddy.push.internal.Form
import eddy.push.internal.wire.Written.*
import eddy.push.{ClientInfo, Json, Publication, UnsubscribeCode}
import eddy.web.PreparedMessage

import java.nio.charset.StandardCharsets.US_ASCII

import com.github.plokhotnyuk.jsoniter_scala.core.JsonWriter

/** What the server sends without being asked. */
private[push] object Pushes:
  /** An empty reply is a ping. */
  val ping: Array[Byte] = "{}".getBytes(US_ASCII)

  def join(channel: String, who: ClientInfo): PreparedMessage = someone(channel, "join", who)
  def leave(channel: String, who: ClientInfo): PreparedMessage = someone(channel, "leave", who)

  def unsubscribe(channel: String, code: UnsubscribeCode): Array[Byte] = push(channel, "unsubscribe"): out =>
    out.field("code", code.code)
    out.field("reason", code.reason)

  def message(data: Json): Array[Byte] = push("", "message")(_.raw("data", data))

  /** A server-side subscription that begins after the connection did. */
  def subscribe(channel: String, result: SubscribeResult): Array[Byte] =
    push(channel, "subscribe")(Replies.subscription(_, result))

  /** Publications for subscribers of their channel. */
  val form: Form[PreparedMessage] = publication => of(publication.channel, publication, named = false)

  /** Publications for subscribers of a pattern. */
  final class PatternForm(pattern: String) extends Form[PreparedMessage]:
    def make(publication: Publication): PreparedMessage = of(pattern, publication, named = true)

  private def of(channel: String, publication: Publication, named: Boolean) =
    shared(push(channel, "pub")(_.publication(publication, named)))

  private def someone(channel: String, what: String, who: ClientInfo) =
    shared(push(channel, what)(out => out.part("info")(out.info(who))))

  private def shared(text: Array[Byte]) = PreparedMessage.utf8(text)

  private def push(channel: String, what: String)(content: JsonWriter => Unit): Array[Byte] = Written: out =>
    out.part("push"):
      if channel.nonEmpty then out.field("channel", channel)
      out.part(what)(content(out))
end Pushes
