package eddy.remote

import eddy.actor.*

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

/** Links, monitors and exits between nodes. */
class FarLinkSuite extends NodeFixture:
  private def counter(on: Machine, to: Machine): (ActorRef[Counting], ActorRef[Counting]) =
    val here = started[Counting](Counting.from(1))(using on.system)
    on.node.register("counter", here)
    (here, to.found[Counting](on, "counter"))

  // of the actors that `linked` makes
  private val unlinks = new LinkedBlockingQueue[String]()

  /** An actor that is linked to `other`, and collects the exits that it traps. */
  private def linked(
      on: Machine,
      other: ActorRef[?],
      traps: Boolean
  ): (ActorRef[String], LinkedBlockingQueue[Exit]) =
    val exits = new LinkedBlockingQueue[Exit]()
    val ready = new LinkedBlockingQueue[String]()
    given ActorSystem = on.system
    val one = started[String | Exit]:
      if traps then trapExit(exit => exit)
      link(other)
      ready.add("linked"): Unit
      loop:
        react:
          case exit: Exit =>
            exits.add(exit): Unit
            done
          case "unlink" =>
            unlink(other)
            unlinks.add("unlinked"): Unit
            done
          case text: String =>
            ready.add(text): Unit
            done
    val _ = awaitNext(ready)
    (one, exits)
  end linked

  /** All that was sent to the counter before has arrived. */
  private def passed(counter: ActorRef[Counting]): Unit =
    val _ = await(counter.ask[Int](1.minute)(Counting.Get(_)))

  test("a monitor is notified of the reason, once"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (here, there) = counter(a, b)
      val first = watched(there)
      passed(there)
      here ! Counting.Fail("broken")
      awaitNext(first) match
        case ExitReason.Failed(cause: RemoteFailure) => assertEquals(cause.getMessage, "broken")
        case other => fail(s"$other")
      val second = watched(there)
      assertEquals(awaitNext(second), ExitReason.NoActor)
      await(a.node.stop())
      assert(first.isEmpty && second.isEmpty)

  test("a monitor that is cancelled is not notified"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (here, there) = counter(a, b)
      val reasons = new LinkedBlockingQueue[ExitReason]()
      val cancelled = new Monitor(there, reason => reasons.add(reason): Unit)
      there.addMonitor(cancelled)
      val other = watched(there)
      assert(cancelled.cancel())
      passed(there)
      here.kill()
      assertEquals(awaitNext(other), ExitReason.Killed)
      assert(reasons.isEmpty)

  test("a linked actor of another node ends with the same reason"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (here, there) = counter(a, b)
      val (one, _) = linked(b, there, traps = false)
      val end = watched(one)
      passed(there)
      here.exit(ExitReason.Because("over"))
      assertEquals(awaitNext(end), ExitReason.Because("over"))

  test("a link works from the linking actor, too"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (here, there) = counter(a, b)
      val (one, _) = linked(b, there, traps = false)
      val end = watched(here)
      one.kill()
      assertEquals(awaitNext(end), ExitReason.Killed)

  test("a trapped exit names the actor of the other node"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (here, there) = counter(a, b)
      val (_, exits) = linked(b, there, traps = true)
      passed(there)
      here ! Counting.Stop
      assertEquals(awaitNext(exits), Exit(there, ExitReason.Normal))

  test("a link to a terminated actor of another node is answered with NoActor"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (here, there) = counter(a, b)
      val end = watched(here)
      here ! Counting.Stop
      val _ = awaitNext(end)
      val (_, exits) = linked(b, there, traps = true)
      assertEquals(awaitNext(exits), Exit(there, ExitReason.NoActor))

  test("a link to an actor that terminates in the same moment is answered with its exit"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      a.node.register("dying", DyingActor(a.system, ExitReason.Because("at once")))
      val there = b.found[Counting](a, "dying")
      val (_, exits) = linked(b, there, traps = true)
      assertEquals(awaitNext(exits), Exit(there, ExitReason.Because("at once")))

  test("the notice of a monitor follows the messages that the actor sent before it terminated"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(resumeTimeout = 1.minute))
      given ActorSystem = a.system
      val (asked, gate) = (new CountDownLatch(1), new CountDownLatch(1))
      val talker = started[ActorRef[String]]:
        react: to =>
          asked.countDown()
          await(gate)
          to ! "x" * 300_000
          stop
      a.node.register("talker", talker)
      val there = b.found[ActorRef[String]](a, "talker")
      val (watching, heard) = watcher(b, there)
      // its message and the notice of its end wait together
      there ! watching
      await(asked)
      val end = watched(talker)
      nodes.network.part("a", "b")
      gate.countDown()
      val _ = awaitNext(end)
      nodes.network.heal("a", "b")
      assertEquals(List.fill(2)(awaitNext(heard)), List("300000 characters", "Normal"))

  /** An actor that monitors `other`, and collects what it receives. */
  private def watcher(on: Machine, other: ActorRef[?]): (ActorRef[String], LinkedBlockingQueue[String]) =
    val heard = new LinkedBlockingQueue[String]()
    val ready = new CountDownLatch(1)
    given ActorSystem = on.system
    val one = started[String | ExitReason]:
      monitor(other)(identity): Unit
      ready.countDown()
      loop:
        react:
          case reason: ExitReason =>
            heard.add(s"$reason"): Unit
            done
          case text: String =>
            heard.add(s"${text.length} characters"): Unit
            done
    await(ready)
    (one, heard)

  test("a session that more signals wait for than it may hold is closed while it is dialed"):
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
      val end = watched(there)
      val _ = awaitNext(dials.held)
      for _ <- 0 until 5_000 do there.exit(ExitReason.Because("x" * 4_000))
      assertEquals(awaitNext(end), ExitReason.NodeLost("a"))

  test("after unlink neither end harms the other"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (here, there) = counter(a, b)
      val (one, exits) = linked(b, there, traps = true)
      one ! "unlink"
      // a kill would overtake the message
      val _ = awaitNext(unlinks)
      passed(there)
      val unlinked = watched(here)
      val end = watched(one)
      one.kill()
      assertEquals(awaitNext(end), ExitReason.Killed)
      assertEquals(await(there.ask[Int](1.minute)(Counting.Get(_))), 1)
      assert(unlinked.isEmpty && exits.isEmpty)

  test("exit and kill end an actor of another node"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (_, there) = counter(a, b)
      val end = watched(there)
      there.exit(ExitReason.Because("asked"))
      assertEquals(awaitNext(end), ExitReason.Because("asked"))
      given ActorSystem = a.system
      val stubborn = started[Counting]:
        trapExit(_ => Counting.Add(1))
        Counting.from(0)
      a.node.register("stubborn", stubborn)
      val far = b.found[Counting](a, "stubborn")
      val killed = watched(far)
      far.exit(ExitReason.Shutdown)
      assertEquals(await(far.ask[Int](1.minute)(Counting.Get(_))), 1)
      far.kill()
      assertEquals(awaitNext(killed), ExitReason.Killed)

  test("a lost session ends links at both ends, and monitors report the node"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(resumeTimeout = 200.millis))
      val (here, there) = counter(a, b)
      val (_, exits) = linked(b, there, traps = true)
      val monitor = watched(there)
      val end = watched(here)
      passed(there)
      nodes.network.part("a", "b")
      assertEquals(awaitNext(exits), Exit(there, ExitReason.NodeLost("a")))
      assertEquals(awaitNext(monitor), ExitReason.NodeLost("a"))
      assertEquals(awaitNext(end), ExitReason.NodeLost("b"))

  test("a session that is resumed ends no link"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (here, there) = counter(a, b)
      val (_, exits) = linked(b, there, traps = true)
      val monitor = watched(there)
      for _ <- 0 until 20 do
        nodes.network.reset("a", "b")
        there ! Counting.Add(1)
      assertEquals(await(there.ask[Int](1.minute)(Counting.Get(_))), 21)
      assert(exits.isEmpty && monitor.isEmpty && here.isAlive)
end FarLinkSuite
