package eddy.push.testkit

import eddy.push.Json
import eddy.push.testkit.internal.{Pushed, Told}
import eddy.web.testkit.{TestService, TestSocket}

import scala.collection.mutable
import scala.concurrent.duration.FiniteDuration

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromString, writeToString}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** A client of channels, as those of the official libraries: sends commands, and says what must come.
  * Made by [[TestChannels.connect]]. For one thread, the test's.
  *
  * A command that the server refuses throws a [[TestRefusal]]. Each wait ends at `patience` of the service.
  */
final class TestChannels private (socket: TestSocket, patience: FiniteDuration) extends AutoCloseable:
  import TestChannels.*

  private var commands = 0
  private val events = mutable.ArrayDeque.empty[TestChannelEvent]
  private var id = ""

  /** What the server calls this connection, in presence and in hooks. */
  def client: String = id

  /** Begins to receive the events of a channel, or of a pattern.
    * @param token for a channel that needs one
    * @param joins whether joins and leaves are among the events, where the namespace permits it
    */
  def subscribe(channel: String, token: String = "", joins: Boolean = false): Unit =
    asked("subscribe", s""""channel":${text(channel)},"token":${text(token)},"join_leave":$joins"""): Unit

  def unsubscribe(channel: String): Unit = asked("unsubscribe", s""""channel":${text(channel)}"""): Unit

  /** Publishes as this client, and waits for the acknowledgement. */
  def publish(channel: String, data: Json): Unit =
    asked("publish", s""""channel":${text(channel)},"data":$data"""): Unit

  /** The publications that are stored, oldest first. */
  def history(channel: String): Seq[Json] =
    asked("history", s""""channel":${text(channel)},"limit":-1""").history.toList
      .flatMap(_.publications).map(_.data)

  /** Calls a method of the hooks; its answer. */
  def rpc(method: String, data: Json): Json =
    asked("rpc", s""""method":${text(method)},"data":$data""").rpc.fold(Json.none)(_.data)

  /** The next event, whatever it is. */
  def receive(): TestChannelEvent =
    while events.isEmpty do take(): Unit
    events.removeHead()

  /** The next event; it must be a publication with this data, of this channel. */
  def expect(channel: String, data: Json): Unit =
    expectEvent(TestChannelEvent.Published(channel, data))

  /** The next event; it must be this one. */
  def expectEvent(event: TestChannelEvent): Unit =
    val came = receive()
    if came != event then throw AssertionError(s"$event is expected, but $came came")

  /** The server ends the connection with this code ([[eddy.push.DisconnectCode]]). */
  def expectDisconnect(code: Int): Unit =
    events.headOption.foreach: event =>
      throw AssertionError(s"an end with $code is expected, but $event came")
    socket.expectClose(code)

  /** Closes the connection. */
  def close(): Unit = socket.close()

  /** Sends a command, and waits for its answer; events that come before it wait for [[receive]]. */
  private def asked(method: String, fields: String): Told =
    commands += 1
    val number = commands
    socket.send(s"""{"id":$number,"$method":{$fields}}""")
    var answer = take()
    while answer.forall(_.id != number) do answer = take()
    val told = answer.get
    told.error.foreach(fault => throw TestRefusal(method, fault.code, fault.message))
    told

  // answers that came in one message with others
  private val lines = mutable.Queue.empty[String]

  /** Takes the next line of the server; an answer is returned. */
  private def take(): Option[Told] =
    if lines.isEmpty then lines ++= socket.receive(patience).linesIterator.filter(_.nonEmpty)
    val told = readFromString[Told](lines.dequeue())
    told.push match
      case Some(push) =>
        events.append(event(push))
        None
      case None if told.id == 0 =>
        // a ping
        socket.send("{}")
        None
      case None => Some(told)
end TestChannels

object TestChannels:
  /** Opens a connection to the channels of a service.
    *
    * @param token of the user; empty for nobody
    * @param path where the channels are mounted
    * @throws TestRefusal when the server refuses the client by an error
    */
  def connect(
      service: TestService,
      token: String = "",
      path: String = "/connection/websocket",
      headers: Seq[(String, String)] = Nil
  ): TestChannels =
    val made = new TestChannels(service.webSocket(path, headers), service.patience)
    made.id = made.asked("connect", s""""token":${text(token)}""").connect.get.client
    made

  private def event(push: Pushed): TestChannelEvent =
    import TestChannelEvent.*
    val channel = push.channel
    val known = push.pub.map(pub => Published(channel, pub.data))
      .orElse(push.join.map(who => Joined(channel, who.info.user, who.info.client)))
      .orElse(push.leave.map(who => Left(channel, who.info.user, who.info.client)))
      .orElse(push.message.map(content => Message(content.data)))
      .orElse(push.unsubscribe.map(end => Unsubscribed(channel, end.code)))
    known.getOrElse(Subscribed(channel))

  private given JsonValueCodec[String] = JsonCodecMaker.make
  private def text(value: String): String = writeToString(value)
end TestChannels

/** What a client of channels receives without having asked for it at that moment. */
enum TestChannelEvent derives CanEqual:
  /** A publication. With a subscription to a pattern `channel` is the pattern. */
  case Published(channel: String, data: Json)
  case Joined(channel: String, user: String, client: String)
  case Left(channel: String, user: String, client: String)

  /** Something outside of all channels, by [[eddy.push.Channels.send]]. */
  case Message(data: Json)

  /** The server has subscribed this client. */
  case Subscribed(channel: String)

  /** The server has ended a subscription, with this code. */
  case Unsubscribed(channel: String, code: Int)
end TestChannelEvent

/** The server has refused a command.
  *
  * @param code see the table of errors in docs/push-protocol.md
  */
final class TestRefusal(val command: String, val code: Int, val reason: String)
    extends AssertionError(s"$command is refused with $code ($reason)")
