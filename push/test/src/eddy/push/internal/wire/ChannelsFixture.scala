package eddy.push.internal.wire

import eddy.actor.ActorSystem
import eddy.push.*
import eddy.state.LockPolicy
import eddy.web.{RawClient, RunningServer, WebSocketClient, WebSuite}

import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, Future, Promise}

/** A server with the channels of a real node, which are to be closed with it; clients are those of [[PushFixture]]. */
abstract class ChannelsFixture extends WebSuite:
  given system: ActorSystem = ActorSystem(engine)

  val kept: Namespace = Namespace(
    "kept",
    history = 2000,
    clientsPublish = true,
    clientsReadHistory = true,
    clientsReadPresence = true,
    clientsSubscribe = true,
    presence = true
  )

  final class Node(val server: RunningServer, val channels: Channels, val core: PushCore):
    def publish(channel: String, texts: String*): Unit =
      texts.map(text => channels.publish(channel, Json(text))).foreach(done)

    /** Where a channel is. */
    def top(channel: String): Position = done(channels.history(channel, HistoryQuery(limit = 0))).top

    /** @param receiveBuffer what the operating system holds for the client, about; 0 for as much as it likes */
    def connect[A](path: String = "/connection/websocket", receiveBuffer: Int = 0)(body: Texts => A): A =
      val raw = RawClient(server.port, receiveBuffer)
      try body(Texts(WebSocketClient(raw, path, "")))
      finally raw.close()

    /** What the answers of all connections hold that their sockets have not taken. */
    def unsentBytes: Long =
      var sizes = List.empty[Promise[Long]]
      core.connections.foreach:
        case session: Session =>
          val size = Promise[Long]()
          sizes ::= size
          session.later(() => size.success(session.replies.sizeBytes): Unit)
        case _ => ()
      sizes.map(size => done(size.future)).sum

    def metric(parts: String*): Boolean = server.metrics.scrape().linesIterator.exists: line =>
      parts.forall(line.contains) && !line.endsWith(" 0.0")
  end Node

  final class Texts(socket: WebSocketClient):
    def say(text: String): Unit = socket.send(text)
    def ask(text: String): String =
      say(text)
      hear()
    def enter(data: String = "1"): String = ask(s"""{"id":1,"connect":{"data":$data}}""")

    /** The next text; pings of the WebSocket are passed over. */
    def hear(): String =
      val frame = socket.frame()
      frame.opcode match
        case 1 => frame.text
        case 8 => s"closed ${frame.closeCode} ${String(frame.payload.drop(2), "UTF-8")}"
        case _ => hear()
  end Texts

  def done[A](future: Future[A]): A = Await.result(future, 60.seconds)

  def node[A](
      config: ChannelsConfig = ChannelsConfig(Seq(kept)),
      push: PushConfig = PushConfig(anonymous = true),
      mediator: Mediator = MemoryMediator()
  )(body: Node => A): A =
    val channels = Channels.start(config.copy(locks = LockPolicy.Unprotected, linger = 0.seconds), mediator)
    val core = PushCore(channels.hub, push, system, channels.streams)
    val served = Push.of(core)
    try
      done(channels.started)
      serving(served.routes): server =>
        served.meters.bindTo(server.metrics.registry)
        body(Node(server, channels, core))
    finally
      served.close()
      done(channels.close())
end ChannelsFixture
