package eddy.push.internal.wire

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.push.internal.Streams
import eddy.state.LockPolicy
import eddy.web.{RunningServer, WebSocketClient, WebSuite}

/** A server with channels, and clients that say what a test says. */
abstract class PushFixture extends WebSuite:
  given system: ActorSystem = ActorSystem(engine)

  val open: Namespace = Namespace(
    history = 100,
    presence = true,
    joinLeave = true,
    clientsPublish = true,
    clientsReadHistory = true,
    clientsReadPresence = true,
    clientsSubscribe = true,
    patterns = true
  )
  val closed: Namespace = Namespace("closed")

  final class Served(val server: RunningServer, val hub: TestHub, val push: Push, val core: PushCore):
    def refused(method: String, code: Int): Boolean = metric("eddy_push_errors_total", method, code.toString)
    def metric(parts: String*): Boolean = server.metrics.scrape().linesIterator.exists: line =>
      parts.forall(line.contains) && !line.endsWith(" 0.0")

    def publish(channel: String, data: String, tags: (String, String)*): Unit =
      hub.publish(channel, Json(data), None, PublishOptions(tags = tags.toMap)): Unit

    def connect[A](path: String = "/connection/websocket", more: String = "")(body: Client => A): A =
      connected(server)(raw => body(Client(WebSocketClient(raw, path, more))))

  /** @param hooks beside what `channels` has */
  def pushing[A](
      config: PushConfig = PushConfig(anonymous = true),
      hooks: Hooks = Hooks(),
      namespaces: Seq[Namespace] = Seq(open, closed)
  )(body: Served => A): A =
    val hub = TestHub(ChannelsConfig(namespaces, hooks, LockPolicy.Unprotected))
    val core = PushCore(hub, config, system, Streams(hub, engine))
    val push = Push.of(core)
    try
      serving(push.routes): server =>
        push.meters.bindTo(server.metrics.registry)
        body(Served(server, hub, push, core))
    finally push.close()

  /** Speaks in texts. */
  final class Client(val socket: WebSocketClient):
    def say(text: String): Unit = socket.send(text)

    /** The next text; pings of the WebSocket are passed over. */
    def hear(): String =
      val frame = socket.frame()
      frame.opcode match
        case 1 => frame.text
        case 8 => s"closed ${frame.closeCode} ${String(frame.payload.drop(2), "UTF-8")}"
        case 9 | 10 => hear()
        case other => s"opcode $other"

    def ask(text: String): String =
      say(text)
      hear()

    def enter(token: String = ""): Unit = entered(token): Unit

    /** Connects, and gives the client's id. */
    def entered(token: String = ""): String =
      val answer = ask(s"""{"id":1,"connect":{"token":"$token"}}""")
      val Id = """.*"client":"([^"]+)".*""".r
      answer match
        case Id(id: String) => id
        case other => fail(s"not let in: $other")
  end Client
end PushFixture
