package eddy.remote

import eddy.actor.*

import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.duration.DurationInt

class NodeSuite extends NodeFixture:
  test("nodes find each other by a seed, whichever starts first"):
    withNodes: nodes =>
      val a = nodes.start("a", seeds = Seq("b"))()
      val b = nodes.start("b")()
      awaitNext(a.events) match
        case NodeEvent.Up(peer) => assertEquals(peer.name, "b")
        case other => fail(s"$other")
      assertEquals(a.node.peers.map(_.name), Set("b"))
      assertEquals(awaitNext(b.events), NodeEvent.Up(b.peer(a)))
      assertEquals(b.peer(a).incarnation, a.node.incarnation)

  test("a node that is not known is named in the error, with the known ones"):
    withNodes: nodes =>
      val (a, _) = nodes.pair()
      val error = intercept[NoSuchElementException](a.node.peer("c"))
      assert(error.getMessage.contains("knows no node \"c\""), error.getMessage)
      assert(error.getMessage.contains("connected are b"), error.getMessage)

  test("connecting to an address where no node listens fails"):
    withNodes: nodes =>
      val a = nodes.start("a")()
      val failure = awaitFailure(a.node.connect("nowhere"))
      assert(clue(failure).isInstanceOf[NodeUnreachableException])

  test("a name is taken until its actor has terminated"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val first = a.probe[Int]
      a.node.register("one", first.ref)
      a.node.register("one", first.ref)
      assert(intercept[IllegalArgumentException](a.node.register(
        "one",
        a.probe[Int].ref
      )).getMessage.contains("is taken"))
      val end = watched(first.ref)
      first.ref.kill()
      val _ = awaitNext(end)
      val second = a.probe[Int]
      a.node.register("one", second.ref)
      b.found[Int](a, "one") ! 5
      assertEquals(second.next(), 5)

  test("all notices of a session precede its Down, and that precedes the Up of the next incarnation"):
    withNodes: nodes =>
      val order = new LinkedBlockingQueue[String]()
      val a = nodes.start("a")(_.copy(resumeTimeout = 1.minute))
      val first = nodes.start("b")()
      val _ = await(a.node.connect("b"))
      first.node.register("counter", started[Counting](Counting.from(1))(using first.system))
      val there = a.found[Counting](first, "counter")
      for _ <- 0 until 100 do
        there.addMonitor(new Monitor(there, reason => order.add(s"$reason"): Unit))
      a.node.onEvent {
        case NodeEvent.Up(peer) => order.add(s"up ${peer.incarnation}"): Unit
        case NodeEvent.Down(peer, why) => order.add(s"down ${peer.incarnation} $why"): Unit
      }: Unit
      // behind the monitors, on the same way
      assertEquals(await(there.ask[Int](1.minute)(Counting.Get(_))), 1)
      nodes.network.crash("b")
      val second = nodes.start("b", seeds = Seq("a"))()
      val notices = List.fill(102)(awaitNext(order))
      assertEquals(notices.take(100).distinct, List("NodeLost(b)"))
      assert(clue(notices(100)).startsWith(s"down ${first.node.incarnation}"))
      assertEquals(notices(101), s"up ${second.node.incarnation}")

  test("an address of an earlier incarnation reaches no actor of the next one"):
    withNodes: nodes =>
      val a = nodes.start("a")()
      val first = nodes.start("b")()
      val _ = await(a.node.connect("b"))
      first.node.register("probe", first.probe[Int].ref)
      val early = a.found[Int](first, "probe")
      nodes.network.crash("b")
      val second = nodes.start("b", seeds = Seq("a"))()
      val probe = second.probe[Int]
      second.node.register("probe", probe.ref)
      a.events.clear()
      while !a.node.peers.exists(_.incarnation == second.node.incarnation) do awaitNext(a.events): Unit
      val late = a.found[Int](second, "probe")
      assertNotEquals(early, late)
      early ! 1
      assertEquals(awaitNext(a.deadLetters).reason, DeadLetter.Reason.Terminated)
      assert(!early.isAlive)
      late ! 2
      assertEquals(probe.next(), 2)

  test("after a partition addresses work again, in another session with the same incarnation"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(resumeTimeout = 200.millis))
      val probe = a.probe[String]
      a.node.register("probe", probe.ref)
      a.node.register("counter", started[Counting](Counting.from(1))(using a.system))
      val there = b.found[String](a, "probe")
      val counter = b.found[Counting](a, "counter")
      there ! "before"
      assertEquals(probe.next(), "before")
      for machine <- List(a, b) do machine.events.clear()
      nodes.network.part("a", "b")
      for machine <- List(a, b) do
        awaitNext(machine.events) match
          case NodeEvent.Down(_, NodeLoss.Lost(_)) => ()
          case other => fail(s"$other")
      nodes.network.heal("a", "b")
      val _ = await(b.node.connect("a"))
      // another type comes first now
      assertEquals(await(counter.ask[Int](1.minute)(Counting.Get(_))), 1)
      there ! "after"
      assertEquals(probe.next(), "after")
      assertEquals(there.node.map(_.incarnation), Some(a.node.incarnation))

  test("an address that is passed on leads to the third node"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val c = nodes.start("c")()
      val _ = await(b.node.connect("c"))
      val probe = c.probe[Int]
      c.node.register("probe", probe.ref)
      val box = a.probe[ActorRef[Int]]
      a.node.register("box", box.ref)
      val ofC = b.found[Int](c, "probe")
      b.found[ActorRef[Int]](a, "box") ! ofC
      val there = box.next()
      assertEquals(there, ofC)
      there ! 7
      assertEquals(probe.next(), 7)
      assertEquals(a.node.peers.map(_.name), Set("b", "c"))

  test("a node starts what another one offers"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(offers = Seq(Counter)))
      val counter = await(b.peer(a).spawn(Counter, 41))
      counter ! Counting.Add(1)
      assertEquals(await(counter.ask[Int](1.minute)(Counting.Get(_))), 42)
      assertEquals(counter.node, Some(b.peer(a)))

  test("a node starts nothing that it does not offer"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val failure = awaitFailure(b.peer(a).spawn(Counter, 41))
      assert(clue(failure).isInstanceOf[SpawnRefusedException])

  test("an actor is notified of nodes"):
    withNodes: nodes =>
      val a = nodes.start("a")()
      val seen = a.probe[NodeEvent]
      val ready = a.probe[String]
      given ActorSystem = a.system
      val watcher = started[NodeEvent]:
        watchNodes(a.node)(event => event): Unit
        ready.ref ! "ready"
        loop:
          react: event =>
            seen.ref ! event
            done
      assertEquals(ready.next(), "ready")
      val b = nodes.start("b", seeds = Seq("a"))()
      assertEquals(seen.next(), NodeEvent.Up(a.peer(b)))
      await(b.node.stop())
      seen.next() match
        case NodeEvent.Down(peer, NodeLoss.Left) => assertEquals(peer.name, "b")
        case other => fail(s"$other")
      watcher.kill()

  test("a node counts what it exchanges with another one"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(maxMessage = 10_000))
      val probe = a.probe[String]
      a.node.register("probe", probe.ref)
      val there = b.found[String](a, "probe")
      for _ <- 0 until 3 do there ! "text"
      there ! "x" * 10_000
      assertEquals(probe.next(3).size, 3)
      val end = watched(there)
      val here = b.node.stats.peers.head
      assertEquals((here.peer, here.sent, here.received), (b.peer(a), 3L, 0L))
      assertEquals(here.lostBy, Map(DeadLetter.Reason.TooLarge -> 1L))
      assertEquals((here.unsentBytes, here.links, here.monitors, here.pendingQuestions), (0L, 0, 1, 0))
      assert(clue(here.transport).framesSent >= 3)
      assertEquals(a.node.stats.peers.map(p => (p.sent, p.received)), Vector((0L, 3L)))
      assertEquals(a.node.stats.exported, a.node.exported)
      assert(end.isEmpty)

  test("settings out of range are rejected with their value"):
    val network = new memory.MemoryNetwork
    def rejected(config: => NodeConfig): String = intercept[IllegalArgumentException](config).getMessage
    assert(rejected(NodeConfig("", network.transport("a"))).contains("name = \"\""))
    assert(rejected(NodeConfig("a", network.transport("a"), maxMessage = 5)).contains("maxMessage = 5"))
    assert(rejected(NodeConfig(
      "a",
      network.transport("a"),
      maxUnsentBytes = 5
    )).contains("maxUnsentBytes = 5"))
    assert(rejected(NodeConfig(
      "a",
      network.transport("a"),
      resumeTimeout = 0.seconds
    )).contains("resumeTimeout = 0"))
    assert(rejected(NodeConfig(
      "a",
      network.transport("a"),
      offers = Seq(Counter, Counter)
    )).contains("counter"))
end NodeSuite
