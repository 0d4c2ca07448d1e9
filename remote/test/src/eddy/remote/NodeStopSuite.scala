package eddy.remote

import eddy.actor.*
import eddy.remote.spi.*

import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future, Promise}

/** Nodes that stop while something is under way, and nodes whose engine or actor system was shut down. */
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

  /** A transport that notes with which timeouts it is stopped.
    *
    * @param stopped it does not stop before
    */
  private final class NotedStops(transport: NodeTransport, stopped: Future[Unit] = Future.unit)
      extends NodeTransport:
    val stops = new LinkedBlockingQueue[FiniteDuration]()
    def name: String = transport.name
    def start(me: NodeIdentity, settings: TransportSettings, events: TransportEvents): NodeIdentity =
      transport.start(me, settings, events)
    def dial(to: NodeAddress): Unit = transport.dial(to)
    def stop(timeout: FiniteDuration): Future[Unit] =
      stops.add(timeout): Unit
      transport.stop(timeout).flatMap(_ => stopped)(using ExecutionContext.parasitic)

  test("the shutdown of a system stops its nodes, with the time that is left"):
    withNodes: nodes =>
      val transport = NotedStops(nodes.network.transport("a"))
      val a = nodes.start("a")(_.copy(transport = transport))
      assert(await(a.system.shutdown(2.minutes)).isOrderly)
      val left = awaitNext(transport.stops)
      assert(clue(left) > 0.seconds && left < 2.minutes)
      assert(clue(awaitFailure(a.node.connect("b")).getMessage).contains("node a was stopped"))

  test("a node that does not stop holds the shutdown of its system no longer than its limit"):
    withNodes: nodes =>
      val stopped = Promise[Unit]()
      val a = nodes.start("a")(_.copy(transport = NotedStops(nodes.network.transport("a"), stopped.future)))
      assertEquals(await(a.system.shutdown(0.seconds)), ShutdownResult(0, 0, 0, failed = 1))
      stopped.success(())

  test("a node that was stopped is not stopped again by the shutdown of its system"):
    withNodes: nodes =>
      val transport = NotedStops(nodes.network.transport("a"))
      val a = nodes.start("a")(_.copy(transport = transport))
      await(a.node.stop(7.seconds))
      assert(await(a.system.shutdown(1.minute)).isOrderly)
      assertEquals(awaitNext(transport.stops), 7.seconds)
      assert(transport.stops.isEmpty)

  test("a node is not started in a system that was shut down, and its transport is stopped"):
    withNodes: nodes =>
      val a = nodes.start("a")()
      assert(await(a.system.shutdown(1.minute)).isOrderly)
      val transport = NotedStops(nodes.network.transport("late"))
      val refusal =
        intercept[IllegalStateException](Node.start(NodeConfig("late", transport))(using a.system))
      assert(clue(refusal.getMessage).startsWith("node late cannot end with its actor system"))
      assertEquals(awaitNext(transport.stops), 0.seconds)
end NodeStopSuite
