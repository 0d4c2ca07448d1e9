package eddy.chat.internal

import eddy.actor.*
import eddy.chat.ServerMessage.Welcome
import eddy.chat.{
  ChatApp,
  ChatClient,
  ChatConfig,
  ChatServer,
  ClientMessage,
  CloseCode,
  Codec,
  Publication,
  ServerMessage
}
import eddy.push.internal.RenamingMediator
import eddy.push.{Channels, MemoryMediator, Position}
import eddy.runtime.Engine
import eddy.web.SendResult

import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

class RoomActorSuite extends eddy.testing.PatientSuite:
  /** An actor in place of a connection that keeps the events it receives. */
  private final class Probe(using ActorSystem):
    private val inbox = new LinkedBlockingQueue[ConnectionEvent]
    val ref: ActorRef[ConnectionEvent] = actor[ConnectionEvent]:
      def keeping: Behavior[ConnectionEvent] = react:
        case ConnectionEvent.Gone => stop
        case event =>
          inbox.put(event)
          keeping
      keeping

    def next[A](pick: PartialFunction[ConnectionEvent, A]): A =
      Iterator
        .continually(awaitNext(inbox))
        .collectFirst(pick)
        .get
  end Probe

  private def system(body: ActorSystem ?=> Unit): Unit =
    val engine = Engine.start()
    try body(using new ActorSystem(engine))
    finally
      val _ = await(engine.shutdown(2.seconds))

  private def lobbyOf(
      config: ChatConfig,
      bus: EventBus[ConnectionEvent],
      stats: ChatStats = new ChatStats
  )(using
      ActorSystem
  ) = Lobby.start(config, Channels.start(ChatApp.channels(config)), bus, stats)

  private def ask(name: String) = RoomState.Ask(name, None, None)

  test("a message is encoded once, however many receive it"):
    system:
      val bus = new EventBus[ConnectionEvent]
      val lobby = lobbyOf(ChatConfig(), bus)
      val probes = Seq.fill(3)(new Probe)
      probes.zipWithIndex.foreach: (p, n) =>
        lobby ! LobbyCommand.Find("lobby", p.ref)
        val room = p.next { case ConnectionEvent.Found(r) => r }
        room ! RoomCommand.Join(ConnectionId(n), p.ref, ask(s"p$n"))
        val _ = p.next { case ConnectionEvent.Admitted(w, _) => w }
        if n == 2 then room ! RoomCommand.Say(ConnectionId(n), "1", "hello")
      val told = probes.map(_.next { case ConnectionEvent.Delivered(_, 1, json) => json })
      assert(told.forall(_ eq told.head), "one string for all")

  test("the history of a welcome is read and encoded once for all that join until something is said"):
    system:
      val lobby = lobbyOf(ChatConfig(), new EventBus[ConnectionEvent])
      val probes = Seq.fill(5)(new Probe)
      def join(n: Int): (Welcome, String) =
        lobby ! LobbyCommand.Find("lobby", probes(n).ref)
        val room = probes(n).next { case ConnectionEvent.Found(r) => r }
        room ! RoomCommand.Join(ConnectionId(n), probes(n).ref, ask(s"p$n"))
        probes(n).next { case ConnectionEvent.Admitted(w, messages) => (w, messages) }
      def say(text: String): Unit =
        lobby ! LobbyCommand.Find("lobby", probes(0).ref)
        val room = probes(0).next { case ConnectionEvent.Found(r) => r }
        room ! RoomCommand.Say(ConnectionId(0), text, text)
        val _ = probes(0).next { case ConnectionEvent.Delivered(_, offset, _) if offset > 0 => offset }
      val _ = join(0)
      say("\"messages\":[]")
      val Seq((first, text), (second, again)) = Seq(1, 2).map(join): @unchecked
      assertEquals(first.messages.map(_.text), Vector("\"messages\":[]"))
      assert(text eq again, "one string for all")
      assert(first.messages eq second.messages)
      for (welcome, messages) <- Seq(first -> text, second -> again) do
        assertEquals(Codec.encode(welcome, messages), Codec.encode(welcome: ServerMessage))
      say("more")
      val (third, more) = join(3)
      assertEquals(third.messages.map(_.text), Vector("\"messages\":[]", "more"))
      assert(join(4)(1) eq more)

  test("what those have missed who come back with the same position is read and encoded once for all"):
    system:
      val lobby = lobbyOf(ChatConfig(messagesPerSecond = 1e6), new EventBus[ConnectionEvent])
      val probes = Seq.fill(8)(new Probe)
      def room(n: Int) =
        lobby ! LobbyCommand.Find("lobby", probes(n).ref)
        probes(n).next { case ConnectionEvent.Found(r) => r }
      def knock(n: Int, since: Option[Position]): Unit =
        room(n) ! RoomCommand.Join(ConnectionId(n), probes(n).ref, RoomState.Ask(s"p$n", None, since))
      def admitted(n: Int) = probes(n).next { case ConnectionEvent.Admitted(w, messages) => (w, messages) }
      def say(text: String): Unit =
        room(0) ! RoomCommand.Say(ConnectionId(0), text, text)
        val _ = probes(0).next { case ConnectionEvent.Delivered(_, offset, _) if offset > 0 => offset }
      knock(0, None)
      val epoch = admitted(0)(0).epoch
      for n <- 1 to 5 do say(s"$n")
      val at2 = Some(Position(2, epoch))
      for n <- 1 to 3 do knock(n, at2)
      val back = (1 to 3).map(admitted)
      assertEquals(back.map(_(0).messages.map(_.text)).distinct, Vector(Vector("3", "4", "5")))
      assertEquals(back.map(_(0).recovered).distinct, Vector(true))
      assert(back.forall(_(1) eq back.head(1)), "one string for all")
      knock(4, Some(Position(3, epoch)))
      assertEquals(admitted(4)(0).messages.map(_.text), Vector("4", "5"))
      say("6")
      knock(5, at2)
      assertEquals(admitted(5)(0).messages.map(_.text), Vector("3", "4", "5", "6"))

  test("long messages are not kept for later joins"):
    val recalls = Recalls(millis = 1000, mostBytes = 1000)
    def past(bytes: Int) = Past(true, Vector(Publication(1, "1", "ada", "x" * bytes, 0)), Position(1, "e"))
    for (bytes, reads) <- Seq((100, 1), (2000, 2)) do
      var read = 0
      val since = Some(Position(bytes, "e"))
      for _ <- 1 to 2 do
        val found = recalls.of(since, Position(1, "e"), now = 0):
          read += 1
          Future.successful(past(bytes))
        found.value.foreach(result => recalls.done(result.get))
      assertEquals(read, reads, bytes)

  test("the room's channels are on the bus, for whoever wants to watch"):
    system:
      val bus = new EventBus[ConnectionEvent]
      val lobby = lobbyOf(ChatConfig(), bus)
      val watcher, ada = new Probe
      bus.subscribePattern(watcher.ref, "/rooms/*/messages")
      lobby ! LobbyCommand.Find("tea", ada.ref)
      val room = ada.next { case ConnectionEvent.Found(r) => r }
      room ! RoomCommand.Join(ConnectionId(1), ada.ref, ask("Ada"))
      room ! RoomCommand.Say(ConnectionId(1), "1", "hello")
      assertEquals(watcher.next { case ConnectionEvent.Delivered(_, offset, _) => offset }, 1L)

  test("a connection whose actor ends is dropped by the room, and told as gone after the grace"):
    system:
      val bus = new EventBus[ConnectionEvent]
      val lobby = lobbyOf(ChatConfig(presenceGrace = 20.millis), bus)
      val ada, bob = new Probe
      lobby ! LobbyCommand.Find("lobby", ada.ref)
      val room = ada.next { case ConnectionEvent.Found(r) => r }
      room ! RoomCommand.Join(ConnectionId(1), ada.ref, ask("Ada"))
      room ! RoomCommand.Join(ConnectionId(2), bob.ref, ask("Bob"))
      bob.ref ! ConnectionEvent.Gone
      ada.next {
        case ConnectionEvent.Delivered(_, 0, json) if json.contains(""""departed","name":"Bob"""") => ()
      }

  test("a connection that fails has its transport closed with a code to resume by"):
    system:
      val closed = new LinkedBlockingQueue[CloseCode]
      val broken = new Wire:
        def send(json: String): SendResult = throw new IllegalStateException("this wire is broken")
        def close(why: CloseCode): Unit = closed.put(why)
      val stats = new ChatStats
      val lobby = lobbyOf(ChatConfig(), new EventBus[ConnectionEvent], stats)
      val connection =
        Connection.start(
          ConnectionId(1),
          CountedWire(broken, stats),
          lobby,
          ChatConfig(),
          stats,
          "",
          AddressJoins(ChatConfig())
        )
      connection ! ConnectionEvent.Said(ClientMessage.Ping)
      assertEquals(awaitNext(closed), CloseCode.Failure)
      assertEquals(stats.closed(CloseCode.Failure).sum, 1L)

  test(
    "a room that fails takes no other with it: those who were in find themselves in its next life, and miss nothing"
  ):
    ChatServer.use(): server =>
      val ada, bob, cyd = ChatClient.open(server)
      val first = ada.join("Ada")
      val _ = (bob.join("Bob"), cyd.join("Cyd", room = "elsewhere"), ada.say("1", "before"))
      assertEquals((ada.published(1), bob.published(1)), (Vector("before"), Vector("before")))
      given ActorSystem = server.system
      val probe = new Probe
      server.app.lobby ! LobbyCommand.Find("lobby", probe.ref)
      val room = probe.next { case ConnectionEvent.Found(r) => r }
      room ! RoomCommand.Join(ConnectionId(-1), null.asInstanceOf[ActorRef[ConnectionEvent]], ask("Nobody"))
      val again = Seq(ada.next[Welcome], bob.next[Welcome])
      again.foreach(w => assertEquals((w.epoch, w.recovered, w.messages), (first.epoch, true, Vector.empty)))
      assertEquals(again.map(_.name), Seq("Ada", "Bob"))
      assertEquals(ada.say("1", "before").offset, 1L, "known, since the channel is the same")
      assertEquals(ada.say("2", "in the new one").offset, 2L)
      assertEquals(bob.published(1), Vector("in the new one"))
      assert(cyd.hasNothingMore(), "the other room noticed nothing")

  test(
    "when the history goes on in another epoch, its first message brings those who are in that epoch, and nobody misses it"
  ):
    val mediator = RenamingMediator(MemoryMediator())
    ChatServer.use(mediator = mediator): server =>
      val ada, bob = ChatClient.open(server)
      val first = ada.join("Ada")
      val _ = (bob.join("Bob"), ada.say("1", "before"))
      assertEquals((ada.published(1), bob.published(1)), (Vector("before"), Vector("before")))
      mediator.goOn()
      assert(bob.hasNothingMore(), "nothing was said since")
      ada.send(ClientMessage.Say("2", "after"))
      for client <- Seq(ada, bob) do
        val again = client.next[Welcome]
        assertNotEquals(again.epoch, first.epoch)
        assertEquals((again.recovered, again.messages.map(_.text), again.offset), (true, Vector("after"), 2L))
        client.position = Position(again.offset, again.epoch)
      bob.cut()
      val _ = ada.say("3", "and on")
      val back = ChatClient.open(server).join("Bob", token = Some(bob.token), since = Some(bob.position))
      assertEquals((back.recovered, back.messages.map(_.text)), (true, Vector("and on")))

  private def rooms(body: Vector[ActorRef[RoomCommand]] => Unit): Unit =
    system:
      def silent = actor[RoomCommand]:
        lazy val still: Behavior[RoomCommand] = react { case _ => still }
        still
      body(Vector.fill(5)(silent))

  test("the room that has been empty for longest makes way, and one where somebody is does not"):
    rooms: refs =>
      val config = ChatConfig(maxRooms = 4)
      val all = refs.take(4).zipWithIndex.foldLeft(Rooms.none):
        case (known, (ref, n)) => known.opened(s"r$n", ref, s"10.0.0.$n")
      assert(all.roomFor("10.0.0.9", config).isLeft)
      val emptied = all.changed("r2", refs(2), isEmpty = true).changed("r0", refs(0), isEmpty = true)
        .changed("r3", refs(3), isEmpty = true).changed("r2", refs(2), isEmpty = false)
      val Right((left, evicted)) = emptied.roomFor("10.0.0.9", config): @unchecked
      assertEquals((evicted, left.named.keySet), (Some(refs(0)), Set("r1", "r2", "r3")))
      assertEquals(
        left.opened("r4", refs(4), "x").roomFor("10.0.0.9", config).map(_(1)),
        Right(Some(refs(3)))
      )
      // what an earlier life of a room tells counts no more
      assertEquals(left.changed("r1", refs(4), isEmpty = true), left)

  test("an address whose rooms are all taken makes way with an empty one, and others have theirs"):
    rooms: refs =>
      val config = ChatConfig(roomsPerAddress = 2)
      val all = Rooms.none.opened("r0", refs(0), "a").opened("r1", refs(1), "a").opened("r2", refs(2), "b")
        .changed("r2", refs(2), isEmpty = true)
      assert(all.roomFor("a", config).isLeft)
      assertEquals(all.roomFor("b", config), Right((all, None)))
      val emptied = all.changed("r1", refs(1), isEmpty = true)
      assertEquals(emptied.roomFor("a", config).map(_(1)), Right(Some(refs(1))))
end RoomActorSuite
