package eddy.chat.internal

import eddy.chat.ServerMessage.*
import eddy.chat.{ChatConfig, Position, Publication, RefusalCode, ServerMessage}

import scala.concurrent.duration.DurationInt

class RoomStateSuite extends munit.FunSuite:
  private val a = ConnectionId(1)
  private val b = ConnectionId(2)
  private val c = ConnectionId(3)
  private val config = ChatConfig(
    historySize = 3,
    maxMembers = 2,
    typingExpiry = 6.seconds,
    presenceGrace = 5.seconds,
    nameHold = 60.seconds,
    roomHold = 100.seconds
  )

  /** A room and its clock, driven step by step; keeps the effects of the last step. */
  private final class Driver(config: ChatConfig = config, epoch: String = "epoch"):
    var tick = 0L
    var state = RoomState.empty("lobby", config, epoch, Now(1000, 0))
    var effects = Vector.empty[Effect]

    private def step(f: Now => RoomState.Step): Unit =
      val s = f(Now(1000 + tick, tick))
      state = s.state
      effects = s.effects

    def join(id: ConnectionId, name: String, token: Option[String] = None, since: Option[Position] = None) =
      step(state.join(id, RoomState.Ask(name, token, since), _))
    def say(id: ConnectionId, key: String, text: String = "hi") = step(state.say(id, key, text, _))
    def typing(id: ConnectionId, active: Boolean) = step(state.typing(id, active, _))
    def drop(id: ConnectionId) = step(state.drop(id, _))
    def leave(id: ConnectionId) = step(state.leave(id, _))
    def at(t: Long) =
      tick = t
      step(state.expire)

    def welcome: Welcome =
      effects.collectFirst { case Effect.Admit(_, w) => w }.getOrElse(fail(s"no welcome in $effects"))
    def refused: RefusalCode =
      effects.collectFirst { case Effect.Reply(_, r: Refused) => r.code }.getOrElse(fail(
        s"no refusal in $effects"
      ))
    def news: Vector[ServerMessage] = effects.collect { case Effect.Broadcast(_, m) => m }
    def texts(w: Welcome): Vector[String] = w.messages.map(_.text)
  end Driver

  test("who joins anew gets the whole history, and the others hear of it before"):
    val room = Driver()
    room.join(a, "Ada")
    room.say(a, "1", "one")
    room.join(b, "Bob")
    assertEquals(room.news, Vector(Arrived("Bob")))
    assert(room.effects.last.isInstanceOf[Effect.Admit])
    val w = room.welcome
    assertEquals(room.texts(w), Vector("one"))
    assertEquals((w.recovered, w.offset, w.members), (false, 1L, Vector("Ada", "Bob")))

  test("who comes back with a position gets exactly what was missed, once"):
    val room = Driver()
    val token =
      room.join(a, "Ada"); room.welcome.token
    room.join(b, "Bob")
    room.say(b, "1", "one")
    room.drop(a)
    room.say(b, "2", "two")
    room.say(b, "3", "three")
    room.join(c, "Ada", Some(token), Some(Position("epoch", 1)))
    assert(room.welcome.recovered)
    assertEquals(room.texts(room.welcome), Vector("two", "three"))
    room.leave(c)
    room.join(c, "Ada", Some(token), Some(Position("epoch", 3)))
    assert(room.welcome.recovered)
    assertEquals(room.texts(room.welcome), Vector.empty)

  test("a position of another epoch, in the future, or further back than the history is not recovered"):
    val room = Driver()
    room.join(b, "Bob")
    (1 to 5).foreach(n => room.say(b, s"$n", s"$n"))
    for
      (position, recovered) <- Seq(
        Position("other", 4) -> false,
        Position("epoch", 6) -> false,
        Position("epoch", -1) -> false,
        Position("epoch", 1) -> false,
        Position("epoch", 2) -> true,
        Position("epoch", 5) -> true
      )
    do
      room.join(a, "Ada", since = Some(position))
      assertEquals(room.welcome.recovered, recovered, position)
      val expected =
        if recovered then (position.offset.toInt + 1 to 5).map(_.toString) else Seq("3", "4", "5")
      assertEquals(room.texts(room.welcome), expected.toVector, position)
      room.leave(a)
      room.at(room.tick + 200_000)

  test("a repeated message is acknowledged with its offset and published once, also from another connection"):
    val room = Driver()
    val token =
      room.join(a, "Ada"); room.welcome.token
    room.say(a, "id", "hello")
    assertEquals(room.effects.length, 2)
    val accepted = Effect.Reply(a, Accepted("id", 1, 1000))
    assertEquals(room.effects.head, accepted)
    room.say(a, "id", "hello")
    assertEquals(room.effects, Vector(accepted))
    room.drop(a)
    room.join(b, "Ada", Some(token))
    room.say(b, "id", "hello")
    assertEquals(room.effects, Vector(Effect.Reply(b, Accepted("id", 1, 1000))))

  test("a repeated message is known even after the session was forgotten, as long as the history holds it"):
    val room = Driver()
    val token =
      room.join(a, "Ada"); room.welcome.token
    room.join(b, "Bob")
    room.say(a, "id", "hello")
    room.drop(a)
    room.at(5_000)
    room.at(65_000)
    assertEquals(room.state.presence.sessions.size, 1)
    room.join(c, "Ada", Some(token))
    room.say(c, "id", "hello")
    assertEquals(room.effects, Vector(Effect.Reply(c, Accepted("id", 1, 1000))))

  test("the same id of somebody else is another message"):
    val room = Driver()
    room.join(a, "Ada")
    room.join(b, "Bob")
    room.say(a, "id", "one")
    room.say(b, "id", "two")
    assertEquals(room.news, Vector(Published(Publication(2, "id", "Bob", "two", 1000))))

  test("a taken name is refused with a suggestion, unless the token is its own"):
    val room = Driver()
    val token =
      room.join(a, "Ada"); room.welcome.token
    room.join(b, "ADA")
    assertEquals(
      room.effects.collect { case Effect.Reply(_, r: Refused) => (r.code, r.suggestion) },
      Vector((RefusalCode.NameTaken, Some("ADA-2")))
    )
    room.join(b, "Ada", Some("x" * 24))
    assertEquals(room.refused, RefusalCode.NameTaken)
    room.join(b, "Ada", Some(token))
    assertEquals(room.news, Vector.empty, "a second tab is no news")
    assertEquals(room.welcome.members, Vector("Ada"))

  test("a token that is in use under another name is not shared with a second name"):
    val room = Driver()
    val token =
      room.join(a, "Ada"); room.welcome.token
    room.join(b, "Bob", Some(token))
    assertNotEquals(room.welcome.token, token)

  test("a token from before a restart is taken up, one of another shape is not"):
    val room = Driver()
    val token = Secrets.token()
    room.join(a, "Ada", Some(token))
    assertEquals(room.welcome.token, token)
    room.join(b, "Bob", Some("short"))
    assertEquals(room.welcome.token.length, 24)

  test("a person in two tabs leaves with the last of them"):
    val room = Driver()
    val token =
      room.join(a, "Ada"); room.welcome.token
    room.join(b, "Ada", Some(token))
    room.leave(a)
    assertEquals(room.news, Vector.empty)
    room.leave(b)
    assertEquals(room.news, Vector(Departed("Ada")))

  test("a short loss of the connection is no news; a long one is"):
    val room = Driver()
    val token =
      room.join(a, "Ada"); room.welcome.token
    room.drop(a)
    assertEquals(room.state.deadline, 5_000L)
    room.at(4_999)
    assertEquals(room.effects, Vector.empty)
    room.join(b, "Ada", Some(token))
    assertEquals(room.news, Vector.empty)
    room.at(20_000)
    assertEquals(room.effects, Vector.empty)
    room.drop(b)
    room.at(25_000)
    assertEquals(room.news, Vector(Departed("Ada")))
    room.at(25_001)
    assertEquals(room.effects, Vector.empty)

  test("the name stays kept for its token while held, and is free after it"):
    val room = Driver()
    room.join(a, "Ada")
    room.leave(a)
    room.at(59_999)
    room.join(b, "Ada")
    assertEquals(room.refused, RefusalCode.NameTaken)
    room.at(60_000)
    room.join(b, "Ada")
    assertEquals(room.welcome.name, "Ada")

  test("kept names are bounded: the oldest makes room"):
    val room = Driver()
    Seq("Ada", "Bob", "Cyd").foreach: name =>
      room.tick += 1
      room.join(a, name)
      room.leave(a)
    assertEquals(room.state.presence.sessions.keySet, Set("bob", "cyd"))

  test("a full room refuses the next person, but not another tab of one who is in"):
    val room = Driver()
    val token =
      room.join(a, "Ada"); room.welcome.token
    room.join(b, "Bob")
    room.join(c, "Cyd")
    assertEquals(room.refused, RefusalCode.RoomFull)
    room.join(c, "Ada", Some(token))
    assertEquals(room.welcome.name, "Ada")

  test("typing is told when it begins and when it ends, and expires by itself"):
    val room = Driver()
    room.join(a, "Ada")
    room.typing(a, true)
    assertEquals(room.news, Vector(Typing("Ada", true)))
    room.tick = 3_000
    room.typing(a, true)
    assertEquals(room.effects, Vector.empty)
    room.at(8_999)
    assertEquals(room.effects, Vector.empty)
    assertEquals(room.state.deadline, 9_000L)
    room.at(9_000)
    assertEquals(room.news, Vector(Typing("Ada", false)))
    room.typing(a, true)
    room.typing(a, false)
    assertEquals(room.news, Vector(Typing("Ada", false)))

  test("a publication and a departure end typing without a message of their own"):
    val room = Driver()
    room.join(a, "Ada")
    room.join(b, "Bob")
    room.typing(a, true)
    room.say(a, "1")
    assertEquals(room.news.length, 1)
    room.typing(a, true)
    room.leave(a)
    assertEquals(room.news, Vector(Departed("Ada")))
    room.join(c, "Cyd")
    assertEquals(room.welcome.typing, Vector.empty)

  test("time never falls from one message to the next"):
    val room = Driver()
    room.join(a, "Ada")
    room.tick = 500
    room.say(a, "1")
    room.tick = 0
    room.say(a, "2")
    assertEquals(room.state.history.all.map(_.time), Vector(1500L, 1500L))

  test("who is not in the room is not heard"):
    val room = Driver()
    room.say(a, "1")
    assertEquals(room.refused, RefusalCode.NotJoined)
    room.typing(a, true)
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
    room.join(a, "Ada")
    room.at(1_000_000)
    assert(!over)
    room.say(a, "1")
    room.drop(a)
    room.at(1_099_999)
    assert(!over)
    room.at(1_100_000)
    assert(over)
end RoomStateSuite
