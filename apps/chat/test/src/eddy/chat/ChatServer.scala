package eddy.chat

import eddy.actor.ActorSystem
import eddy.runtime.Engine
import eddy.web.{Server, ServerConfig}

import scala.concurrent.duration.DurationInt

/** A server on a free port with the chat at /chat, as the launcher mounts it. */
final class ChatServer(config: ChatConfig = ChatConfig()) extends AutoCloseable:
  private val engine = Engine.start()
  given system: ActorSystem = new ActorSystem(engine)
  val app: ChatApp = ChatApp(config)
  private val running =
    new Server(ServerConfig(port = 0, accessLog = false))(using engine).start(app.routes.under("/chat"))
  val port: Int = running.port
  val url: String = s"http://127.0.0.1:$port"

  def close(): Unit =
    running.stop(1.second)
    val _ = engine.shutdown(2.seconds)
end ChatServer

object ChatServer:
  def use[A](config: ChatConfig = ChatConfig())(body: ChatServer => A): A =
    warmUp
    scala.util.Using.resource(new ChatServer(config))(body)

  // a process reads the code of its callbacks once: seconds of computing, which count for no test's limits of time
  private lazy val warmUp: Unit =
    scala.util.Using.resource(new ChatServer(ChatConfig(joinWithin = 5.minutes))): server =>
      val client = ChatClient.open(server)
      val _ = client.join("Warm")
      client.close()
