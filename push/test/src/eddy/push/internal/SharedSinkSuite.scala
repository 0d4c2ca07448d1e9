package eddy.push.internal

import eddy.push.*
import eddy.runtime.Engine
import eddy.web.SendResult

import scala.collection.mutable
import scala.concurrent.duration.DurationInt

class SharedSinkSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start()
  override def afterAll(): Unit =
    val _ = await(engine.shutdown(10.seconds))

  private val someone = ClientInfo("client", "user")

  /** A connection with room for so many; on one thread. */
  private final class Connection(var room: Int) extends SharedSink:
    val sent = mutable.ArrayBuffer.empty[String]
    val gone = mutable.ArrayBuffer.empty[Ending]
    var onFull: () => Unit = () => ()
    private def take(what: String): SendResult =
      if room > 0 then
        room -= 1
        sent += what
        SendResult.Sent
      else
        onFull()
        SendResult.Full
    protected def send(encoded: Encoded, from: StreamPublisher): SendResult =
      take(encoded.publication.message.data.toString)
    protected def sendPresence(who: ClientInfo, joined: Boolean, from: StreamPublisher): SendResult =
      take(who.client)
    protected def over(from: StreamPublisher, ending: Ending): Unit = gone += ending
    def sizeBytes(encoded: Encoded, from: StreamPublisher): Int = encoded.publication.message.data.length

  private final class Channel(name: String, connection: Connection):
    val hub = LogHub(engine, Namespace(), name)
    val stream: StreamPublisher = Streams(hub, engine).open(name, Namespace(), connection)
    stream.start(
      await(hub.subscribe(name, stream, someone, None, false)),
      sendMissed = false
    )
    def say(text: String): Unit =
      val _ = hub.publish(name, Json(text), None, PublishOptions())

  test("subscriptions of one connection have its room in turn"):
    val connection = Connection(0)
    val channels = Vector("a", "b", "c").map(Channel(_, connection))
    for i <- 1 to 4; c <- channels.indices do channels(c).say(s"${"abc" (c)}$i")
    assertEquals(connection.waitingForRoom, 3)
    for _ <- 1 to 6 do
      connection.room = 2
      connection.drained()
    // two at a time, and then the next one's turn
    assertEquals(connection.sent.mkString(" "), "a1 a2 b1 b2 c1 c2 a3 a4 b3 b4 c3 c4")
    assertEquals(connection.waitingForRoom, 0)

  test("room that comes just after a refusal is not missed"):
    val connection = Connection(0)
    val channel = Channel("a", connection)
    // it drains between the refusal and the entry of the refused sender: nobody is notified
    connection.onFull = () =>
      connection.onFull = () => ()
      connection.room = 5
      connection.drained()
    channel.say("a1")
    assertEquals(connection.sent.toSeq, Seq("a1"))
    assertEquals(connection.waitingForRoom, 0)

  test("a subscription that has ended waits for no room"):
    val connection = Connection(0)
    val channels = Vector("a", "b").map(Channel(_, connection))
    channels.foreach(_.say("x"))
    channels(0).stream.close()
    assertEquals(connection.waitingForRoom, 1)
    assertEquals(connection.gone.toSeq, Seq(Ending.Closed))
    channels(0).stream.room()
    assertEquals(connection.sent.toSeq, Seq.empty)
end SharedSinkSuite
