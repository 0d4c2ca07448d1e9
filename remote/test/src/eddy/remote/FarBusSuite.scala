package eddy.remote

import eddy.actor.*
import eddy.testing.Eventually

import scala.concurrent.duration.DurationInt

/** Event buses with subscribers on several nodes. */
class FarBusSuite extends NodeFixture:
  import FarGroupSuite.Ask

  private val chat = "/rooms/tea"

  /** Waits until an event at `bus` would be sent to so many other nodes. */
  private def wanted(bus: NodeBus[Int], channel: String, by: Int): Unit = wanted(bus, channel, by, 0)

  private def wanted[E](bus: NodeBus[E], channel: String, by: Int, event: E): Unit =
    Eventually.until(s"$by nodes want $channel")(bus.publish(channel, event).nodes == by)

  private def afterZeros(probe: Probe[Int]): Int = Iterator.continually(probe.next()).dropWhile(_ == 0).next()

  private def withBuses(test: (Machine, NodeBus[Int], Machine, NodeBus[Int]) => Unit): Unit =
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      test(a, a.node.bus[Int]("feed"), b, b.node.bus[Int]("feed"))

  test("an event reaches the subscribers of its channel on all nodes, in order"):
    withBuses: (a, atA, b, atB) =>
      val (one, two) = (a.probe[Int], b.probe[Int])
      atA.subscribe(one.ref, chat)
      atB.subscribe(two.ref, chat)
      wanted(atA, chat, by = 1)
      for i <- 1 to 100 do assertEquals(atA.publish(chat, i), NodeBus.Published(here = 1, nodes = 1))
      for probe <- List(one, two) do
        assertEquals(afterZeros(probe), 1)
        assertEquals(probe.next(99), (2 to 100).toList)

  test("a pattern has the events of all channels that match, on all nodes"):
    withBuses: (_, atA, b, atB) =>
      val (some, all) = (b.probe[Int], b.probe[Int])
      atB.subscribePattern(some.ref, "/rooms/*")
      atB.subscribePattern(all.ref, "/rooms/**")
      wanted(atA, "/rooms/tea/old", by = 1)
      assertEquals(atA.publish("/rooms/tea", 1).nodes, 1)
      assertEquals(atA.publish("/rooms/tea/old", 2).nodes, 1)
      assertEquals(atA.publish("/halls/tea", 3).nodes, 0)
      assertEquals(afterZeros(some), 1)
      assertEquals(afterZeros(all), 1)
      assertEquals(all.next(), 2)
      assert(some.isEmpty)

  test("an event is sent once to a node with several subscriptions that match"):
    withBuses: (a, atA, b, atB) =>
      val probe = b.probe[Int]
      atB.subscribe(probe.ref, chat)
      wanted(atA, chat, by = 1)
      atB.subscribePattern(b.probe[Int].ref, "/rooms/*")
      wanted(atA, "/rooms/coffee", by = 1)
      val before = a.node.stats.peers.map(_.sent).sum
      assertEquals(atA.publish(chat, 1).nodes, 1)
      assertEquals(afterZeros(probe), 1)
      assertEquals(a.node.stats.peers.map(_.sent).sum - before, 1L)

  test("a node has no events of channels that none of its actors is subscribed to"):
    withBuses: (_, atA, b, atB) =>
      val (one, two) = (b.probe[Int], b.probe[Int])
      atB.subscribe(one.ref, chat)
      atB.subscribe(two.ref, chat)
      atB.subscribe(two.ref, chat)
      wanted(atA, chat, by = 1)
      atB.unsubscribe(one.ref, chat)
      atB.unsubscribe(one.ref, chat)
      assertEquals(atA.publish(chat, 1).nodes, 1)
      two.ref.kill()
      wanted(atA, chat, by = 0)
      atB.subscribe(one.ref, chat)
      wanted(atA, chat, by = 1)
      atB.unsubscribeAll(one.ref)
      wanted(atA, chat, by = 0)

  test("subscriptions that a node had before another one came are known to it, and end with the node"):
    withNodes: nodes =>
      val a = nodes.start("a")()
      val atA = a.node.bus[Int]("feed")
      atA.subscribe(a.probe[Int].ref, chat)
      val b = nodes.start("b", seeds = Seq("a"))()
      val atB = b.node.bus[Int]("feed")
      wanted(atB, chat, by = 1)
      a.stop()
      wanted(atB, chat, by = 0)

  test("a question fails when the last subscriber of a node leaves while it is under way"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (atA, atB) = (a.node.bus[Ask]("feed"), b.node.bus[Ask]("feed"))
      val worker = b.run[Ask](loop(react:
        case Ask(to) =>
          to ! "b"
          done))
      val nobody = Ask(a.probe[String].ref)
      val bus = a.run[Ask](loop(react: ask =>
        assertEquals(atA.publish(chat, ask).nodes, 1)
        atB.unsubscribe(worker, chat)
        done))
      // it may arrive before
      for _ <- 1 to 20 do
        atB.subscribe(worker, chat)
        wanted(atA, chat, by = 1, nobody)
        awaitTry(bus.ask[String](10.minutes)(Ask(_))).failed.foreach: lost =>
          assert(clue(lost).isInstanceOf[UnansweredException])
        wanted(atA, chat, by = 0, nobody)

  test("subscribers whose events have another type are left out"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      a.node.bus[String]("feed").subscribe(a.probe[String].ref, chat)
      val atB = b.node.bus[Int]("feed")
      a.node.register("marker", a.probe[Int].ref)
      // the announcement has arrived
      val _ = b.found[Int](a, "marker")
      assertEquals(atB.publish(chat, 1), NodeBus.Published(0, 0))
      val refusal = intercept[IllegalArgumentException](b.node.bus[String]("feed"))
      assert(clue(refusal.getMessage).contains("bus \"feed\" has events of another type at node b"))
end FarBusSuite
