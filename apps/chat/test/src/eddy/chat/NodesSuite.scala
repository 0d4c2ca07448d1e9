package eddy.chat

import eddy.chat.ServerMessage.*

import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** Two nodes that share a mediator are one chat. */
class NodesSuite extends eddy.testing.PatientSuite:

  private def chat(name: String, config: ChatConfig = ChatConfig())(body: (ChatServer, ChatServer) => Unit) =
    test(name)(ChatServer.useTwo(config)(body))

  /** Waits until somebody else has come, who may have been there before. */
  private def meets(client: ChatClient, name: String, members: Vector[String]): Unit =
    if !members.contains(name) then client.until(s"arrival of $name") { case Arrived(`name`) => true }

  chat("people on two nodes are in one room: messages in one order, who is there, typing, leaving"):
    (one, two) =>
      val ada = ChatClient.open(one)
      val bob = ChatClient.open(two)
      val first = ada.join("Ada")
      val second = bob.join("Bob")
      meets(ada, "Bob", first.members)
      meets(bob, "Ada", second.members)
      val _ = (ada.say("1", "from one"), bob.say("2", "from two"))
      assertEquals(ada.published(2), Vector("from one", "from two"))
      assertEquals(bob.published(2), Vector("from one", "from two"))
      bob.send(ClientMessage.Typing(true))
      assertEquals(ada.next[Typing], Typing("Bob", true))
      bob.send(ClientMessage.Leave)
      assertEquals(ada.next[Departed], Departed("Bob"))

  chat("who comes back by another node gets exactly what was missed, and a repeated message is known there"):
    (one, two) =>
      val bob, ada = ChatClient.open(one)
      val _ = (bob.join("Bob"), ada.join("Ada"))
      val accepted = ada.say("a1", "mine")
      assertEquals(ada.published(1), Vector("mine"))
      ada.cut()
      val _ = (bob.say("b1", "missed 1"), bob.say("b2", "missed 2"))
      val back = ChatClient.open(two)
      val w = back.join("Ada", token = Some(ada.token), since = Some(ada.position))
      assertEquals((w.recovered, w.messages.map(_.text)), (true, Vector("missed 1", "missed 2")))
      assertEquals(back.say("a1", "mine"), accepted)
      val _ = bob.say("b3", "and on")
      assertEquals(back.published(1), Vector("and on"))

  chat(
    "a node that drains sends everybody elsewhere within its time; they resume there, and no one has departed",
    ChatConfig(presenceGrace = 5.minutes)
  ): (one, two) =>
    val watcher = ChatClient.open(two)
    val _ = watcher.join("Watcher")
    val people = Vector.tabulate(10)(n => (s"P$n", ChatClient.open(one)))
    people.foreach((name, client) => client.join(name): Unit)
    // in whatever order they are told
    val missing = mutable.Set.from(people.map(_(0)))
    watcher.until("arrival of everybody"):
      case Arrived(name) =>
        missing -= name
        missing.isEmpty
    val gone = one.app.drain(200.millis)
    people.foreach: (name, client) =>
      assertEquals(client.closed().code, CloseCode.Stopping.code)
      val again = ChatClient.open(two)
      val w = again.join(name, token = Some(client.token), since = Some(client.position))
      assert(w.recovered)
    await(gone)
    assertEquals(ChatClient.open(one).closed().code, CloseCode.Stopping.code, "whoever comes later too")
    assert(!one.app.isReady && two.app.isReady)
    await(one.channels.close())
    val _ = watcher.say("w", "all here?")
    watcher.until("own message"):
      case Departed(name) => fail(s"$name has departed")
      case Published(p) => p.text == "all here?"
end NodesSuite
