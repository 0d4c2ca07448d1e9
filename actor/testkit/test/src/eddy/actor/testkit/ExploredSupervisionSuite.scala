package eddy.actor.testkit

import eddy.actor.*

import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.util.Try

/** Eddy's own promises about supervisors, in many orders of events. */
class ExploredSupervisionSuite extends eddy.testing.PatientSuite:
  private val often = sys.env.get("EDDY_EXPLORE_RUNS").map(_.toInt).getOrElse(300)

  private final class Notes:
    val lines = mutable.ArrayBuffer.empty[String]
    def apply(line: String): Unit = lines += line

  private def child(name: String, notes: Notes, options: ChildOptions[Any] = ChildOptions())(using
      ActorSystem
  ): Child[String] =
    Child[String](name, options):
      notes(s"$name starts")
      loop:
        react:
          case "fail" => throw IllegalStateException(s"$name fails")
          case "end" => stop
          case text =>
            notes(s"$name: $text")
            done

  private val patient = Supervision(intensity = Intensity(1000, 1.hour))

  for strategy <- Strategy.values do
    test(s"$strategy: whichever child fails when, all children run again, and no kept message is lost"):
      val explored = Simulation.explore(often, slowness = 0.02): sim =>
        val notes = new Notes
        val names = List("a", "b", "c")
        val children = names.map(child(_, notes))
        val backoff = if sim.random.nextBoolean() then Backoff.none else Backoff(1.milli, 20.millis)
        val supervisor = supervise(patient.copy(strategy = strategy, backoff = backoff))(children*)
        val crashes = 1 + sim.random.nextInt(4)
        (1 to crashes).foreach: n =>
          val victim = children(sim.random.nextInt(3))
          val _ = actor[Unit] { victim.ref ! "fail"; stop }
          val _ = actor[Unit] { children.foreach(_.ref ! s"m$n"); stop }
        sim.runUntilIdle()
        names.foreach: name =>
          val got = notes.lines.filter(_.startsWith(s"$name: m")).toList
          assertEquals(got.sorted, (1 to crashes).map(n => s"$name: m$n").toList.sorted)
        assert(children.forall(_.ref.isAlive))
        sim.await(supervisor.shutdown()): Unit
        sim.runUntilIdle()
        assertEquals(sim.actors.map(_.name), Vector.empty)
      assert(explored.orders > often / 2, explored.toString)
  end for

  test("children start in order, also again"):
    val _ = Simulation.explore(often): sim =>
      val notes = new Notes
      val children = List("a", "b", "c").map(child(_, notes))
      val _ = supervise(patient.copy(strategy = Strategy.AllForOne))(children*)
      children(sim.random.nextInt(3)).ref ! "fail"
      sim.runUntilIdle()
      val starts = notes.lines.filter(_.endsWith("starts")).toList
      assertEquals(starts, List("a", "b", "c", "a", "b", "c").map(name => s"$name starts"))

  test("too many restarts end the supervisor and every child, whenever they fall"):
    val _ = Simulation.explore(often): sim =>
      val notes = new Notes
      val children = List("a", "b").map(child(_, notes))
      val supervisor = supervise(Supervision(intensity = Intensity(2, 1.hour)))(children*)
      val probe = TestProbe[Unit]()
      probe.watch(supervisor.ref)
      (1 to 3).foreach: n =>
        val _ = actor[Unit] { children(n % 2).ref ! "fail"; stop }
      probe.expectEnd(supervisor.ref) match
        case ExitReason.Failed(_: GaveUpException) => ()
        case other => fail(s"ended: $other")
      sim.runUntilIdle()
      assert(children.forall(!_.ref.isAlive))

  test("restarts wait for their back-off in virtual time"):
    val _ = Simulation.explore(50): sim =>
      val notes = new Notes
      val one = child("a", notes)
      val _ = supervise(patient.copy(backoff = Backoff(1.minute, 1.hour, jitter = 0)))(one)
      one.ref ! "fail"
      one.ref ! "fail"
      sim.advance(59.seconds)
      assertEquals(notes.lines.toList, List("a starts"))
      sim.advance(1.second)
      sim.advance(119.seconds)
      assertEquals(notes.lines.size, 2)
      sim.advance(2.seconds)
      assertEquals(notes.lines.size, 3)

  test("a child that is late in two back-offs is restarted with its group after the second"):
    val _ = Simulation.explore(50): sim =>
      val probe = TestProbe[String]()
      // an answer that never comes: an actor that waits for it in place is late
      val never = actor[ActorRef[Int]](react { case to if !to.isAlive => stop })
      def child(name: String) = Child[String](name, ChildOptions(shutdownTimeout = 10.millis)):
        probe.ref ! s"$name starts"
        loop:
          react:
            case "fail" => throw IllegalStateException("fail")
            case "wait" =>
              val _ = Try(never.askAndWait[Int](25.seconds)(identity))
              done
      val (a, b) = (child("a"), child("b"))
      val backoff = Backoff(10.seconds, 10.seconds, 0)
      val _ = supervise(Supervision(Strategy.AllForOne, Intensity(10, 1.hour), backoff))(a, b)
      probe.expect("a starts")
      probe.expect("b starts")
      b.ref ! "wait"
      sim.advance(1.second)
      // b is given up on after a second, and a restart is scheduled for ten seconds later
      a.ref ! "fail"
      sim.advance(12.seconds)
      probe.expect("a starts")
      sim.advance(3.seconds)
      // b ends at 25 s, before the second back-off is over
      a.ref ! "fail"
      sim.advance(9.seconds + 900.millis)
      probe.expectNone(10.millis)
      sim.advance(1.minute)
      probe.expect("a starts")
      probe.expect("b starts")

  test("a supervisor that is killed takes its children along, and theirs, wherever they are"):
    val _ = Simulation.explore(often): sim =>
      val notes = new Notes
      val leaf = child("leaf", notes)
      val inner = Supervisor.child("inner", patient)(List(leaf))
      val threaded = Child.thread[String]("threaded"):
        while true do receive { case "fail" => throw IllegalStateException("failed"); case _ => () }
      val supervisor = supervise(patient)(inner, child("a", notes), threaded)
      val _ = actor[Unit] { leaf.ref ! "fail"; stop }
      val _ = actor[Unit] { threaded.ref ! "fail"; stop }
      val _ = actor[Unit] { supervisor.ref.kill(); stop }
      sim.runUntilIdle()
      assertEquals(sim.actors.map(_.name), Vector.empty)

  test("children come and go while others fail: each answer is right"):
    val _ = Simulation.explore(often): sim =>
      val notes = new Notes
      val supervisor = supervise(patient)(child("a", notes))
      val b = child("b", notes)
      val added = supervisor.add(b)
      val _ = actor[Unit] { b.ref ! "fail"; stop }
      val twice = supervisor.add(child("b", notes))
      val removed = supervisor.remove("a")
      val unknown = supervisor.remove("z")
      sim.await(added)
      val _ = intercept[IllegalArgumentException](sim.await(twice))
      assertEquals((sim.await(removed), sim.await(unknown)), (true, false))
      sim.runUntilIdle()
      assertEquals(sim.await(supervisor.children).map(_.name), List("b"))
end ExploredSupervisionSuite
