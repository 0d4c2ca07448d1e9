package eddy.actor.testkit

import eddy.actor.*

import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** Eddy's own promises about actors, links, names and mailboxes, in many orders of events. */
class ExploredActorsSuite extends eddy.testing.PatientSuite:
  private val often = sys.env.get("EDDY_EXPLORE_RUNS").map(_.toInt).getOrElse(300)

  test("messages from one sender arrive in order, and each once"):
    val _ = Simulation.explore(often): _ =>
      val probe = TestProbe[(Int, Int)]()
      (1 to 4).foreach: sender =>
        val _ = actor[Unit] { (1 to 5).foreach(n => probe.ref ! (sender, n)); stop }
      val all = probe.receiveN(20)
      (1 to 4).foreach(sender => assertEquals(all.collect { case (`sender`, n) => n }, (1 to 5).toList))

  test("the messages of an actor arrive before its end, with a bounded mailbox too, of either kind"):
    val _ = Simulation.explore(often): sim =>
      val seen = mutable.ArrayBuffer.empty[Any]
      def begin(using Actor[Any]): Unit =
        val me = self
        val worker = actor[Unit](react { case () => (1 to 3).foreach(me ! _); stop })
        val _ = monitor(worker)(_ => "down")
        worker ! ()
      def reacting(using Actor[Any]): Behavior[Any] =
        begin
        loop(react { message =>
          seen += message; done
        })
      def threaded(using ThreadActor[Any]): Unit =
        begin
        while true do receive { message => (seen += message): Unit }
      val _ =
        if sim.random.nextBoolean() then actor.bounded[Any](10, Overflow.Refuse)(reacting)
        else threadActor.bounded[Any](10, Overflow.DropOldest)(threaded)
      sim.runUntilIdle()
      assertEquals(seen.toList, List[Any](1, 2, 3, "down"))

  test("selective receive keeps the order of what it leaves, in reacting actors and in those with threads"):
    val _ = Simulation.explore(often): sim =>
      val probe = TestProbe[Any]()
      def reacting = actor[Any](react { case "go" => loop(react { case n: Int => probe.ref ! n; done }) })
      def threaded = threadActor[Any]:
        val _ = receive { case "go" => () }
        (1 to 3).foreach(_ => probe.ref ! receive { case n: Int => n })
      val ref = if sim.random.nextBoolean() then reacting else threaded
      val _ = actor[Unit] { (1 to 3).foreach(ref ! _); stop }
      val _ = actor[Unit] { ref ! "go"; stop }
      assertEquals(probe.receiveN(3), List(1, 2, 3))

  test("in a graph of links one failure ends all that are connected and do not trap, and nobody else"):
    val _ = Simulation.explore(often): sim =>
      val size = 6
      val edges = (1 until size).filter(_ => sim.random.nextInt(3) > 0).map(n => (sim.random.nextInt(n), n))
      val actors: Vector[ActorRef[ActorRef[?] | Int]] = Vector.fill(size):
        actor[ActorRef[?] | Int]:
          loop:
            react:
              case other: ActorRef[?] => link(other); done
              case n: Int => throw IllegalStateException(s"$n")
      edges.foreach((from, to) =>
        if sim.random.nextBoolean() then actors(from) ! actors(to) else actors(to) ! actors(from)
      )
      sim.runUntilIdle()
      actors(0) ! 0
      sim.runUntilIdle()
      var gone = Set(0)
      (1 to size).foreach: _ =>
        edges.foreach((from, to) => if gone(from) || gone(to) then gone = gone + from + to)
      assertEquals(actors.indices.filterNot(actors(_).isAlive).toSet, gone)

  test("when one actor ends while it is being linked or watched, the other is notified exactly once"):
    val _ = Simulation.explore(often): sim =>
      val told = mutable.ArrayBuffer.empty[ExitReason]
      val ended = mutable.ArrayBuffer.empty[ExitReason]
      val short = actor[Unit](react { case () => exit(ExitReason.Because(1)) })
      val _ = actor[Exit | ExitReason]:
        trapExit(identity)
        link(short)
        val _ = monitor(short)(identity)
        loop:
          react:
            case Exit(_, reason) => told += reason; done
            case reason: ExitReason => ended += reason; done
      val _ = actor[Unit] { short ! (); stop }
      sim.runUntilIdle()
      val possible = Set[ExitReason](ExitReason.Because(1), ExitReason.NoActor)
      assertEquals((told.size, ended.size), (1, 1))
      assert(possible(told.head) && possible(ended.head), s"$told $ended")

  test("after an unlink the end of the other is not heard of, even if it was on its way"):
    val _ = Simulation.explore(often): sim =>
      var heard = false
      val other = actor[Unit](react { case () => exit(ExitReason.Because(1)) })
      val one = actor[Exit | "unlink"]:
        trapExit(identity)
        link(other)
        var free = false
        loop:
          react:
            case "unlink" => unlink(other); free = true; done
            case _: Exit => heard ||= free; done
      val _ = actor[Unit] { other ! (); stop }
      val _ = actor[Unit] { one ! "unlink"; stop }
      sim.always("an end is not heard of after the unlink")(!heard)

  test("a bounded mailbox loses nothing that it does not count"):
    val _ = Simulation.explore(often): sim =>
      val policies = Vector[Overflow[Int]](
        Overflow.Refuse,
        Overflow.DropOldest,
        Overflow.DropNewest,
        Overflow.KeepLatest(_ % 3)
      )
      var handled = 0
      val ref = actor.bounded[Int](2, policies(sim.random.nextInt(policies.size))):
        loop(react { case _ => handled += 1; done })
      (1 to 5).foreach: n =>
        val _ = actor[Unit] { ref ! n; ref ! n + 10; stop }
      sim.runUntilIdle()
      val stats = ref.mailboxStats.get
      assertEquals(handled + stats.refused + stats.dropped + stats.replaced, 10L)
      assertEquals(stats.waiting, 0)
      assertEquals(sim.system.stats.deadLetters, 10L - handled)

  test("an ask completes once: with the answer, or when its time is over, never neither"):
    val _ = Simulation.explore(often, slowness = 0.1): sim =>
      val server = actor[(Int, ActorRef[Int])](loop(react { case (n, to) => to ! n; to ! n + 100; done }))
      val asked = (1 to 5).map(n => n -> server.ask[Int](1.second)((n, _)))
      asked.foreach: (n, answer) =>
        try assertEquals(sim.await(answer), n)
        catch case _: java.util.concurrent.TimeoutException => ()

  test("reactWithin never times out early, nor after a message has matched"):
    val _ = Simulation.explore(often, slowness = 0.1): sim =>
      val ref = actor[Int]:
        val from = sim.now
        var matched = false
        reactWithin(50.millis):
          case TIMEOUT =>
            assert(!matched && sim.now >= from + 50.millis)
            stop
          case _: Int =>
            matched = true
            reactWithin(50.millis) { case TIMEOUT => assert(sim.now >= from + 50.millis); stop }
      val _ = sendAfter(ref, (40 + sim.random.nextInt(20)).millis, 1)

  test("a name is free again when its actor has terminated, and never belongs to two"):
    val _ = Simulation.explore(often): sim =>
      var holders = 0
      (1 to 3).foreach: _ =>
        val _ = actor[Unit]:
          try
            sim.system.register("one", self)
            holders += 1
          catch case _: NameTakenException => ()
          stop
      sim.runUntilIdle()
      assert(holders >= 1)
      assertEquals(sim.system.whereIs[Unit]("one"), None)
      assertEquals(sim.system.registered, Set.empty)

  test("routers, groups and the bus reach all that live while some end"):
    val _ = Simulation.explore(often): sim =>
      val got = mutable.Map.empty[String, Int].withDefaultValue(0)
      def member(name: String): ActorRef[String] = actor[String]:
        loop(react { case "end" => stop; case _ => got(name) += 1; done })
      val routings = Vector(Routing.RoundRobin, Routing.SmallestMailbox, Routing.ByKey[String](identity))
      val router = Router[String](routings(sim.random.nextInt(3)), 3)(_ => member("router"))
      val group = sim.system.group[String]("g")
      val bus = EventBus[String]()
      (1 to 3).foreach: n =>
        val ref = member(s"group-$n")
        assert(group.join(ref))
        bus.subscribePattern(ref, "/a/*")
      val leaver = group.members.toList.minBy(_.toString)
      val _ = actor[Unit] { leaver ! "end"; stop }
      val _ = actor[Unit] { (1 to 6).foreach(n => router ! s"m$n"); stop }
      sim.runUntilIdle()
      assertEquals(got("router"), 6)
      assertEquals(group.members.size, 2)
      assertEquals(bus.publish("/a/b", "news"), 2)
      router.resize(1)
      sim.runUntilIdle()
      assertEquals(router.routees.size, 1)
end ExploredActorsSuite
