package eddy.actor
package naming

import eddy.actor.spi.PatternIndex

import java.util.concurrent.LinkedBlockingQueue

class EventBusSuite extends ActorFixture:
  private final class Listener:
    val queue = new LinkedBlockingQueue[String]()
    val ref: ActorRef[String] = actor[String]:
      def on: Behavior[String] = react:
        case "end" => stop
        case event =>
          queue.put(event)
          on
      on
    def next(): String = awaitNext(queue, "an event")

  test("an event goes to the subscribers of its channel and to nobody else"):
    val bus = new EventBus[String]
    val tea = new Listener
    val both = new Listener
    bus.subscribe(tea.ref, "/rooms/tea")
    bus.subscribe(both.ref, "/rooms/tea")
    bus.subscribe(both.ref, "/rooms/coffee")
    assertEquals(bus.publish("/rooms/tea", "t"), 2)
    assertEquals(bus.publish("/rooms/coffee", "c"), 1)
    assertEquals(bus.publish("/rooms/none", "n"), 0)
    assertEquals(tea.next(), "t")
    assertEquals(List(both.next(), both.next()), List("t", "c"))

  test("a pattern gets the events of all channels that match"):
    val bus = new EventBus[String]
    val one = new Listener
    val rest = new Listener
    bus.subscribePattern(one.ref, "/rooms/*/messages")
    bus.subscribePattern(rest.ref, "/rooms/**")
    assertEquals(bus.publish("/rooms/tea/messages", "1"), 2)
    assertEquals(bus.publish("/rooms/tea/typing", "2"), 1)
    assertEquals(bus.publish("/rooms", "3"), 0)
    assertEquals(one.next(), "1")
    assertEquals(List(rest.next(), rest.next()), List("1", "2"))

  test("subscribing twice changes nothing, and unsubscribing ends it"):
    val bus = new EventBus[String]
    val listener = new Listener
    (1 to 2).foreach(_ => bus.subscribe(listener.ref, "/a"))
    (1 to 2).foreach(_ => bus.subscribePattern(listener.ref, "/*"))
    assertEquals(bus.publish("/a", "x"), 2)
    bus.unsubscribe(listener.ref, "/a")
    assertEquals(bus.publish("/a", "y"), 1)
    bus.unsubscribeAll(listener.ref)
    assertEquals(bus.publish("/a", "z"), 0)
    assertEquals(bus.activeChannels, Set.empty)

  test("an actor that ends is unsubscribed automatically, also when it had ended before"):
    val bus = new EventBus[String]
    val listener = new Listener
    bus.subscribe(listener.ref, "/a")
    bus.subscribePattern(listener.ref, "/**")
    assertEquals(endOf(listener.ref, listener.ref ! "end"), ExitReason.Normal)
    assertEquals(bus.publish("/a", "x"), 0)
    bus.subscribe(listener.ref, "/b")
    assertEquals(bus.subscriberCount("/b"), 0)
    assertEquals(bus.activeChannels, Set.empty)

  test("events of one publisher keep their order while others subscribe and leave"):
    val bus = new EventBus[String]
    val listener = new Listener
    bus.subscribe(listener.ref, "/a")
    val stopNoise = new java.util.concurrent.atomic.AtomicBoolean()
    val noise = Thread.ofPlatform.nn.start: () =>
      val other = new Listener
      while !stopNoise.get do
        bus.subscribe(other.ref, "/a")
        bus.subscribePattern(other.ref, "/*")
        bus.unsubscribeAll(other.ref)
    (1 to 20_000).foreach(i => bus.publish("/a", i.toString): Unit)
    stopNoise.set(true)
    noise.join()
    assertEquals(Vector.fill(20_000)(listener.next()), (1 to 20_000).map(_.toString).toVector)
    assertEquals(bus.subscriberCount("/a"), 1)

  test("wrong channels and patterns are refused with the right way"):
    val bus = new EventBus[String]
    val listener = new Listener
    val pattern = intercept[IllegalArgumentException](bus.subscribe(listener.ref, "/rooms/*"))
    assert(pattern.getMessage.nn.contains("use subscribePattern"))
    val rest = intercept[IllegalArgumentException](bus.subscribePattern(listener.ref, "/**/x"))
    assert(rest.getMessage.nn.contains("must be the last"))

  test("the pattern index finds what comparing segment by segment finds"):
    val random = new scala.util.Random(42)
    def name() = random.shuffle(List("a", "b", "c", "")).head
    def path() = List.fill(1 + random.nextInt(4))(name())
    def pattern() =
      val body = List.fill(1 + random.nextInt(3))(if random.nextInt(3) == 0 then "*" else name())
      if random.nextInt(4) == 0 then body :+ "**" else body
    def matches(p: List[String], c: List[String]): Boolean = (p, c) match
      case (List("**"), _ :: _) => true
      case ("*" :: ps, _ :: cs) => matches(ps, cs)
      case (x :: ps, y :: cs) => x == y && matches(ps, cs)
      case (Nil, Nil) => true
      case _ => false
    (1 to 300).foreach: _ =>
      val patterns = Vector.fill(random.nextInt(12))(pattern()).distinct
      val all =
        patterns.foldLeft(PatternIndex.empty[String])((i, p) => i.add(p.mkString("/"), p.mkString("/")))
      (1 to 20).foreach: _ =>
        val channel = path()
        val expected = patterns.filter(matches(_, channel)).map(_.mkString("/")).sorted
        assertEquals(all.matching(channel.mkString("/")).sorted.toVector, expected, channel.toString)
      val none = patterns.foldLeft(all)((i, p) => i.remove(p.mkString("/"), p.mkString("/")))
      assert(none.isEmpty)

  test("one subscription of several can be taken back, to a channel or a pattern"):
    val bus = new EventBus[String]
    val listener = new Listener
    bus.subscribe(listener.ref, "/a")
    bus.subscribePattern(listener.ref, "/*")
    bus.subscribePattern(listener.ref, "/**")
    bus.unsubscribe(listener.ref, "/*")
    assertEquals(bus.publish("/a", "x"), 2)
    bus.unsubscribe(listener.ref, "/**")
    assertEquals(bus.publish("/a", "y"), 1)
    bus.unsubscribe(listener.ref, "/a")
    assertEquals(bus.publish("/a", "z"), 0)

  test("a subscriber is watched once, until its last subscription is taken back"):
    val bus = new EventBus[String]
    val ref = new DyingRef[String]
    bus.subscribe(ref, "/a")
    bus.subscribePattern(ref, "/*")
    assertEquals(ref.watchers, 1)
    bus.unsubscribe(ref, "/a")
    assertEquals(ref.watchers, 1)
    bus.unsubscribe(ref, "/*")
    assertEquals(ref.watchers, 0)
    bus.subscribe(ref, "/a")
    bus.unsubscribeAll(ref)
    assertEquals(ref.watchers, 0)

  test("publish counts those that took the event, and not one that is dead and still subscribed"):
    val bus = new EventBus[String]
    val (alive, dead) = (new DyingRef[String], new DyingRef[String])
    List(alive, dead).foreach(bus.subscribe(_, "/a"))
    dead.die()
    assertEquals(bus.publish("/a", "x"), 1)

  test("an empty path is refused; a star within a segment is a star"):
    val bus = new EventBus[String]
    val ref = new DyingRef[String]
    intercept[IllegalArgumentException](bus.subscribe(ref, "")): Unit
    intercept[IllegalArgumentException](bus.subscribePattern(ref, "")): Unit
    bus.subscribe(ref, "/2*3")
    assertEquals((bus.publish("/2*3", "x"), bus.publish("/2", "y")), (1, 0))
end EventBusSuite
