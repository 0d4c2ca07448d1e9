package eddy.push.internal

import eddy.push.*

import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.{ExecutionContext, Future}
import scala.util.control.NonFatal

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromArray, writeToArray}
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** What one node asks of all, over a channel of the mediator: to end connections and subscriptions, and to refuse tokens. Where history is shared, a node
  * that starts learns which tokens were revoked before; elsewhere only those that run hear of it. Any thread.
  */
private[push] final class Control(node: Node, connections: Connections):
  import Control.*
  private given ExecutionContext = ExecutionContext.parasitic
  private val revokedTokens = new ConcurrentHashMap[String, Long]()
  private val revokedUsers = new ConcurrentHashMap[String, Revoked]()
  private val interest = Interest.Channel(ChannelNames.Control)

  private val intake = new Intake:
    def accept(publications: IndexedSeq[Publication]): Int =
      publications.foreach(p => obey(p.message))
      Int.MaxValue
    def whenReady(resume: () => Unit): Unit = resume()
    def gap(): Unit = learn()

  def start(): Unit = take()

  def close(): Future[Unit] =
    node.deadline("ending the control channel")(node.mediator.unsubscribe(interest)).recover(_ => ())

  /** Tells all nodes, this one included. */
  def send(command: Command): Future[Unit] =
    val data = new Json(writeToArray(command))
    val message = Message(data, time = System.currentTimeMillis, origin = node.id)
    node.deadline("telling all nodes")(node.mediator.publish(ChannelNames.Control, message)).map(_ => ())

  def isRevoked(user: String, token: String, issued: Long): Boolean =
    token.nonEmpty && revokedTokens.containsKey(token) || {
      val revoked = revokedUsers.get(user)
      revoked != null && issued <= revoked.issuedUntil
    }

  private def take(): Unit =
    node.deadline("taking the control channel")(node.mediator.subscribe(interest, intake)).onComplete:
      result =>
        result.failed.foreach: cause =>
          node.failed("taking the control channel", cause)
          val _ = node.system.engine.after(node.config.heartbeat)(() => take())
        if result.isSuccess then learn()

  /** What was revoked before; nothing else of the past matters. */
  private def learn(): Unit =
    node.deadline("reading what was revoked"):
      node.mediator.read(ChannelNames.Control, HistoryQuery(limit = MostRead))
    .onComplete: result =>
      result.failed.foreach(node.failed("reading what was revoked", _))
      result.foreach(_.publications.foreach(p =>
        parse(p.message).foreach(c => if isRevocation(c) then run(c))
      ))

  private def obey(message: Message): Unit = parse(message).foreach(run)

  private def parse(message: Message): Option[Command] =
    try Some(readFromArray[Command](message.data.bytes))
    catch
      case NonFatal(wrong) =>
        node.failed(s"reading what another node asks: ${String(message.data.bytes, UTF_8).take(200)}", wrong)
        None

  private def isRevocation(command: Command) = command match
    case _: (Command.RevokeToken | Command.RevokeUser) => true
    case _: (Command.Disconnect | Command.Unsubscribe) => false

  private def run(command: Command): Unit = command match
    case Command.Disconnect(user, client, code, reason) =>
      found(user, client).foreach(_.disconnect(code, reason))
    case Command.Unsubscribe(user, client, channel) =>
      found(user, client).foreach(_.unsubscribe(channel, UnsubscribeCode.Server))
    case Command.RevokeToken(token, until) =>
      if until > nowSeconds then
        val _ = revokedTokens.put(token, until)
        forgetOld()
        connections.all.filter(_.token == token).foreach(_.disconnect(RevokedCode, RevokedReason))
    case Command.RevokeUser(user, issuedUntil, until) =>
      if until > nowSeconds then
        val _ = revokedUsers.merge(user, Revoked(issuedUntil, until), (a, b) => a.or(b))
        forgetOld()
        connections.ofUser(user).foreach(_.disconnect(RevokedCode, RevokedReason))

  private def found(user: String, client: String): Iterable[Connection] =
    if client.isEmpty then connections.ofUser(user)
    else connections.ofClient(client).filter(c => user.isEmpty || c.user == user)

  private def forgetOld(): Unit =
    val now = nowSeconds
    revokedTokens.values.nn.removeIf(_ <= now): Unit
    revokedUsers.values.nn.removeIf(_.until <= now): Unit

  private def nowSeconds: Long = System.currentTimeMillis / 1000
end Control

private[push] object Control:
  /** @param issuedUntil tokens that were issued later are good
    * @param until it need not be remembered longer: then all such tokens have expired. In seconds since 1970
    */
  private final case class Revoked(issuedUntil: Long, until: Long):
    def or(other: Revoked): Revoked =
      Revoked(math.max(issuedUntil, other.issuedUntil), math.max(until, other.until))

  private final val MostRead = 10_000

  /** Of the Centrifuge protocol: the client does not come back by itself. */
  private final val RevokedCode = 3500
  private final val RevokedReason = "invalid token"

  enum Command derives CanEqual:
    /** @param client empty for all of the user's */
    case Disconnect(user: String, client: String, code: Int, reason: String)
    case Unsubscribe(user: String, client: String, channel: String)
    case RevokeToken(token: String, until: Long)
    case RevokeUser(user: String, issuedUntil: Long, until: Long)

  private given JsonValueCodec[Command] =
    JsonCodecMaker.make(CodecMakerConfig.withDiscriminatorFieldName(Some("do")))
end Control
