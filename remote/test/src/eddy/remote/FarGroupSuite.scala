package eddy.remote

import eddy.actor.*
import eddy.testing.Eventually

import scala.concurrent.duration.DurationInt

/** Groups whose members are on several nodes. */
class FarGroupSuite extends NodeFixture:
  import FarGroupSuite.*

  /** Waits until a node sees so many members. */
  private def sees(group: NodeGroup[?], members: Int): Unit =
    Eventually.until(s"$group has $members members")(group.members.size == members)

  test("a group has the members of all nodes, and each knows its own"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (atA, atB) = (a.node.group[Int]("lamps"), b.node.group[Int]("lamps"))
      val (one, two) = (a.probe[Int], b.probe[Int])
      assert(atA.join(one.ref) && !atA.join(one.ref))
      assert(atB.join(two.ref))
      sees(atA, 2)
      sees(atB, 2)
      assertEquals((atA.localMembers, atB.localMembers), (Set(one.ref), Set(two.ref)))
      assertEquals(atA.members.flatMap(_.node.map(_.name)), Set("b"))

  test("a broadcast reaches the members of all nodes, once"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (atA, atB) = (a.node.group[Int]("lamps"), b.node.group[Int]("lamps"))
      val probes = List.fill(3)(a.probe[Int]) ++ List.fill(3)(b.probe[Int])
      probes.take(3).foreach(p => assert(atA.join(p.ref)))
      probes.drop(3).foreach(p => assert(atB.join(p.ref)))
      sees(atA, 6)
      assertEquals(atA.broadcast(7), 6)
      assertEquals(atA.broadcast(8), 6)
      for probe <- probes do assertEquals(probe.next(2), List(7, 8))

  test("a broadcast travels in one message to each node"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (atA, atB) = (a.node.group[Int]("lamps"), b.node.group[Int]("lamps"))
      val probes = List.fill(100)(b.probe[Int])
      probes.foreach(p => assert(atB.join(p.ref)))
      sees(atA, 100)
      val before = a.node.stats.peers.map(_.sent).sum
      assertEquals(atA.broadcast(7), 100)
      probes.foreach(p => assertEquals(p.next(), 7))
      assertEquals(a.node.stats.peers.map(_.sent).sum - before, 1L)

  test("members that a node had before another one came are known to it"):
    withNodes: nodes =>
      val a = nodes.start("a")()
      val atA = a.node.group[Int]("lamps")
      // more than one record holds
      val probes = List.fill(2500)(a.probe[Int])
      probes.foreach(p => assert(atA.join(p.ref)))
      val b = nodes.start("b", seeds = Seq("a"))()
      val atB = b.node.group[Int]("lamps")
      sees(atB, 2500)

  test("a group that a node opens late has the members that were announced before"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val probe = a.probe[Int]
      assert(a.node.group[Int]("lamps").join(probe.ref))
      a.node.register("marker", probe.ref)
      // the announcement has arrived
      val _ = b.found[Int](a, "marker")
      sees(b.node.group[Int]("lamps"), 1)

  test("a member that leaves or terminates is gone at all nodes"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (atA, atB) = (a.node.group[Int]("lamps"), b.node.group[Int]("lamps"))
      val probes = List.fill(3)(a.probe[Int])
      probes.foreach(p => assert(atA.join(p.ref)))
      sees(atB, 3)
      assert(atA.leave(probes(0).ref) && !atA.leave(probes(0).ref))
      sees(atB, 2)
      probes(1).ref.kill()
      sees(atB, 1)
      assertEquals(atB.broadcast(5), 1)
      assertEquals(probes(2).next(), 5)
      // it may return
      assert(atA.join(probes(0).ref))
      sees(atB, 2)

  test("an actor that has terminated does not join"):
    withNodes: nodes =>
      val a = nodes.start("a")()
      val group = a.node.group[Int]("lamps")
      val probe = a.probe[Int]
      val end = watched(probe.ref)
      probe.ref.kill()
      val _ = awaitNext(end, "its end")
      assert(!group.join(probe.ref))
      assertEquals(group.members, Set.empty)

  test("an actor of another node joins there only"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      a.node.register("lamp", a.probe[Int].ref)
      val far = b.found[Int](a, "lamp")
      val refusal = intercept[IllegalArgumentException](b.node.group[Int]("lamps").join(far))
      assert(clue(refusal.getMessage).contains("joins group \"lamps\" at node a only"))

  test("the members of a node that stops are gone, and those of one that returns come back"):
    withNodes: nodes =>
      val a = nodes.start("a")()
      val b = nodes.start("b", seeds = Seq("a"))()
      val (atA, atB) = (a.node.group[Int]("lamps"), b.node.group[Int]("lamps"))
      assert(atA.join(a.probe[Int].ref))
      assert(atB.join(b.probe[Int].ref))
      sees(atA, 2)
      b.stop()
      sees(atA, 1)
      val again = nodes.start("b", seeds = Seq("a"))()
      assert(again.node.group[Int]("lamps").join(again.probe[Int].ref))
      sees(atA, 2)

  test("the notice that a node is gone finds its members gone"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val group = a.node.group[Int]("lamps")
      assert(b.node.group[Int]("lamps").join(b.probe[Int].ref))
      sees(group, 1)
      val left = scala.concurrent.Promise[Int]()
      val _ = a.node.onEvent:
        case NodeEvent.Down(_, _) => left.trySuccess(group.members.size): Unit
        case _ => ()
      b.stop()
      assertEquals(await(left.future), 0)

  test("all nodes choose the same member for a key, and keep it when others leave"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (atA, atB) = (a.node.group[Ask]("workers"), b.node.group[Ask]("workers"))
      assertEquals(atA.byKey("x"), None)
      def worker(name: String)(using Actor[Ask]): Behavior[Ask] = react:
        case Ask(to) =>
          to ! name
          worker(name)
      val atEnds = List("a1", "a2").map(n => n -> a.run[Ask](worker(n)))
      atEnds.foreach((_, ref) => assert(atA.join(ref)))
      List("b1", "b2").foreach(n => assert(atB.join(b.run[Ask](worker(n)))))
      sees(atA, 4)
      sees(atB, 4)
      val keys = (0 until 200).map(i => s"key $i")
      def chosen(group: NodeGroup[Ask]) =
        keys.map(k => await(group.byKey(k).get.ask[String](1.minute)(Ask(_))))
      val before = chosen(atA)
      assertEquals(chosen(atB), before)
      // all take part: with 200 keys, none of four is left out but with a chance of 10^-24
      assertEquals(before.toSet.size, 4)
      assert(atA.leave(atEnds(0)(1)))
      sees(atB, 3)
      for (was, now) <- before.zip(chosen(atB)) do if was != "a1" then assertEquals(now, was)

  test("a question to all members has the first answer"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (atA, atB) = (a.node.group[Ask]("workers"), b.node.group[Ask]("workers"))
      val silent = a.run[Ask](loop(react { case Ask(_) => done }))
      val other = b.run[Ask](loop(react:
        case Ask(to) =>
          to ! "b"
          done))
      assert(atA.join(silent) && atB.join(other))
      sees(atA, 2)
      val group = a.run[Ask](loop(react: ask =>
        atA.broadcast(ask): Unit
        done))
      assertEquals(await(group.ask[String](1.minute)(Ask(_))), "b")

  test("a question to all members fails when all of them have lost it, and not before"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (atA, atB) = (a.node.group[Ask]("workers"), b.node.group[Ask]("workers"))
      def deaf(machine: Machine) = machine.run[Ask](react { case Ask(to) if to == null => stop })
      val (here, there) = (deaf(a), deaf(b))
      assert(atA.join(here) && atB.join(there))
      sees(atA, 2)
      val sent = scala.concurrent.Promise[Int]()
      val group = a.run[Ask](loop(react: ask =>
        sent.success(atA.broadcast(ask))
        done))
      val asked = group.ask[String](1.minute)(Ask(_))
      assertEquals(await(sent.future), 2)
      here.kill()
      assertEquals(awaitNext(a.deadLetters, "its question").receiver, here)
      assert(!asked.isCompleted)
      there.kill()
      assert(clue(awaitFailure(asked)).isInstanceOf[UnansweredException])

  test("a question fails when the last member of a node leaves while it is under way"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val (atA, atB) = (a.node.group[Ask]("workers"), b.node.group[Ask]("workers"))
      val worker = b.run[Ask](loop(react:
        case Ask(to) =>
          to ! "b"
          done))
      val group = a.run[Ask](loop(react: ask =>
        atA.broadcast(ask): Unit
        atB.leave(worker): Unit
        done))
      // it may arrive before
      for _ <- 1 to 20 do
        assert(atB.join(worker))
        sees(atA, 1)
        awaitTry(group.ask[String](10.minutes)(Ask(_))).failed.foreach: lost =>
          assert(clue(lost).isInstanceOf[UnansweredException])
        sees(atA, 0)

  test("members whose messages have another type are left out"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      assert(a.node.group[String]("lamps").join(a.probe[String].ref))
      val atB = b.node.group[Int]("lamps")
      a.node.register("marker", a.probe[Int].ref)
      // the announcement has arrived
      val _ = b.found[Int](a, "marker")
      assertEquals((atB.members.size, atB.broadcast(1)), (0, 0))
      val refusal = intercept[IllegalArgumentException](b.node.group[String]("lamps"))
      assert(clue(refusal.getMessage).contains("group \"lamps\" has messages of another type at node b"))
end FarGroupSuite

object FarGroupSuite:
  final case class Ask(to: ActorRef[String]) derives Pickler
