package eddy.remote

import eddy.actor.*

import scala.concurrent.duration.DurationInt

/** Nodes that stop while something is under way, and nodes whose engine was shut down. */
class NodeStopSuite extends NodeFixture:
  test("a node that stops ends its dials, and what waits for them is lost"):
    withNodes: nodes =>
      val a = nodes.start("a")()
      val c = nodes.start("c")(_.copy(connectAll = false))
      val _ = await(c.node.connect("a"))
      val dials = HeldDials(nodes.network.transport("b"), "a")
      val b = nodes.start("b")(_.copy(transport = dials, connectTimeout = 10.minutes))
      val _ = (await(b.node.connect("c")), await(c.node.connect("b")))
      val box = b.probe[ActorRef[Counting]]
      b.node.register("box", box.ref)
      a.node.register("counter", started[Counting](Counting.from(1))(using a.system))
      c.found[ActorRef[Counting]](b, "box") ! c.found[Counting](a, "counter")
      val there = box.next()
      val connecting = b.node.connect("a")
      there ! Counting.Add(1)
      await(b.node.stop())
      assert(clue(awaitFailure(connecting).getMessage).contains("node b was stopped"))
      assertEquals(
        awaitNext(b.deadLetters),
        DeadLetter(Counting.Add(1), there, DeadLetter.Reason.Unreachable)
      )
      assert(clue(awaitFailure(b.node.connect("c")).getMessage).contains("node b was stopped"))

  test("the addresses of other nodes are unreachable, not terminated, after a stop of this node"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      a.node.register("counter", started[Counting](Counting.from(1))(using a.system))
      val there = b.found[Counting](a, "counter")
      await(b.node.stop())
      assert(there.isAlive)
      there ! Counting.Add(1)
      assertEquals(awaitNext(b.deadLetters).reason, DeadLetter.Reason.Unreachable)

  test("a message sent after the shutdown of the engine is a dead letter"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(resumeTimeout = 100.millis))
      a.node.register("counter", started[Counting](Counting.from(1))(using a.system))
      val there = b.found[Counting](a, "counter")
      val end = watched(there)
      nodes.network.crash("a")
      assertEquals(awaitNext(end), ExitReason.NodeLost("a"))
      assert(await(b.engine.shutdown(1.minute)))
      there ! Counting.Add(1)
      assertEquals(
        awaitNext(b.deadLetters),
        DeadLetter(Counting.Add(1), there, DeadLetter.Reason.Unreachable)
      )
end NodeStopSuite
