package eddy.chat

import eddy.actor.ActorSystem
import eddy.push.{Channels, Mediator, MemoryMediator, MemoryService}
import eddy.runtime.Engine
import eddy.testing.Waits
import eddy.web.{Server, ServerConfig, Timeouts}

import scala.concurrent.duration.DurationInt

/** A server with the chat at /chat, as the launcher mounts it.
  *
  * @param onPort 0 for one that is free
  * @param mediator what nodes of one room share
  */
final class ChatServer(
    config: ChatConfig = ChatConfig(),
    onPort: Int = 0,
    mediator: Mediator = MemoryMediator()
) extends AutoCloseable:
  private val engine = Engine.start()
  given system: ActorSystem = new ActorSystem(engine)
  val channels: Channels = Channels.start(ChatApp.channels(config), mediator)
  val app: ChatApp = ChatApp(config, channels)
  private val running =
    // handlers are read at the start, however slow the machine is, and who reads slowly is given all the time in the world
    val web = ServerConfig(
      port = onPort,
      accessLog = false,
      analysisWithin = 5.minutes,
      timeouts = Timeouts(write = 5.minutes)
    )
    val routes = app.routesWith(_.copy(pingInterval = 5.minutes, closeTimeout = 5.minutes))
    new Server(web)(using engine).start(routes.under("/chat"))
  val port: Int = running.port
  val url: String = s"http://127.0.0.1:$port"

  def close(): Unit =
    running.stop(1.second)
    Waits.await(channels.close())
    val _ = Waits.await(engine.shutdown(2.seconds))
end ChatServer

object ChatServer:
  def use[A](
      config: ChatConfig = ChatConfig(),
      mediator: Mediator = MemoryMediator()
  )(body: ChatServer => A): A =
    warmUp
    scala.util.Using.resource(new ChatServer(config, mediator = mediator))(body)

  /** Two nodes of one chat. */
  def useTwo[A](config: ChatConfig = ChatConfig())(body: (ChatServer, ChatServer) => A): A =
    warmUp
    val service = MemoryService()
    scala.util.Using.resource(new ChatServer(config, mediator = MemoryMediator(service))): one =>
      scala.util.Using.resource(new ChatServer(config, mediator = MemoryMediator(service)))(body(one, _))

  // a process reads the code of its handlers once: seconds of computing, which count for no test's limits of time
  private lazy val warmUp: Unit =
    scala.util.Using.resource(new ChatServer(ChatConfig(joinWithin = 5.minutes))): server =>
      val client = ChatClient.open(server)
      val _ = client.join("Warm")
      client.close()
end ChatServer
