package eddy.examples

import eddy.web.*

/** ws://127.0.0.1:8080/echo sends back what it gets. */
object WebSocketEcho:
  val routes: Routes = Routes.webSocket("/echo"): socket =>
    socket.onText(text => socket.send(text))
    socket.onBinary(bytes => socket.send(bytes))

  def main(args: Array[String]): Unit = Server(port = 8080).start(routes).awaitStop()
