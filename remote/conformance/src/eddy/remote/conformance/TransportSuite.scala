package eddy.remote.conformance

import eddy.remote.conformance.RecordedEvents.Event
import eddy.remote.spi.*
import eddy.testing.{Eventually, PatientSuite, TestLength}

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicLong
import scala.concurrent.duration.DurationInt

/** What every transport does. Each test has a network of its own. */
abstract class TransportSuite extends PatientSuite:
  /** Makes the transports of one test. */
  trait Network:
    /** For a node that others dial at [[address]].
      *
      * @param secret null: none
      */
    def transport(name: String, secret: Array[Byte] | Null = null): NodeTransport
    def address(name: String): NodeAddress

    /** Where nobody listens. */
    def nowhere: NodeAddress

    /** Breaks the connections of two nodes; frames under way are lost. */
    def reset(one: String, other: String): Unit

  protected def network(): Network

  /** How often nodes dial each other at the same time. */
  protected def dials: Int = TestLength.rounds(100, 1000)

  /** Nodes that dial one node. */
  protected def crowd: Int = 64

  private val incarnations = new AtomicLong(1)

  /** A started transport and its events. */
  final class Started(
      net: Network,
      val name: String,
      cluster: String,
      secret: Array[Byte] | Null,
      settings: TransportSettings,
      incarnation: Long,
      nodeName: String
  ):
    val events = new RecordedEvents
    val transport: NodeTransport = net.transport(name, secret)
    val me: NodeIdentity =
      transport.start(NodeIdentity(nodeName, cluster, incarnation, Vector.empty), settings, events)

    def dial(other: String): Unit = transport.dial(net.address(other))
    def stop(): Unit = await(transport.stop(10.seconds))

  private val usual = TransportSettings(10.seconds, 60.seconds, 60.seconds)

  private def start(
      net: Network,
      name: String,
      cluster: String = "test",
      secret: Array[Byte] | Null = null,
      settings: TransportSettings = usual,
      incarnation: Long = incarnations.incrementAndGet()
  ): Started = Started(net, name, cluster, secret, settings, incarnation, name)

  /** A node that others dial at an address that is not its name. */
  private def startNamed(net: Network, name: String, at: String, incarnation: Long): Started =
    Started(net, at, "test", null, usual, incarnation, name)

  /** Two transports with a session; `a` has dialed. */
  private def withPair(settings: TransportSettings = usual)(
      test: (Network, Started, TransportSession, Started, TransportSession) => Unit
  ): Unit =
    val net = network()
    val a = start(net, "a", settings = settings)
    val b = start(net, "b", settings = settings)
    a.dial("b")
    val (atA, atB) = (a.events.nextOpened(), b.events.nextOpened())
    a.events.next() match
      case Event.Reached(to, peer) => assertEquals((to, peer), (net.address("b"), b.me))
      case other => fail(s"$other")
    try test(net, a, atA, b, atB)
    finally
      a.stop()
      b.stop()

  private def numbered(range: Range): Vector[Array[Byte]] =
    range.map(i => s"frame $i".getBytes("UTF-8")).toVector
  private def text(frames: Vector[Array[Byte]]) = frames.map(new String(_, "UTF-8"))

  test("both ends know each other"):
    withPair(): (_, a, atA, b, atB) =>
      assertEquals((atA.peer, atB.peer), (b.me, a.me))

  test("frames arrive once and in order, both ways"):
    withPair(): (_, a, atA, b, atB) =>
      val (forth, back) = (numbered(0 until 20_000), numbered(20_000 until 40_000))
      a.events.send(atA, forth)
      b.events.send(atB, back)
      assertEquals(text(b.events.frames(atB, forth.size)), text(forth))
      assertEquals(text(a.events.frames(atA, back.size)), text(back))
      assert(!a.events.hasFrames(atA) && !b.events.hasFrames(atB))

  test("frames of zero and of 65,552 bytes arrive"):
    withPair(): (_, a, atA, b, atB) =>
      val sizes = Vector(0, 1, 65_552, 0, 65_552)
      a.events.send(atA, sizes.map(n => Array.tabulate(n)(i => (i * 7).toByte)))
      val arrived = b.events.frames(atB, sizes.size)
      assertEquals(arrived.map(_.length), sizes)
      for frame <- arrived; i <- frame.indices if frame(i) != (i * 7).toByte do
        fail(s"byte $i is ${frame(i)}")

  test("a transport that found nothing to send is woken"):
    withPair(): (_, a, atA, b, atB) =>
      for i <- 0 until 100 do
        a.events.send(atA, numbered(i until i + 1))
        assertEquals(text(b.events.frames(atB, 1)), text(numbered(i until i + 1)))

  test("a node that does not read stops the pulling of frames, which continues afterwards"):
    withPair(): (_, a, atA, b, atB) =>
      val latch = CountDownLatch(1)
      b.events.blockBy(latch)
      val frames = Vector.fill(600)(new Array[Byte](64 << 10))
      a.events.send(atA, frames)
      // it stops when what is under way has found its bound
      var before = -1L
      Eventually.until("no more frames are taken"):
        val now = a.events.taken
        val same = now == before && now > 0
        before = now
        same
      assert(clue(a.events.taken) < 500)
      latch.countDown()
      assertEquals(b.events.frames(atB, frames.size).size, frames.size)

  test("a dial of an address where nobody listens is unreachable"):
    val net = network()
    val a = start(net, "a")
    a.transport.dial(net.nowhere)
    a.events.next() match
      case Event.Unreachable(to, reason) =>
        assertEquals(to, net.nowhere)
        assert(reason.nonEmpty)
      case other => fail(s"$other")
    a.stop()

  test("nodes that dial each other at the same time have one session"):
    for _ <- 0 until dials do
      val net = network()
      val (a, b) = (start(net, "a"), start(net, "b"))
      val ready = CountDownLatch(1)
      val threads =
        for (one, other) <- List(a -> "b", b -> "a") yield Thread.ofVirtual.start: () =>
          await(ready)
          one.dial(other)
      ready.countDown()
      threads.foreach(_.join())
      val (atA, atB) = (a.events.nextOpened(), b.events.nextOpened())
      a.events.until("a's dial has found b") { case Event.Reached(_, peer) => assertEquals(peer, b.me) }
      b.events.until("b's dial has found a") { case Event.Reached(_, peer) => assertEquals(peer, a.me) }
      a.events.send(atA, numbered(0 until 10))
      b.events.send(atB, numbered(10 until 20))
      assertEquals(text(b.events.frames(atB, 10)), text(numbered(0 until 10)))
      assertEquals(text(a.events.frames(atA, 10)), text(numbered(10 until 20)))
      for one <- List(a, b) do
        assertEquals(
          one.events.history.count { case _: Event.Opened => true; case _ => false },
          1,
          one.events.history
        )
      a.stop()
      b.stop()

  test("a node that stops sends what it was given, and the session closes at both ends, once and last"):
    withPair(): (_, a, atA, b, atB) =>
      a.events.send(atA, numbered(0 until 1000))
      a.stop()
      assertEquals(text(b.events.frames(atB, 1000)), text(numbered(0 until 1000)))
      assertEquals(b.events.nextClosed(), SessionEnd.Stopped)
      assertEquals(a.events.nextClosed(), SessionEnd.Stopped)
      b.stop()
      for one <- List(a, b) do
        val sessions =
          one.events.history.filter { case _: (Event.Opened | Event.Closed) => true; case _ => false }
        assertEquals(sessions.size, 2, one.events.history)

  test("a session that one end closes is closed at the other end for the same reason"):
    withPair(): (_, a, atA, b, _) =>
      atA.close(SessionEnd.Violated("a test"))
      assertEquals(a.events.nextClosed(), SessionEnd.Violated("a test"))
      b.events.nextClosed() match
        case SessionEnd.Violated(reason) => assert(reason.contains("a test"), reason)
        case other => fail(s"$other")

  test("after a session a dial opens another one"):
    withPair(): (_, a, atA, b, atB) =>
      a.events.send(atA, numbered(0 until 3))
      assertEquals(b.events.frames(atB, 3).size, 3)
      atB.close(SessionEnd.Lost("a test"))
      val _ = (a.events.nextClosed(), b.events.nextClosed())
      b.dial("a")
      val (secondA, secondB) = (a.events.nextOpened(), b.events.nextOpened())
      a.events.send(secondA, numbered(5 until 8))
      assertEquals(text(b.events.frames(secondB, 3)), text(numbered(5 until 8)))

  test("a broken connection loses and repeats nothing, and nobody is notified"):
    withPair(): (net, a, atA, b, atB) =>
      val count = 20_000
      val (forth, back) = (numbered(0 until count), numbered(count until 2 * count))
      val rounds = 20
      for i <- 0 until rounds do
        val part = i * count / rounds until (i + 1) * count / rounds
        a.events.send(atA, forth.slice(part.start, part.end))
        b.events.send(atB, back.slice(part.start, part.end))
        net.reset("a", "b")
      assertEquals(text(b.events.frames(atB, count)), text(forth))
      assertEquals(text(a.events.frames(atA, count)), text(back))
      assert(!a.events.hasFrames(atA) && !b.events.hasFrames(atB))
      for one <- List(a, b) do
        assert(
          !one.events.history.exists { case _: Event.Closed => true; case _ => false },
          one.events.history
        )
      assert(atA.stats.resumptions > 0, atA.stats)

  test("a node that is started again ends the session with its earlier incarnation"):
    val net = network()
    val (a, first) = (start(net, "a"), start(net, "b"))
    a.dial("b")
    val early = a.events.nextOpened()
    a.events.until("the dial has found b") { case Event.Reached(_, _) => () }
    // before it knows the session it has nobody to say goodbye to
    val _ = first.events.nextOpened()
    first.stop()
    assertEquals(a.events.nextClosed(), SessionEnd.Stopped)
    val second = start(net, "b")
    second.dial("a")
    val late = a.events.nextOpened()
    assertEquals((early.peer, late.peer), (first.me, second.me))
    val atB = second.events.nextOpened()
    a.events.send(late, numbered(0 until 2))
    assertEquals(text(second.events.frames(atB, 2)), text(numbered(0 until 2)))
    a.stop()
    second.stop()

  test("a second node of a name is refused while the first one lives, whichever dials"):
    withPair(): (net, a, atA, b, atB) =>
      val second = startNamed(net, "b", "elsewhere", incarnations.incrementAndGet())
      def refusedAt(one: Started): Unit = one.events.next() match
        case Event.Unreachable(_, reason) =>
          assert(reason.contains("another live node has the name \"b\""), reason)
        case other => fail(s"$other")
      second.dial("a")
      refusedAt(second)
      a.dial("elsewhere")
      refusedAt(a)
      a.events.send(atA, numbered(0 until 3))
      assertEquals(text(b.events.frames(atB, 3)), text(numbered(0 until 3)))
      second.stop()
      assertEquals(second.events.history.collect { case opened: Event.Opened => opened }, Nil)

  test("an incarnation that said goodbye has no session any more"):
    withPair(): (net, a, _, b, _) =>
      b.stop()
      assertEquals(a.events.nextClosed(), SessionEnd.Stopped)
      val again = startNamed(net, "b", "elsewhere", b.me.incarnation)
      again.dial("a")
      again.events.next() match
        case Event.Unreachable(_, reason) => assert(reason.contains("this life of node b is over"), reason)
        case other => fail(s"$other")
      again.stop()

  test("a dial that is under way when its node stops is unreachable"):
    val net = network()
    val (a, b) = (start(net, "a"), start(net, "b"))
    a.dial("b")
    a.stop()
    val outcomes = a.events.history.collect { case one: (Event.Reached | Event.Unreachable) => one }
    assertEquals(outcomes.size, 1, a.events.history)
    b.stop()

  private def refused(a: Started, b: Started, says: String): Unit =
    a.dial(b.name)
    a.events.next() match
      case Event.Unreachable(_, reason) => assert(reason.contains(says), reason)
      case other => fail(s"$other")
    a.stop()
    b.stop()
    assertEquals(b.events.history, Nil)

  test("a node of another cluster is refused"):
    val net = network()
    refused(start(net, "a"), start(net, "b", cluster = "other"), "belongs to cluster \"other\"")

  test("a node does not connect to itself"):
    val net = network()
    val a = start(net, "a")
    a.dial("a")
    a.events.next() match
      case Event.Unreachable(_, reason) => assert(reason.contains("itself"), reason)
      case other => fail(s"$other")
    a.stop()

  private def secret(text: String) = text.padTo(16, '.').getBytes("UTF-8")

  test("nodes that know the same secret have a session"):
    val net = network()
    val (a, b) = (start(net, "a", secret = secret("x")), start(net, "b", secret = secret("x")))
    a.dial("b")
    assertEquals(a.events.nextOpened().peer, b.me)
    a.stop()
    b.stop()

  for (mine, theirs) <- List(("x", "y"), ("x", null), (null, "y")) do
    test(s"a node with secret $mine is refused by one with $theirs"):
      def bytes(text: String | Null) = if text == null then null else secret(text)
      val net = network()
      refused(
        start(net, "a", secret = bytes(mine)),
        start(net, "b", secret = bytes(theirs)),
        "does not know the secret"
      )

  test(s"$crowd sessions of one node"):
    val net = network()
    val center = start(net, "center")
    val others = Vector.tabulate(crowd)(i => start(net, s"n$i"))
    others.foreach(_.dial("center"))
    for one <- others do
      val session = one.events.nextOpened()
      one.events.send(session, Vector(one.name.getBytes("UTF-8")))
    val sessions = Vector.fill(crowd)(center.events.nextOpened())
    for session <- sessions do assertEquals(text(center.events.frames(session, 1)), Vector(session.peer.name))
    (center +: others).foreach(_.stop())
end TransportSuite
