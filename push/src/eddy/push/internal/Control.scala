package eddy.push.internal

import eddy.push.*

import java.nio.charset.StandardCharsets.UTF_8
import scala.concurrent.{ExecutionContext, Future}
import scala.util.control.NonFatal

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromArray, writeToArray}
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** What one node asks of all that run, over a channel of the mediator, for connections of theirs: to end
  * them, to begin and end subscriptions, to tell them something. Any thread.
  */
private[push] final class Control(node: Node, connections: Connections)
    extends OwnChannel(node, ChannelNames.Control):
  import Control.*

  /** Tells all nodes, this one included. */
  def send(command: Command): Future[Unit] =
    val data = new Json(writeToArray(command))
    val message = Message(data, time = System.currentTimeMillis, origin = node.id)
    node.deadline("telling all nodes")(node.mediator.publish(ChannelNames.Control, message))
      .map(_ => ())(using ExecutionContext.parasitic)

  protected def taken(): Unit = ()

  /** The caller gets no answer: its missed publications are over. */
  def gap(): Unit = ()

  protected def heard(publications: IndexedSeq[Publication]): Unit = publications.foreach: publication =>
    val data = publication.message.data
    try run(readFromArray[Command](data.bytes))
    catch
      case NonFatal(wrong) =>
        node.failed(s"reading what another node asks: ${String(data.bytes, UTF_8).take(200)}", wrong)

  private def run(command: Command): Unit = command match
    case Command.Disconnect(user, client, code, reason, but) =>
      found(user, client).filterNot(c => but.contains(c.client)).foreach(_.disconnect(code, reason))
    case Command.Subscribe(user, client, channel, data, info, expiresAt) =>
      found(user, client).foreach(_.subscribe(channel, SubscriptionDetails(info, data, expiresAt)))
    case Command.Message(user, client, data) => found(user, client).foreach(_.message(data))
    case Command.Unsubscribe(user, client, channel) =>
      found(user, client).foreach(_.unsubscribe(channel, UnsubscribeCode.Server))

  private def found(user: String, client: String): Iterable[Connection] =
    if client.isEmpty then connections.ofUser(user)
    else connections.ofClient(client).filter(c => user.isEmpty || c.user == user)
end Control

private[push] object Control:
  enum Command derives CanEqual:
    /** @param client empty for all of the user's
      * @param but clients that stay
      */
    case Disconnect(user: String, client: String, code: Int, reason: String, but: List[String] = Nil)
    case Unsubscribe(user: String, client: String, channel: String)
    case Subscribe(
        user: String,
        client: String,
        channel: String,
        data: Json,
        info: Json = Json.none,
        expiresAt: Long = 0
    )
    case Message(user: String, client: String, data: Json)

  private given JsonValueCodec[Json] = MessageCodec.json

  private given JsonValueCodec[Command] =
    JsonCodecMaker.make(CodecMakerConfig.withDiscriminatorFieldName(Some("do")))
end Control
