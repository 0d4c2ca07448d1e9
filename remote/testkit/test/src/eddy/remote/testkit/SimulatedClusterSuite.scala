package eddy.remote.testkit

import eddy.actor.*
import eddy.actor.spi.remote.Arrival
import eddy.actor.testkit.{SimulationFailure, TestProbe}
import eddy.remote.*
import eddy.remote.spi.*

import scala.collection.mutable
import scala.concurrent.Future
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** What a simulated cluster does with its nodes, and what the nodes make of it. */
class SimulatedClusterSuite extends eddy.testing.PatientSuite:
  private val runs = eddy.testing.TestLength.rounds(short = 20, full = 100)

  // `actor` would inline internals of another module here
  private def started[M](on: SimulatedNode)(body: Actor[M] ?=> Behavior[M]): ActorRef[M] =
    Arrival.start[M](one => body(using one))(using on.system)

  private def probe[M](on: SimulatedNode): TestProbe[M] = TestProbe[M]()(using on.system)

  /** The events of a node, as words. */
  private def heard(by: SimulatedNode): mutable.ArrayBuffer[String] =
    val all = mutable.ArrayBuffer.empty[String]
    by.node.onEvent:
      case NodeEvent.Up(peer) => all += s"up ${peer.name}"
      case NodeEvent.Down(peer, reason) => all += s"down ${peer.name}, ${reason.toString.takeWhile(_ != '(')}"
    : Unit
    all

  test("the nodes find each other, and their actors send, ask, find and monitor"):
    val explored = SimulatedCluster.explore(runs): net =>
      net.onStart: node =>
        val double = started[Asked](node)(loop(react { case Asked(n, to) => to ! n * 2; done }))
        node.node.register("double", double)
      net.awaitConnected()
      val a = net.node("a")
      val double =
        net.sim.await(a.node.peer("c").find[Asked]("double")).getOrElse(fail("c has no \"double\""))
      val answers = probe[Int](a)
      (1 to 5).foreach(n => double ! Asked(n, answers.ref))
      assertEquals(answers.receiveN(5), List(2, 4, 6, 8, 10))
      assertEquals(net.sim.await(double.ask[Int](1.second)(Asked(21, _))), 42)
      val ends = probe[String](a)
      double.addMonitor(new Monitor(double, reason => ends.ref ! reason.toString))
      double.exit(ExitReason.Because("closed"))
      ends.expect("Because(closed)")
      net.sim.expectNoFailures()
    assert(explored.orders > explored.runs / 2, explored)

  test("a seed repeats its run"):
    def trace(): String = SimulatedCluster.run(seed = 7): net =>
      net.awaitConnected()
      net.disturb(500.millis)(Fault.Reset, Fault.Kill(2.seconds), Fault.Freeze(1.second))
      net.sim.advance(20.seconds)
      net.calm()
      net.awaitConnected()
      net.sim.trace
    val first = trace()
    assertEquals(trace(), first)
    assert(first.contains("  a/"), first.take(2000))

  test("a killed process is noticed by the refused dial, and its next life is another incarnation"):
    val _ = SimulatedCluster.explore(runs, nodes = 2): net =>
      net.awaitConnected()
      val List(a, b) = net.nodes.toList: @unchecked
      val events = heard(a)
      val before = b.node.incarnation
      b.kill()
      val since = net.sim.now
      net.sim.runUntil("b is down")(events.nonEmpty)
      assert(net.sim.now - since <= 100.millis, net.sim.now - since)
      b.restart()
      net.awaitConnected()
      assertEquals(events.toList, List("down b, Lost", "up b"))
      assertNotEquals(b.node.incarnation, before)

  test("a machine without power is noticed after the silence and the time to resume"):
    val _ = SimulatedCluster.explore(runs, nodes = 2): net =>
      net.awaitConnected()
      val List(a, b) = net.nodes.toList: @unchecked
      val events = heard(a)
      b.crash()
      val since = net.sim.now
      net.sim.runUntil("b is down")(events.nonEmpty)
      val took = net.sim.now - since
      assert(took >= 15.seconds && took <= 18.seconds, took)

  test("a process that is frozen for a short time loses nothing; for a long time it loses its sessions"):
    val _ = SimulatedCluster.explore(runs, nodes = 2): net =>
      net.awaitConnected()
      val List(a, b) = net.nodes.toList: @unchecked
      val got = probe[Int](b)
      b.node.register("got", got.ref)
      val (atA, atB) = (heard(a), heard(b))
      val to = net.sim.await(a.node.peer("b").find[Int]("got")).getOrElse(fail("b has no \"got\""))
      b.freeze(8.seconds)
      to ! 1
      assertEquals(got.within(20.seconds)(got.receive()), 1)
      assertEquals((atA.toList, atB.toList), (Nil, Nil))
      b.freeze(1.minute)
      net.sim.advance(59.seconds)
      assertEquals(atA.toList, List("down b, Lost"))
      net.sim.advance(1.second)
      net.awaitConnected()
      net.sim.runUntil("b knows of it")(atB.size >= 2)
      assertEquals(atA.toList, List("down b, Lost", "up b"))
      assertEquals(atB.toList, List("down a, Lost", "up a"))
      // the same incarnation: its addresses work again
      to ! 2
      assertEquals(got.receive(), 2)

  test("after a partition the parts come together again, though nobody sends"):
    val _ = SimulatedCluster.explore(runs, nodes = 4): net =>
      net.awaitConnected()
      net.part(Set("a", "b"))
      net.sim.advance(10.minutes)
      for name <- List("a", "b") do
        assertEquals(net.node(name).node.peers.map(_.name), Set("a", "b") - name)
      net.heal()
      net.awaitConnected()

  test("the first message after a partition arrives, although dials were in vain before"):
    val _ = SimulatedCluster.explore(runs, nodes = 2): net =>
      net.awaitConnected()
      val List(a, b) = net.nodes.toList: @unchecked
      val got = probe[Int](b)
      b.node.register("got", got.ref)
      val to = net.sim.await(a.node.peer("b").find[Int]("got")).getOrElse(fail("b has no \"got\""))
      net.part(Set("a"))
      net.sim.advance(5.minutes)
      net.heal()
      assertEquals(to.trySend(1), Delivery.Accepted)
      assertEquals(got.receive(), 1)

  test("sessions that break at once are opened again at longer and longer intervals"):
    def breaking(transport: NodeTransport): NodeTransport = new NodeTransport:
      def name: String = transport.name
      def dial(to: NodeAddress): Unit = transport.dial(to)
      def stop(timeout: FiniteDuration): Future[Unit] = transport.stop(timeout)
      def start(me: NodeIdentity, settings: TransportSettings, events: TransportEvents): NodeIdentity =
        val broken = new TransportEvents:
          export events.{opened as _, *}
          def opened(session: TransportSession): Unit =
            events.opened(session)
            session.close(SessionEnd.Violated("planted"))
        transport.start(me, settings, broken)
    val _ = SimulatedCluster.explore(
      runs = 5,
      nodes = 2,
      config = config => config.copy(transport = breaking(config.transport))
    ): net =>
      val events = heard(net.node("a"))
      net.sim.advance(10.minutes)
      val ups = events.count(_.startsWith("up"))
      assert(ups >= 5 && ups <= 60, ups)

  test("seeds are dialed again however long they were gone"):
    val _ = SimulatedCluster.explore(runs, nodes = 2): net =>
      net.awaitConnected()
      net.node("a").crash()
      net.sim.advance(3.hours)
      net.node("a").restart()
      net.awaitConnected()

  test("a node from which nothing arrives any more is lost at both ends"):
    val _ = SimulatedCluster.explore(runs, nodes = 2): net =>
      net.awaitConnected()
      val events = net.nodes.map(heard)
      net.silence("b", "a")
      net.sim.advance(1.minute)
      assertEquals(events.map(_.toList), Vector(List("down b, Lost"), List("down a, Lost")))
      net.heal()
      net.awaitConnected()

  test("a narrow link fills the queue of unsent messages, and what does not fit is refused"):
    val _ = SimulatedCluster.explore(
      runs,
      nodes = 2,
      config = _.copy(maxUnsentBytes = 1 << 20, maxMessage = 1 << 16, maxAssembling = 1 << 20)
    ): net =>
      net.setLink("a", "b")(1.millis, 2.millis, bandwidth = 100_000)
      net.awaitConnected()
      val List(a, b) = net.nodes.toList: @unchecked
      val got = probe[Vector[Byte]](b)
      b.node.register("got", got.ref)
      val to = net.sim.await(a.node.peer("b").find[Vector[Byte]]("got")).getOrElse(fail("b has no \"got\""))
      val message = Vector.fill(50_000)(1.toByte)
      val outcomes = List.fill(60)(to.trySend(message))
      val accepted = outcomes.count(_ == Delivery.Accepted)
      assert(accepted >= 20 && accepted < 60, accepted)
      assertEquals(outcomes.drop(accepted + 5).distinct, List(Delivery.Full))
      val since = net.sim.now
      val _ = got.within(5.minutes)(got.receiveN(accepted))
      // at least as long as the link takes
      assert(net.sim.now - since >= (accepted / 2 - 2).seconds, net.sim.now - since)

  test("a singleton continues with larger terms, although the next node's clock is behind"):
    val _ = SimulatedCluster.explore(runs): net =>
      net.awaitConnected()
      net.node("b").machine.setClock(-1.hour)
      net.node("c").machine.setClockSpeed(1.1)
      val lives = mutable.ArrayBuffer.empty[(String, Long)]
      net.onStart: node =>
        val one = node.node.singleton[String]("one", quorum = 2): term =>
          lives += (node.name -> term)
          react { case _ => stop }
        val _ = one
      net.sim.runUntil("it runs")(lives.nonEmpty)
      net.node(lives.head(0)).kill()
      net.sim.runUntil("the next one runs")(lives.size == 2)
      assert(lives(1)(0) != lives(0)(0) && lives(1)(1) > lives(0)(1), lives)

  test("the trace names the machine before each of its actors, and a failure the seed"):
    val failed = intercept[SimulationFailure]:
      SimulatedCluster.run(seed = 3, nodes = 2): net =>
        net.awaitConnected()
        val probe = TestProbe[String]("customer")(using net.node("b").system)
        probe.expect("welcome", timeout = 5.seconds)
    assert(failed.getMessage.nn.contains("failed with seed 3"), failed.getMessage)
    assert(failed.trace.contains("b/customer"), failed.trace)

  test("wrong uses are refused with the remedy"):
    SimulatedCluster.run(seed = 1, nodes = 1): net =>
      val unknown = intercept[NoSuchElementException](net.node("z"))
      assert(unknown.getMessage.nn.contains("there is no node \"z\", but a"), unknown.getMessage)
      val twice = intercept[IllegalArgumentException](net.start("a")())
      assert(twice.getMessage.nn.contains("use another name"), twice.getMessage)
      val alive = intercept[IllegalStateException](net.node("a").restart())
      assert(alive.getMessage.nn.contains("kill it first"), alive.getMessage)
end SimulatedClusterSuite

final case class Asked(n: Int, to: ActorRef[Int]) derives Pickler
