package eddy.chat

import eddy.chat.ServerMessage.*
import eddy.push.Position
import eddy.testing.Eventually

import scala.concurrent.duration.DurationInt

/** The chat over real WebSockets: joining, talking, coming back. */
class ConversationSuite extends eddy.testing.PatientSuite:
  private def chat(name: String, config: ChatConfig = ChatConfig())(body: ChatServer => Unit): Unit =
    test(name)(ChatServer.use(config)(body))

  chat("what one says reaches everybody in the room once, with the server's time, and nobody elsewhere"):
    server =>
      val ada, bob, cyd = ChatClient.open(server)
      assertEquals(ada.join("Ada").members, Vector("Ada"))
      assertEquals(bob.join("Bob").members, Vector("Ada", "Bob"))
      val _ = cyd.join("Cyd", room = "elsewhere")
      assertEquals(ada.next[Arrived], Arrived("Bob"))
      val before = System.currentTimeMillis
      val accepted = ada.say("1", "hello")
      val p = bob.next[Published].message
      assertEquals((p.id, p.name, p.text, p.offset), ("1", "Ada", "hello", accepted.offset))
      assert(p.time >= before && p.time <= System.currentTimeMillis)
      assertEquals(ada.next[Published].message, p)
      assert(ada.hasNothingMore() && bob.hasNothingMore() && cyd.hasNothingMore())

  chat(
    "a connection that is cut resumes by position: each message once, and a repeated one is not published again",
    ChatConfig(presenceGrace = 5.minutes)
  ): server =>
    val ada, bob = ChatClient.open(server)
    val _ = (ada.join("Ada"), bob.join("Bob"))
    // acknowledgements come before or after the messages: each is taken, so that nothing is left of them
    val _ = bob.say("b1", "one")
    assertEquals(ada.published(1), Vector("one"))
    val first = ada.say("a1", "mine")
    assertEquals(ada.published(1), Vector("mine"))
    ada.cut()
    val _ = (bob.say("b2", "two"), bob.say("b3", "three"))
    assertEquals(bob.published(4), Vector("one", "mine", "two", "three"))
    val again = ChatClient.open(server)
    val w = again.join("Ada", token = Some(ada.token), since = Some(ada.position))
    assert(w.recovered)
    assertEquals(w.messages.map(_.text), Vector("two", "three"))
    assertEquals(again.say("a1", "mine"), first)
    assert(again.hasNothingMore())
    assert(bob.hasNothingMore(), "the short loss is not told")

  chat(
    "a position that the history no longer reaches is answered with all of it",
    ChatConfig(historySize = 2)
  ): server =>
    val ada, bob = ChatClient.open(server)
    val _ = (ada.join("Ada"), bob.join("Bob"))
    val _ = (bob.say("1", "one"), bob.say("2", "two"), bob.say("3", "three"))
    val since = Some(ada.position)
    ada.cut()
    val w = ChatClient.open(server).join("Ada", token = Some(ada.token), since = since)
    assertEquals((w.recovered, w.messages.map(_.text)), (false, Vector("two", "three")))

  chat("a loss that lasts is told, and so is leaving", ChatConfig(presenceGrace = 50.millis)): server =>
    val ada, bob = ChatClient.open(server)
    val _ = (ada.join("Ada"), bob.join("Bob"))
    bob.cut()
    assertEquals(ada.next[Departed], Departed("Bob"))
    val again = ChatClient.open(server)
    val _ = again.join("Bob", token = Some(bob.token))
    assertEquals(ada.next[Arrived], Arrived("Bob"))
    again.send(ClientMessage.Leave)
    assertEquals(ada.next[Departed], Departed("Bob"))

  chat("typing is told to the others and expires", ChatConfig(typingExpiry = 50.millis)): server =>
    val ada, bob = ChatClient.open(server)
    val _ = (ada.join("Ada"), bob.join("Bob"))
    ada.send(ClientMessage.Typing(true))
    assertEquals(bob.next[Typing], Typing("Ada", true))
    assertEquals(bob.next[Typing], Typing("Ada", false))

  chat("a taken name is refused with a suggestion; the connection goes on"): server =>
    val ada, other = ChatClient.open(server)
    val _ = ada.join("Ada")
    other.send(ClientMessage.Join("lobby", "ada"))
    val refused = other.next[Refused]
    assertEquals((refused.code, refused.suggestion), (RefusalCode.NameTaken, Some("ada-2")))
    assertEquals(other.join("ada-2").members, Vector("Ada", "ada-2"))

  chat("joining another room leaves the one before"): server =>
    val ada, bob = ChatClient.open(server)
    val _ = (ada.join("Ada"), bob.join("Bob"), bob.join("Bob", room = "elsewhere"))
    assertEquals(ada.next[Departed], Departed("Bob"))
    val _ = ada.say("1", "still here?")
    assert(bob.hasNothingMore())

  chat(
    "messages go when they are too old, and who asks for them is told",
    // however often it has to look
    ChatConfig(historyTtl = 50.millis, commandBurst = 1_000_000, joinBurst = 1_000_000)
  ): server =>
    val ada = ChatClient.open(server)
    val first = ada.join("Ada")
    val _ = (ada.say("1", "gone soon"), ada.say("2", "and this"))
    val since = Some(Position(0, first.epoch))
    var later = first
    Eventually.until("the messages are gone"):
      later = ada.join("Ada", token = Some(ada.token), since = since)
      later.messages.isEmpty
    assertEquals((later.recovered, later.offset, later.epoch), (false, 2L, first.epoch))

  chat("what else is published to a room's channel is shown as the server's"): server =>
    val ada = ChatClient.open(server)
    val _ = ada.join("Ada")
    val _ = server.channels.publish("chat:lobby", eddy.push.Json("""{"maintenance":"at noon"}"""))
    val p = ada.next[Published].message
    assertEquals((p.name, p.text), ("server", """{"maintenance":"at noon"}"""))
end ConversationSuite
