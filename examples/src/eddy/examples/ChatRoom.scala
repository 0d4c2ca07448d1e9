package eddy.examples

import eddy.actor.*
import eddy.web.*

/** Everybody who connects to ws://127.0.0.1:8080/room sees what anybody sends. */
object ChatRoom:
  def routes: Routes =
    val room = EventBus[Option[String]]()
    Routes.webSocket("/room"): socket =>
      val member = actor[Option[String]]:
        def listening: Behavior[Option[String]] = react:
          case Some(text) => socket.send(text); listening
          case None => stop
        listening
      room.subscribe(member, "/room")
      socket.onText(text => room.publish("/room", Some(text)))
      socket.onClose((_, _) => member ! None)

  def main(args: Array[String]): Unit = Server(port = 8080).start(routes).awaitStop()
end ChatRoom
