package eddy.chat

import eddy.chat.ServerMessage.*
import eddy.push.Position

import scala.concurrent.duration.DurationInt

import io.micrometer.core.instrument.simple.SimpleMeterRegistry

/** What clients may not do, over real WebSockets: the right answer, and the server goes on. */
class LimitsSuite extends eddy.testing.PatientSuite:
  private def chat(name: String, config: ChatConfig = ChatConfig())(body: ChatServer => Unit): Unit =
    test(name)(ChatServer.use(config)(body))

  private def refusal(client: ChatClient, message: ClientMessage): RefusalCode =
    client.send(message)
    client.next[Refused].code

  chat("what is no message of the protocol is refused, and the connection goes on"): server =>
    val ada = ChatClient.open(server)
    Seq("", "nonsense", """{"type":"nope"}""", """{"type":"say","id":"1"}""").foreach: text =>
      ada.sendRaw(text)
      assertEquals(ada.next[Refused].code, RefusalCode.BadMessage, text)
    ada.sendBinary()
    assertEquals(ada.next[Refused].code, RefusalCode.BadMessage)
    assertEquals(ada.join("Ada").name, "Ada")

  chat("bad names, rooms, ids and texts are refused with what is wrong", ChatConfig(maxTextLength = 20)):
    server =>
      val ada = ChatClient.open(server)
      assertEquals(refusal(ada, ClientMessage.Say("1", "x")), RefusalCode.NotJoined)
      assertEquals(refusal(ada, ClientMessage.Join("lobby", "evil\u202Egnp")), RefusalCode.NameInvalid)
      assertEquals(refusal(ada, ClientMessage.Join("a/b", "Ada")), RefusalCode.RoomInvalid)
      val _ = ada.join("Ada")
      assertEquals(refusal(ada, ClientMessage.Say("1", " \n ")), RefusalCode.TextEmpty)
      assertEquals(refusal(ada, ClientMessage.Say("1", "x" * 21)), RefusalCode.TextTooLong)
      assertEquals(refusal(ada, ClientMessage.Say("", "x")), RefusalCode.BadMessage)
      assertEquals(refusal(ada, ClientMessage.Say("i" * 65, "x")), RefusalCode.BadMessage)
      assertEquals(ada.say("1", "fine").offset, 1L)

  chat(
    "a message over the frame limit closes with 1009; the server goes on",
    ChatConfig(maxTextLength = 100, maxFrameBytes = 1000)
  ): server =>
    val ada = ChatClient.open(server)
    ada.sendRaw("x" * 1001)
    assertEquals(ada.closed().code, 1009)
    assertEquals(ChatClient.open(server).join("Ada").name, "Ada")

  chat(
    "too many messages are refused with when to try again; going on is cut off, and the others hear none of it",
    ChatConfig(
      messagesPerSecond = 0.001,
      messageBurst = 2,
      commandBurst = 1000,
      floodTolerance = 3,
      presenceGrace = 10.minutes
    )
  ): server =>
    val ada, bob = ChatClient.open(server)
    val _ = (ada.join("Ada"), bob.join("Bob"))
    (1 to 6).foreach(n => ada.send(ClientMessage.Say(s"$n", s"$n")))
    (3 to 5).foreach: n =>
      val refused = ada.next[Refused]
      assertEquals((refused.code, refused.id), (RefusalCode.TooFast, Some(s"$n")))
      assert(refused.retryAfterMillis.exists(_ > 0))
    assertEquals(ada.closed().code, CloseCode.Flood.code)
    assertEquals(bob.published(2), Vector("1", "2"))
    assert(bob.hasNothingMore())

  chat(
    "pings and typing count as well",
    ChatConfig(commandsPerSecond = 0.001, commandBurst = 3, floodTolerance = 2)
  ): server =>
    val ada = ChatClient.open(server)
    (1 to 6).foreach(_ => ada.send(ClientMessage.Ping))
    assertEquals(ada.closed().code, CloseCode.Flood.code)

  chat("a full room and a full server refuse", ChatConfig(maxMembers = 1, maxRooms = 2)): server =>
    val ada, bob = ChatClient.open(server)
    val _ = ada.join("Ada")
    assertEquals(refusal(bob, ClientMessage.Join("lobby", "Bob")), RefusalCode.RoomFull)
    val _ = bob.join("Bob", room = "second")
    assertEquals(
      refusal(ChatClient.open(server), ClientMessage.Join("third", "Cyd")),
      RefusalCode.TooManyRooms
    )

  chat(
    "a welcome has the newest messages within their bytes, and a resumed client everything it missed",
    ChatConfig(welcomeBytes = 10_000, messagesPerSecond = 1e6, messageBurst = 1000, commandBurst = 1000)
  ): server =>
    val ada = ChatClient.open(server)
    val mine = ada.join("Ada")
    for n <- 1 to 100 do ada.send(ClientMessage.Say(s"$n", s"$n ${"x" * 500}"))
    val _ = ada.published(100)
    val fresh = ChatClient.open(server).join("Bob")
    val bytes = fresh.messages.map(_.text.length).sum
    assert(bytes <= 10_000 && bytes > 8000, s"$bytes")
    assertEquals((fresh.recovered, fresh.offset), (false, 100L))
    assertEquals(fresh.messages.map(_.offset), (101 - fresh.messages.size to 100).map(_.toLong).toVector)
    val resumed = ChatClient.open(server).join(
      "Ada",
      token = Some(mine.token),
      since = Some(Position(40, mine.epoch))
    )
    assertEquals((resumed.recovered, resumed.messages.map(_.offset)), (true, (41L to 100L).toVector))

  chat(
    "joins beyond their rate are refused with when to try again",
    ChatConfig(joinsPerSecond = 0.001, joinBurst = 3)
  ): server =>
    val ada = ChatClient.open(server)
    for n <- 1 to 3 do assertEquals(ada.join("Ada", room = s"r$n").room, s"r$n")
    ada.send(ClientMessage.Join("r4", "Ada"))
    val refused = ada.next[Refused]
    assertEquals(refused.code, RefusalCode.TooFast)
    assert(refused.retryAfterMillis.exists(_ > 10_000))
    assertEquals(ada.say("1", "still in r3").offset, 1L)

  chat(
    "an address has a rate of joins too, which a new connection does not begin anew",
    ChatConfig(joinsPerSecond = 0.001, joinBurst = 1)
  ): server =>
    for n <- 1 to 100 do
      val one = ChatClient.open(server)
      assertEquals(one.join(s"p$n").room, "lobby")
      one.close()
    val late = ChatClient.open(server)
    late.send(ClientMessage.Join("lobby", "Late"))
    val refused = late.next[Refused]
    assertEquals(refused.code, RefusalCode.TooFast)
    assert(refused.retryAfterMillis.exists(_ > 5000))

  chat("rooms that somebody has left keep nobody out", ChatConfig(maxRooms = 5)): server =>
    val ada = ChatClient.open(server)
    for n <- 1 to 5 do
      val _ = ada.join("Ada", room = s"r$n")
      assertEquals(ada.say("1", "x").offset, 1L)
    val bob, cyd = ChatClient.open(server)
    assertEquals(bob.join("Bob", room = "new").room, "new")
    // its messages are still stored
    assertEquals(cyd.join("Cyd", room = "r1").messages.map(_.text), Vector("x"))

  chat(
    "an address may have opened so many rooms, unless they are empty",
    ChatConfig(roomsPerAddress = 2)
  ): server =>
    val ada, bob, cyd = ChatClient.open(server)
    val _ = (ada.join("Ada", room = "r1"), bob.join("Bob", room = "r2"))
    assertEquals(refusal(cyd, ClientMessage.Join("r3", "Cyd")), RefusalCode.TooManyRooms)
    assertEquals(cyd.join("Cyd", room = "r2").room, "r2")
    val _ = ada.join("Ada", room = "r2")
    val dan = ChatClient.open(server)
    assertEquals(dan.join("Dan", room = "r3").room, "r3")

  chat("who joins no room in time is closed", ChatConfig(joinWithin = 50.millis)): server =>
    assertEquals(ChatClient.open(server).closed().code, CloseCode.NotJoined.code)

  chat("whatever connection the chat closes is counted by its code", ChatConfig(joinWithin = 50.millis)):
    server =>
      val registry = new SimpleMeterRegistry
      server.app.meters.bindTo(registry)
      def closed = CloseCode.values.toSeq.flatMap: why =>
        val count = registry.get("eddy.chat.closed").tag("code", s"${why.code}").functionCounter.count
        Option.when(count > 0)(why -> count)
      assertEquals(closed, Nil)
      val _ = ChatClient.open(server).closed()
      assertEquals(closed, Seq(CloseCode.NotJoined -> 1.0))
      await(server.app.drain(10.millis))
      val _ = ChatClient.open(server).closed()
      assertEquals(closed, Seq(CloseCode.NotJoined -> 1.0, CloseCode.Stopping -> 1.0))

  chat("a page of another site may not open the WebSocket"): server =>
    val refused = intercept[java.util.concurrent.ExecutionException]:
      ChatClient.open(server, origin = Some("https://evil.example"))
    refused.getCause match
      case e: java.net.http.WebSocketHandshakeException => assertEquals(e.getResponse.nn.statusCode, 403)
      case other => fail(s"not refused: $other")

  chat(
    "who reads too slowly is closed with a code to resume by, the others notice nothing, and recovery brings the rest",
    ChatConfig(
      historySize = 10_000,
      messagesPerSecond = 1e6,
      messageBurst = 1_000_000,
      commandsPerSecond = 1e6,
      commandBurst = 1_000_000,
      maxBufferedBytes = 1024 * 1024,
      presenceGrace = 10.minutes
    )
  ): server =>
    val ada, bob = ChatClient.open(server)
    val slow = ChatClient.open(server, reading = false)
    val _ = (ada.join("Ada"), bob.join("Bob"))
    slow.send(ClientMessage.Join("lobby", "Slow"))
    assertEquals((ada.next[Arrived], ada.next[Arrived]), (Arrived("Bob"), Arrived("Slow")))
    val registry = new SimpleMeterRegistry
    server.app.meters.bindTo(registry)
    def cut = registry.get("eddy.chat.closed").tag(
      "code",
      s"${CloseCode.SlowConsumer.code}"
    ).functionCounter.count > 0
    val text = "x" * 1900
    // more than the operating system buffers on the way
    var n = 0
    while !cut && n < 10_000 do
      (n + 1 to n + 100).foreach(i => ada.send(ClientMessage.Say(s"$i", text)))
      val _ = (ada.published(100), bob.published(100))
      n += 100
    // The slow one begins to read: what was under way, and then the close.
    slow.readAll()
    val welcome = slow.next[Welcome]
    val (last, closed) = slow.untilClosed()
    assertEquals(closed.code, CloseCode.SlowConsumer.code)
    assert(last < n, s"was sent $last of $n")
    val w = ChatClient.open(server).join(
      "Slow",
      token = Some(welcome.token),
      since = Some(Position(last, welcome.epoch))
    )
    assert(w.recovered)
    assertEquals(w.messages.map(_.offset), (last + 1 to n.toLong).toVector)
end LimitsSuite
