package eddy.push.internal.wire

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.push.internal.{ChannelEvent, Connection, InterruptedMediator}
import eddy.state.LockPolicy
import eddy.testing.Eventually
import eddy.web.{RawClient, RunningServer, WebSocketClient, WebSuite}

import scala.concurrent.Promise
import scala.concurrent.duration.DurationInt

/** A server with the channels of a node, and clients that say what a test says. */
abstract class PushFixture extends WebSuite:
  given system: ActorSystem = ActorSystem(engine)

  /** What the nodes of a test have. */
  def newMediator(): Mediator = MemoryMediator()

  val open: Namespace = Namespace(
    history = 100,
    presence = true,
    clientsPublish = true,
    clientsReadHistory = true,
    clientsReadPresence = true,
    clientsSubscribe = true,
    patterns = true
  )
  val closed: Namespace = Namespace("closed")

  final class Served(
      val server: RunningServer,
      val channels: Channels,
      val mediator: InterruptedMediator,
      val push: Push,
      val core: PushCore
  ):
    def refused(method: String, code: Int): Boolean = metric("eddy_push_errors_total", method, code.toString)
    def metric(parts: String*): Boolean = server.metrics.scrape().linesIterator.exists: line =>
      parts.forall(line.contains) && !line.endsWith(" 0.0")

    def publish(channel: String, data: String, tags: (String, String)*): Unit =
      await(channels.publish(channel, Json(data), PublishOptions(tags = tags.toMap))): Unit

    def publishAll(channel: String, data: Iterable[String]): Unit =
      data.toVector.map(one => channels.publish(channel, Json(one))).foreach(f => await(f))

    /** Has the channel be there: where each node has a history of its own it keeps what comes from now on. */
    def open(channel: String): Unit = await(channels.subscribe(channel)(_ => ())).close()

    /** Where a channel is. */
    def top(channel: String): Position = await(channels.history(channel, HistoryQuery(limit = 0))).top

    /** What the answers of all connections hold that their sockets have not taken. */
    def unsentBytes: Long =
      var sizes = List.empty[Promise[Long]]
      core.connections.foreach:
        case session: Session =>
          val size = Promise[Long]()
          sizes ::= size
          session.later(() => size.success(session.replies.sizeBytes): Unit)
        case _ => ()
      sizes.map(size => await(size.future)).sum

    /** Not counting those that have left before the call. */
    def awaitSubscribers(channel: String, n: Int): Unit =
      val known = channels.core.table.get(channel)
      if known != null then
        val passed = Promise[Unit]()
        known.tell(ChannelEvent.Barrier(passed))
        await(passed.future)
      Eventually.until(s"$n are subscribed to $channel"):
        val live = channels.core.table.get(channel)
        (if live == null then 0 else live.subscribers) == n

    /** The only one there is. */
    def connection: Connection = channels.core.connections.all.next()

    /** The only one there is, of a client with the protocol's library. */
    def session: Session =
      var all = List.empty[Session]
      core.connections.foreach:
        case session: Session => all ::= session
        case _ => ()
      all match
        case List(only) => only
        case others => fail(s"${others.size} sessions")

    /** Has a channel end all its subscriptions. */
    def end(channel: String, code: UnsubscribeCode): Unit =
      channels.core.table.get(channel).nn.tell(ChannelEvent.End(code, Promise()))

    /** @param receiveBuffer what the operating system holds for the client, about; 0 for as much as it likes
      */
    def connect[A](path: String = "/connection/websocket", more: String = "", receiveBuffer: Int = 0)(
        body: Client => A
    ): A =
      val raw = RawClient(server.port, receiveBuffer)
      try body(Client(WebSocketClient(raw, path, more)))
      finally raw.close()
  end Served

  /** @param config of the rights of clients
    * @param node changes what the node has
    */
  def pushing[A](
      config: PushConfig = PushConfig(anonymous = true),
      hooks: Hooks = Hooks(),
      namespaces: Seq[Namespace] = Seq(open, closed),
      node: ChannelsConfig => ChannelsConfig = identity
  )(body: Served => A): A =
    val mediator = InterruptedMediator(newMediator())
    val patient = ChannelsConfig(
      namespaces,
      hooks,
      LockPolicy.Unprotected,
      mediatorTimeout = 1.minute,
      // publications without a subscriber for a moment are kept where each node keeps its own
      idleTimeout = 5.minutes
    )
    val channels = Channels.start(node(patient), mediator)
    val core = PushCore(channels.hub, config, system, channels.streams)
    val push = Push.of(core)
    try
      await(channels.started)
      serving(push.routes): server =>
        push.meters.bindTo(server.metrics.registry)
        body(Served(server, channels, mediator, push, core))
    finally
      push.close()
      await(channels.close())
  end pushing

  /** Without the times at which publications were made. */
  def timeless(text: String): String = text.replaceAll(",\"time\":[0-9]+", "")

  /** Speaks in texts. */
  final class Client(val socket: WebSocketClient):
    def say(text: String): Unit = socket.send(text)

    /** The next text but pings, which it answers: a test may take longer than they need to come. */
    def hear(): String = hearAny() match
      case "{}" =>
        say("{}")
        hear()
      case other => other

    /** The next text; pings of the WebSocket are skipped. */
    def hearAny(): String =
      val frame = socket.frame()
      frame.opcode match
        case 1 => timeless(frame.text)
        case 8 => s"closed ${frame.closeCode} ${String(frame.payload.drop(2), "UTF-8")}"
        case 9 | 10 => hearAny()
        case other => s"opcode $other"

    def ask(text: String): String =
      say(text)
      hear()

    def enter(token: String = ""): Unit = entered(token): Unit

    /** Connects, and returns the client's id. */
    def entered(token: String = ""): String =
      val answer = ask(s"""{"id":1,"connect":{"token":"$token"}}""")
      val Id = """.*"client":"([^"]+)".*""".r
      answer match
        case Id(id: String) => id
        case other => fail(s"not let in: $other")
  end Client
end PushFixture
