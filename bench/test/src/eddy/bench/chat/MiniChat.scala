package eddy.bench.chat

import eddy.runtime.{Engine, EngineConfig}
import eddy.web.{Routes, RunningServer, Server, ServerConfig, WebSocket}

import java.net.URI
import scala.collection.mutable
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

/** The chat's wire and rooms, and nothing else, with a fault for the load generator to find.
  *
  * @param fault what is published when the n-th message of a room should be: normally just that
  * @param answer what a connection gets for its join
  */
private final class MiniChat(
    fault: (Long, String) => Seq[String] = (_, text) => Seq(text),
    answer: String = """{"type":"welcome","limits":{"messagesPerSecond":1000000.0}}"""
) extends AutoCloseable:
  private val rooms =
    mutable.Map.empty[String, (members: mutable.Buffer[WebSocket], count: Long)] // guarded by this
  private val engine = Engine.start(EngineConfig(workers = 1))
  private val server: RunningServer =
    given Engine = engine
    Server(ServerConfig(port = 0, accessLog = false)).start(Routes.webSocket("/chat/ws")(serve))

  val uri: URI = URI.create(server.url)

  private def serve(socket: WebSocket): Unit =
    var room = ""
    socket.onText:
      case s"""{"type":"join","room":"$name",$_""" =>
        synchronized:
          room = name
          rooms.getOrElseUpdate(name, (mutable.Buffer.empty[WebSocket], 0L)).members.append(socket): Unit
        val _ = socket.send(answer)
      case s"""{"type":"say",$_"text":"$text"}""" => publish(room, text)
      case other => throw IllegalArgumentException(s"not on this wire: $other")

  private def publish(room: String, text: String): Unit = synchronized:
    val (members, count) = rooms(room)
    rooms(room) = (members, count + 1)
    for t <- fault(count, text); member <- members do
      val _ = member.send(s"""{"type":"published","message":{"offset":1,"text":"$t"}}""")

  override def close(): Unit =
    server.stop(1.second)
    val _ = Await.ready(engine.shutdown(1.second), 5.seconds)
end MiniChat
