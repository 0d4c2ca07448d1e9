package eddy.chat.internal

import eddy.chat.ServerMessage.*
import eddy.chat.{ChatConfig, Publication, RefusalCode, ServerMessage}
import eddy.push.Position

import scala.concurrent.duration.DurationInt

class RoomStateSuite extends eddy.testing.PatientSuite:
  private val a = ConnectionId(1)
  private val b = ConnectionId(2)
  private val c = ConnectionId(3)
  private val config = ChatConfig(
    maxMembers = 2,
    typingExpiry = 6.seconds,
    presenceGrace = 5.seconds,
    nameHold = 60.seconds,
    roomHold = 100.seconds
  )

  /** A room and its clock, driven step by step; keeps the effects of the last step. */
  private final class Driver(config: ChatConfig = config):
    var tick = 0L
    var state = RoomState.empty("lobby", config, People.none(config), Now(1000, 0))
    var effects = Vector.empty[Effect]

    private def step(f: Now => RoomState.Step): Unit =
      val s = f(Now(1000 + tick, tick))
      state = s.state
      effects = s.effects

    def ask(id: ConnectionId, name: String, token: Option[String] = None, since: Option[Position] = None) =
      step(_ => state.join(id, s"here-$id", RoomState.Ask(name, token, since)))

    /** Comes in, with nothing missed; gives the token. Keeps the effects of both steps. */
    def join(id: ConnectionId, name: String, token: Option[String] = None): String =
      ask(id, name, token)
      val asked = effects
      step(state.welcome(id, Past(recovered = true, Vector.empty, Position(0, "e")), _))
      effects = asked ++ effects
      welcome.token
    def say(id: ConnectionId, key: String, text: String = "hi") = step(_ => state.say(id, key, text))
    def published(p: Publication) = step(_ => state.published(p))
    def types(id: ConnectionId, active: Boolean) =
      step(_ => state.typing(id, active))
      effects.collect { case Effect.Tell(signal) => signal }.foreach(hear)
    def hear(signal: Signal) = step(state.heard(signal, _))
    def arrive(client: String, user: String, name: String) = step(_ => state.arrived(client, user, name))
    def depart(client: String) = step(state.departed(client, _))
    def drop(id: ConnectionId) = step(state.drop(id, _))
    def leave(id: ConnectionId) = step(state.leave(id, _))
    def turnAway(id: ConnectionId) = step(state.turnAway(id, _))
    def at(t: Long) =
      tick = t
      step(state.expire)

    def welcome: Welcome =
      effects.collectFirst { case Effect.Admit(_, w, _) => w }.getOrElse(fail(s"no welcome in $effects"))
    def refused: RefusalCode =
      effects.collectFirst { case Effect.Reply(_, r: Refused) => r.code }.getOrElse(fail(
        s"no refusal in $effects"
      ))
    def news: Vector[ServerMessage] = effects.collect { case Effect.Broadcast(_, m) => m }
  end Driver

  test("who joins is told what was read for it, and the others hear of it before"):
    val room = Driver()
    val _ = room.join(a, "Ada")
    room.ask(b, "Bob", since = Some(Position(3, "e")))
    assertEquals(room.news, Vector(Arrived("Bob")))
    assertEquals(room.effects.last, Effect.Recall(b, Some(Position(3, "e"))))
    val missed = Vector(Publication(4, "id", "Ada", "hi", 1))
    val welcomed = room.state.welcome(b, Past(recovered = true, missed, Position(4, "e")), Now(1000, 0))
    welcomed.effects match
      case Vector(enter: Effect.Enter, Effect.Admit(`b`, w, _)) =>
        assertEquals(enter.name, "Bob")
        assertEquals((w.recovered, w.messages, w.offset, w.epoch), (true, missed, 4L, "e"))
        assertEquals(w.members, Vector("Ada", "Bob"))
      case other => fail(s"$other")

  test("who has left meanwhile is welcomed no more"):
    val room = Driver()
    room.ask(a, "Ada")
    room.leave(a)
    val late = room.state.welcome(a, Past(recovered = true, Vector.empty, Position(0, "e")), Now(1000, 0))
    assertEquals(late.effects, Vector.empty)

  test("who cannot be welcomed is turned away, and the name is free for the next attempt"):
    val room = Driver()
    room.ask(a, "Ada")
    room.turnAway(a)
    assertEquals(room.refused, RefusalCode.RoomUnavailable)
    assertEquals(room.news, Vector(Departed("Ada")))
    val _ = room.join(b, "Ada")
    assertEquals(room.welcome.members, Vector("Ada"))

  test("a message is published under a key of its person and its id, and those of two people differ"):
    val room = Driver()
    val token = room.join(a, "Ada")
    val _ = room.join(b, "Bob")
    def key(id: ConnectionId) =
      room.say(id, "id", " hello\r\n")
      room.effects match
        case Vector(Effect.Publish(`id`, key, said)) =>
          assertEquals((said.id, said.text), ("id", "hello"))
          key
        case other => fail(s"$other")
    val (adas, bobs) = (key(a), key(b))
    assertNotEquals(adas, bobs)
    assertEquals(adas, s"${Secrets.digest(token)}:id")
    room.drop(a)
    val _ = room.join(c, "Ada", Some(token))
    assertEquals(key(c), adas, "from another connection too")

  test("a taken name is refused with a suggestion, unless the token is its own"):
    val room = Driver()
    val token = room.join(a, "Ada")
    room.ask(b, "ADA")
    assertEquals(
      room.effects.collect { case Effect.Reply(_, r: Refused) => (r.code, r.suggestion) },
      Vector((RefusalCode.NameTaken, Some("ADA-2")))
    )
    room.ask(b, "Ada", Some("x" * 24))
    assertEquals(room.refused, RefusalCode.NameTaken)
    assertEquals(room.join(b, "Ada", Some(token)), token)
    assertEquals(room.news, Vector.empty, "a second tab is no news")
    assertEquals(room.welcome.members, Vector("Ada"))

  test("a name that somebody on another node has is taken, and its own for who has the token"):
    val room = Driver()
    val token = Secrets.token()
    room.arrive("there-1", Secrets.digest(token), "Ada")
    assertEquals(room.news, Vector(Arrived("Ada")))
    room.ask(a, "ada")
    assertEquals(room.refused, RefusalCode.NameTaken)
    val _ = room.join(a, "Ada", Some(token))
    assertEquals(room.news, Vector.empty, "the same person, on two nodes")

  test("a token that is in use under another name is not shared with a second name"):
    val room = Driver()
    val token = room.join(a, "Ada")
    assertNotEquals(room.join(b, "Bob", Some(token)), token)

  test("a token from before a restart is taken up, one of another shape is not"):
    val room = Driver()
    val token = Secrets.token()
    assertEquals(room.join(a, "Ada", Some(token)), token)
    assertEquals(room.join(b, "Bob", Some("short")).length, 24)

  test("a person in two tabs leaves with the last of them"):
    val room = Driver()
    val token = room.join(a, "Ada")
    val _ = room.join(b, "Ada", Some(token))
    room.leave(a)
    assertEquals(room.news, Vector.empty)
    room.leave(b)
    assertEquals(room.news, Vector(Departed("Ada")))

  test("a short loss of the connection is no news; a long one is"):
    val room = Driver()
    val token = room.join(a, "Ada")
    room.drop(a)
    assertEquals(room.state.deadline, 5_000L)
    room.at(4_999)
    assertEquals(room.effects, Vector.empty)
    val _ = room.join(b, "Ada", Some(token))
    assertEquals(room.news, Vector.empty)
    room.at(20_000)
    assertEquals(room.effects, Vector.empty)
    room.drop(b)
    room.at(25_000)
    assertEquals(room.news, Vector(Departed("Ada")))
    room.at(25_001)
    assertEquals(room.effects, Vector.empty)

  test("who moves to another node while the one before dies was never away"):
    val room = Driver()
    val user = Secrets.digest(Secrets.token())
    room.arrive("dying-1", user, "Ada")
    room.arrive("living-1", user, "Ada")
    room.depart("dying-1")
    assertEquals(room.effects, Vector.empty)
    room.at(20_000)
    assertEquals(room.effects, Vector.empty)
    room.depart("living-1")
    room.at(22_000)
    room.arrive("third-1", user, "Ada")
    room.at(40_000)
    assertEquals(room.effects, Vector.empty, "nor for less than the grace")
    room.depart("third-1")
    room.at(45_000)
    assertEquals(room.news, Vector(Departed("Ada")))

  test("who leaves another node on purpose has gone at once, whatever is heard first"):
    val room = Driver()
    val (ada, bob) = (Secrets.digest("ada"), Secrets.digest("bob"))
    room.arrive("there-1", ada, "Ada")
    room.hear(Signal.Left("there-1", ada))
    assertEquals(room.news, Vector(Departed("Ada")))
    room.depart("there-1")
    assertEquals(room.news, Vector.empty)
    room.arrive("there-2", bob, "Bob")
    room.depart("there-2")
    assertEquals(room.news, Vector.empty)
    room.hear(Signal.Left("there-2", bob))
    assertEquals(room.news, Vector(Departed("Bob")))

  test("leaving is told to the other nodes, and a lost connection is not"):
    val room = Driver()
    val token = room.join(a, "Ada")
    room.leave(a)
    assert(room.effects.contains(Effect.Tell(Signal.Left(s"here-$a", Secrets.digest(token)))), room.effects)
    assert(room.effects.contains(Effect.Exit(s"here-$a")), room.effects)
    val _ = room.join(b, "Bob")
    room.drop(b)
    assertEquals(room.effects, Vector(Effect.Exit(s"here-$b"), Effect.Release(b)))

  test("the name stays kept for its token while held, and is free after it"):
    val room = Driver()
    val _ = room.join(a, "Ada")
    room.leave(a)
    room.at(59_999)
    room.ask(b, "Ada")
    assertEquals(room.refused, RefusalCode.NameTaken)
    room.at(60_000)
    val _ = room.join(b, "Ada")
    assertEquals(room.welcome.name, "Ada")

  test("kept names are bounded: the oldest makes room"):
    val room = Driver()
    Seq("Ada", "Bob", "Cyd").foreach: name =>
      room.tick += 1
      val _ = room.join(a, name)
      room.leave(a)
    assertEquals(room.state.people.byUser.values.map(_.key).toSet, Set("bob", "cyd"))

  test("a full room refuses the next person, but not another tab of one who is in"):
    val room = Driver()
    val token = room.join(a, "Ada")
    room.arrive("there-1", Secrets.digest("bob"), "Bob")
    room.ask(c, "Cyd")
    assertEquals(room.refused, RefusalCode.RoomFull)
    val _ = room.join(c, "Ada", Some(token))
    assertEquals(room.welcome.name, "Ada")

  test(
    "typing is told to all nodes, by each to its own when it begins and when it ends, and expires by itself"
  ):
    val room = Driver()
    val _ = room.join(a, "Ada")
    room.types(a, true)
    assertEquals(room.news, Vector(Typing("Ada", true)))
    room.tick = 3_000
    room.types(a, true)
    assertEquals(room.effects, Vector.empty)
    room.at(8_999)
    assertEquals(room.effects, Vector.empty)
    assertEquals(room.state.deadline, 9_000L)
    room.at(9_000)
    assertEquals(room.news, Vector(Typing("Ada", false)))
    room.types(a, true)
    room.types(a, false)
    assertEquals(room.news, Vector(Typing("Ada", false)))
    room.hear(Signal.Typing("Nobody", true))
    assertEquals(room.effects, Vector.empty, "of who is not here")

  test("a publication and a departure end typing without a message of their own"):
    val room = Driver()
    val _ = (room.join(a, "Ada"), room.join(b, "Bob"))
    room.types(a, true)
    room.published(Publication(1, "1", "Ada", "hi", 1))
    assertEquals(room.news.length, 1)
    room.types(a, true)
    room.leave(a)
    assertEquals(room.news, Vector(Departed("Ada")))
    val _ = room.join(c, "Cyd")
    assertEquals(room.welcome.typing, Vector.empty)

  test("who is not in the room is not heard"):
    val room = Driver()
    room.say(a, "1")
    assertEquals(room.refused, RefusalCode.NotJoined)
    room.types(a, true)
    assertEquals(room.effects, Vector.empty)
    room.leave(a)
    assertEquals(room.effects, Vector(Effect.Release(a)))

  test(
    "an empty room is over after its hold, at once after the grace if nothing was said, and never with somebody in"
  ):
    val room = Driver()
    def over = room.state.isOver(Now(0, room.tick))
    room.at(5_000)
    assert(over, "created and never entered")
    val _ = room.join(a, "Ada")
    room.at(1_000_000)
    assert(!over)
    room.published(Publication(1, "1", "Ada", "hi", 1))
    room.drop(a)
    room.at(1_099_999)
    assert(!over)
    room.at(1_100_000)
    assert(over)
end RoomStateSuite
