package eddy.chat.internal

import eddy.actor.*
import eddy.chat.ServerMessage.{Refused, Welcome}
import eddy.chat.{ChatConfig, ClientLimits, ClientMessage, CloseCode, Codec, RefusalCode, ServerMessage}
import eddy.runtime.Engine
import eddy.web.SendResult

import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.duration.DurationInt

/** A connection whose lobby answers when the test does. */
class ConnectionSuite extends eddy.testing.PatientSuite:
  private val welcome: Welcome = Welcome(
    "tea",
    "Ada",
    "token",
    "epoch",
    offset = 0,
    recovered = false,
    messages = Vector.empty,
    members = Vector("Ada"),
    typing = Vector.empty,
    now = 0,
    ClientLimits(1, 1, 1, 1, 1, 1)
  )

  private final class Told extends Wire:
    private val all = LinkedBlockingQueue[ServerMessage | CloseCode]()
    def send(json: String): SendResult =
      all.put(Codec.decodeServer(json).fold(why => throw IllegalStateException(why), identity))
      SendResult.Sent
    def close(why: CloseCode): Unit = all.put(why)
    def next(): ServerMessage | CloseCode = awaitNext(all)

  /** @param body gets what goes to the client, the connection, and what it has asked the lobby once its time
    * to join is over
    */
  private def lateWhileItWaits(body: ActorSystem ?=> (Told, ActorRef[ConnectionEvent]) => Unit): Unit =
    val engine = Engine.start()
    given ActorSystem = ActorSystem(engine)
    try
      val asked = LinkedBlockingQueue[ActorRef[ConnectionEvent]]()
      val lobby = actor[LobbyCommand]:
        lazy val listening: Behavior[LobbyCommand] = react:
          case LobbyCommand.Find(_, who, _, _) =>
            asked.put(who)
            listening
          case _ => listening
        listening
      val told = Told()
      val connection = Connection.start(
        ConnectionId(1),
        told,
        lobby,
        ChatConfig(),
        ChatStats(),
        "",
        AddressJoins(ChatConfig())
      )
      connection ! ConnectionEvent.Said(ClientMessage.Join("tea", "Ada"))
      assertEquals(Option(awaitNext(asked)), Some(connection))
      connection ! ConnectionEvent.TooLate
      body(told, connection)
    finally await(engine.shutdown(10.seconds)): Unit
    end try
  end lateWhileItWaits

  test("who has asked for a room in time is let in, however long the room takes"):
    lateWhileItWaits: (told, connection) =>
      val room = actor[RoomCommand]:
        lazy val open: Behavior[RoomCommand] = react:
          case RoomCommand.Join(_, who, _) =>
            who ! ConnectionEvent.Admitted(welcome, "[]")
            open
          case _ => open
        open
      connection ! ConnectionEvent.Found(room)
      assertEquals(told.next(), welcome)
      connection ! ConnectionEvent.Said(ClientMessage.Ping)
      assertEquals(told.next(), ServerMessage.Pong, "it is still open")

  test("who has asked in time and is refused too late is told so, and closed"):
    lateWhileItWaits: (told, connection) =>
      val refused: Refused = Refused(RefusalCode.TooManyRooms, "no more rooms")
      connection ! ConnectionEvent.NotFound(refused)
      assertEquals(told.next(), refused)
      assertEquals(told.next(), CloseCode.NotJoined)
end ConnectionSuite
