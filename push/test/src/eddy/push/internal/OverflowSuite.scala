package eddy.push.internal

import eddy.push.*
import eddy.runtime.Engine

import scala.concurrent.duration.DurationInt

/** What each policy does when a subscriber's buffer is full, message by message. */
class OverflowSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start()
  override def afterAll(): Unit =
    val _ = await(engine.shutdown(10.seconds))

  private val someone = ClientInfo("client", "user")

  private final class Subscription(namespace: Namespace, room: Int = 0, filter: TagFilter | Null = null):
    val hub = LogHub(engine, namespace)
    val streams = Streams(hub, engine)
    val sink = TestSink(room)
    val stream: StreamPublisher = streams.open("c", namespace, sink, filter = filter)
    private val subscribed = await(hub.subscribe("c", stream, someone, None, false))
    stream.start(subscribed, sendMissed = false)
    def say(texts: String*): Unit = texts.foreach(hub.say(_): Unit)
    def waiting: Int = stream.now.waitingMessages
    def all(): Vector[String] =
      sink.give(Int.MaxValue)
      sink.texts

  private def pushed(overflow: Overflow, messages: Int = 3, bytes: Int = 1000) =
    Namespace(delivery = Delivery.Push, overflow = overflow, bufferMessages = messages, bufferBytes = bytes)

  test("while there is room publications go out on the channel's thread, and nothing waits"):
    val s = Subscription(pushed(Overflow.Disconnect), room = 3)
    val here = Thread.currentThread
    s.sink.onOffer = _ => if Thread.currentThread ne here then throw IllegalStateException("another thread")
    s.say("a", "b", "c")
    assertEquals(s.sink.texts, Vector("a", "b", "c"))
    s.say("d", "e")
    assertEquals(s.sink.texts, Vector("a", "b", "c"))
    assertEquals(s.waiting, 2)
    assertEquals(s.stream.now.credit, 1)
    s.sink.onOffer = _ => ()
    assertEquals(s.all(), Vector("a", "b", "c", "d", "e"))
    assertEquals(s.waiting, 0)

  test("Disconnect: a full buffer ends the subscription, which leaves its channel"):
    val s = Subscription(pushed(Overflow.Disconnect))
    s.say("a", "b", "c")
    assert(!s.sink.over.isDone)
    assertEquals(s.hub.subscribed, 1)
    s.say("d")
    assertEquals(await(s.sink.over), Ending.Slow)
    // not on the channel's thread, which has others to serve
    assert(s.sink.endedOn ne Thread.currentThread)
    assertEquals(s.hub.subscribed, 0)
    assertEquals(s.streams.stats.endedSlow.sum, 1L)
    assertEquals(s.all(), Vector.empty)
    assertEquals(s.streams.stats.waitingMessages.sum, 0L)
    assertEquals(s.streams.stats.open.sum, 0L)

  test("the buffer is bounded in bytes too, but lets one in that is larger than that"):
    val s = Subscription(pushed(Overflow.DropOldest, messages = 100, bytes = 10))
    s.say("1234567890ABC")
    assertEquals(s.waiting, 1)
    s.say("1234", "5678")
    assertEquals(s.waiting, 2)
    s.say("abcd")
    assertEquals(s.stream.now.waitingBytes, 8L)
    assertEquals(s.all(), Vector("5678", "abcd"))

  test("DropOldest: the oldest goes"):
    val s = Subscription(pushed(Overflow.DropOldest))
    s.say("a", "b", "c", "d", "e")
    assertEquals(s.waiting, 3)
    assertEquals(s.streams.stats.droppedOldest.sum, 2L)
    assertEquals(s.all(), Vector("c", "d", "e"))

  test("KeepLatest: of those with the same tag the newest waits, those without go oldest first"):
    val s = Subscription(pushed(Overflow.KeepLatest("symbol"), messages = 3))
    def price(symbol: String, text: String) = s.hub.say(text, Map("symbol" -> symbol)): Unit
    price("A", "A1")
    s.say("x")
    price("B", "B1")
    price("A", "A2")
    assertEquals(s.waiting, 3)
    assertEquals(s.streams.stats.replaced.sum, 1L)
    assertEquals(s.streams.stats.droppedOldest.sum, 0L)
    price("C", "C1") // x goes
    assertEquals(s.streams.stats.droppedOldest.sum, 1L)
    price("D", "D1") // none is without: B goes
    price("A", "A3")
    assertEquals(s.all(), Vector("C1", "D1", "A3"))
    assertEquals(s.streams.stats.replaced.sum, 2L)
    assertEquals(s.streams.stats.droppedOldest.sum, 2L)

  test("Sample: from a full buffer on the newest goes out at each beat, until nothing waits at one"):
    val rules = new StreamRules(Overflow.Sample(1.second), 3, 1000, 0, Delivery.Push, StreamStats())
    val machine = StreamMachine(rules)
    val none: AnyRef | Null = null
    def made(text: String) = new Encoded(Publication("c", Publication.Unplaced, Message(Json(text))))
    val all = "abcdefgh".map(c => c -> made(c.toString)).toMap
    def arrives(c: Char) = machine.arrived(all(c), 1)
    assertEquals(machine.started(Publication.Unplaced, Page.empty(Publication.Unplaced)), none)
    assertEquals(arrives('a'), all('a'): AnyRef | Null)
    assertEquals(machine.refused(all('a'), 1), none)
    assertEquals(arrives('b'), none)
    assertEquals(arrives('c'), none)
    assertEquals(arrives('d'), Step.Tick: AnyRef | Null) // full: the time begins
    assertEquals(machine.proceed(), none)
    assertEquals(machine.view.waitingMessages, 1)
    assertEquals(arrives('e'), none)
    assertEquals(machine.roomCame(), none) // not yet
    assertEquals(machine.ticked(), all('e'): AnyRef | Null)
    assertEquals(machine.offered(), Step.Tick: AnyRef | Null) // the time to the next
    assertEquals(machine.proceed(), none)
    assertEquals(arrives('f'), none)
    assertEquals(machine.ticked(), all('f'): AnyRef | Null)
    assertEquals(machine.offered(), Step.Tick: AnyRef | Null)
    assertEquals(machine.proceed(), none)
    assertEquals(machine.ticked(), none) // nothing waited
    assertEquals(arrives('g'), all('g'): AnyRef | Null)
    assertEquals(machine.offered(), none)
    assertEquals(rules.stats.sampledOut.sum, 4L)

  test("Sample: the beat is the engine's timer"):
    val s = Subscription(pushed(Overflow.Sample(100.millis)))
    s.say("a", "b", "c", "d", "e")
    assertEquals(s.waiting, 1)
    s.sink.give(Int.MaxValue)
    s.sink.await("the sample")(s.sink.texts == Vector("e"))

  test("Slow: a publication completes when there is room again"):
    val s = Subscription(pushed(Overflow.Slow, messages = 4))
    val first = Vector("a", "b", "c", "d").map(s.hub.say(_))
    assert(first.forall(_.isCompleted))
    val late = s.hub.say("e")
    assert(!late.isCompleted)
    assertEquals(s.waiting, 5)
    assertEquals(s.streams.stats.slowed.sum, 1L)
    s.sink.give(1)
    s.sink.give(1)
    assert(!late.isCompleted) // three wait: more than half of the buffer
    s.sink.give(1)
    val _ = await(late)
    assert(s.hub.say("f").isCompleted)
    assertEquals(s.all(), Vector("a", "b", "c", "d", "e", "f"))

  test(
    "Slow: publishers that do not wait are listened to for twice the buffer, and those that wait are freed at the end"
  ):
    val s = Subscription(pushed(Overflow.Slow, messages = 4))
    val all = (1 to 8).map(i => s.hub.say(s"$i"))
    assert(!s.sink.over.isDone)
    assert(!all.last.isCompleted)
    s.say("9")
    assertEquals(await(s.sink.over), Ending.Slow)
    all.foreach(await(_): Unit)

  test("Slow with a log: publishers wait before the log forgets what the subscriber has not read"):
    val namespace = Namespace(history = 40, overflow = Overflow.Slow, bufferMessages = 4)
    val s = Subscription(namespace)
    // the buffer takes 4; half of the log is 20
    val quick = (1 to 24).map(i => s.hub.say(s"$i"))
    assert(quick.forall(_.isCompleted))
    val late = s.hub.say("25")
    assert(!late.isCompleted)
    s.sink.give(Int.MaxValue)
    val _ = await(late)
    s.sink.await("everything")(s.sink.texts == (1 to 25).map(_.toString).toVector)

  test("a publication that the filter rejects costs no room, and is counted"):
    val s = Subscription(pushed(Overflow.Disconnect), filter = TagFilter.Equal("lang", "en"))
    for i <- 1 to 10 do s.hub.say(s"$i", Map("lang" -> (if i % 5 == 0 then "en" else "fr"))): Unit
    assertEquals(s.all(), Vector("5", "10"))
    assertEquals(s.streams.stats.filtered.sum, 8L)

  test("joins and leaves keep their place among publications, and are dropped when there is no room"):
    val s = Subscription(pushed(Overflow.Disconnect, messages = 2), room = 1)
    s.stream.joined(someone)
    assertEquals(s.sink.presences, Vector("client" -> true))
    s.say("a")
    s.stream.left(someone)
    s.stream.joined(someone)
    assertEquals(s.waiting, 2)
    assertEquals(s.streams.stats.presenceDropped.sum, 1L)
    assertEquals(s.all(), Vector("a"))
    assertEquals(s.sink.presences, Vector("client" -> true, "client" -> false))
end OverflowSuite
