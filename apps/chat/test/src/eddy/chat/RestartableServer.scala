package eddy.chat

import eddy.push.{MemoryMediator, MemoryService}

import java.net.{InetAddress, InetSocketAddress}

import com.sun.net.httpserver.{HttpExchange, HttpServer}

/** A chat server that whoever runs the pages can restart: `POST /restart?keep=true` at `control`. */
final class RestartableServer(config: ChatConfig) extends AutoCloseable:
  // both guarded by this; what it exchanges outlives a server, as with a mediator of its own
  private var service = MemoryService()
  private var server = new ChatServer(config, mediator = MemoryMediator(service))

  private val doors = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress, 0), 0).nn
  doors.createContext("/restart", exchange => restart(exchange.nn)): Unit
  doors.start()

  val url: String = server.url
  val control: String = s"http://127.0.0.1:${doors.getAddress.nn.getPort}"

  private def restart(exchange: HttpExchange): Unit = synchronized:
    val port = server.port
    server.close()
    if exchange.getRequestURI.nn.getQuery != "keep=true" then service = MemoryService()
    server = new ChatServer(config, port, MemoryMediator(service))
    exchange.sendResponseHeaders(200, -1)
    exchange.close()

  def close(): Unit = synchronized:
    doors.stop(0)
    server.close()
end RestartableServer
