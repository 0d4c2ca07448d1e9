package eddy.actor.testkit

import eddy.actor.*

import scala.collection.mutable
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Trees of supervisors, and supervisors' clocks, in virtual time. */
class ExploredTreeSuite extends eddy.testing.PatientSuite:
  private val often = sys.env.get("EDDY_EXPLORE_RUNS").map(_.toInt).getOrElse(300)
  private val patient = Supervision(intensity = Intensity(1000, 1.hour))

  /** Takes `rounds` steps to start and `time` to end. */
  private def leaf(
      name: String,
      notes: mutable.Buffer[String],
      rounds: Int = 0,
      time: FiniteDuration = 0.seconds
  )(
      using ActorSystem
  ): Child[Any] =
    Child[Any](name, ChildOptions(startTimeout = 10.hours, shutdownTimeout = 10.hours)):
      var left = rounds
      trapExit(identity)
      loopWhile(left > 0) { left -= 1; done } andThen:
        notes += s"$name starts"
        react:
          case Exit(_, _) => reactWithin(time) { case TIMEOUT => notes += s"$name ends"; stop }
          case _ => throw IllegalStateException("fail")

  test("a tree starts in order and ends in reverse order, however long its leaves take"):
    val _ = Simulation.explore(often): sim =>
      val notes = mutable.ArrayBuffer.empty[String]
      def slow(name: String) = leaf(name, notes, sim.random.nextInt(50), sim.random.nextInt(10_000).seconds)
      val inmost = Supervisor.child("inmost", patient)(List(slow("c"), slow("d")))
      val inner = Supervisor.child("inner", patient)(List(slow("b"), inmost, slow("e")))
      val supervisor = supervise(patient)(slow("a"), inner, slow("f"))
      sim.runUntilIdle()
      assertEquals(notes.toList, "abcdef".map(name => s"$name starts").toList)
      notes.clear()
      sim.await(supervisor.shutdown(), 100.hours): Unit
      assertEquals(notes.toList, "fedcba".map(name => s"$name ends").toList)

  test("an actor ends with its tree, in order, whatever ends it"):
    val _ = Simulation.explore(often): sim =>
      val notes = mutable.ArrayBuffer.empty[String]
      val maker = actor[Unit]:
        val inner = Supervisor.child("inner", patient)(List(leaf("b", notes), leaf("c", notes)))
        val _ = superviseLinked(patient)(leaf("a", notes), inner)
        react { case () => stop }
      sim.runUntilIdle()
      sim.random.nextInt(3) match
        case 0 => maker ! ()
        case 1 => maker.kill()
        case _ => maker.exit(ExitReason.Because("over"))
      sim.runUntilIdle()
      assertEquals(notes.drop(3).toList, List("c ends", "b ends", "a ends"))
      assertEquals(sim.actors.map(_.name), Vector.empty)

  test("a child waiting for a restart when one before it fails restarts with that one, in order, and once"):
    val _ = Simulation.explore(often): sim =>
      val notes = mutable.ArrayBuffer.empty[String]
      val children = List("a", "b", "c").map(leaf(_, notes))
      val supervisor =
        supervise(patient.copy(
          strategy = Strategy.RestForOne,
          backoff = Backoff(1.minute, 1.minute, 0)
        ))(children*)
      sim.advance(1.second)
      children(1).ref ! "fail"
      sim.advance(30.seconds)
      notes.clear()
      children(0).ref ! "fail"
      sim.advance(59.seconds)
      assertEquals(notes.toList, Nil)
      sim.advance(2.seconds)
      assertEquals(notes.toList, List("a starts", "b starts", "c starts"))
      sim.advance(1.hour)
      assertEquals(
        sim.await(supervisor.children),
        List(ChildInfo("a", 1), ChildInfo("b", 1), ChildInfo("c", 1))
      )

  test("a temporary child ends with its group, and is not restarted with it"):
    val _ = Simulation.explore(50): sim =>
      val notes = mutable.ArrayBuffer.empty[String]
      val temporary = Child[Unit]("temporary", ChildOptions(Restart.Temporary)):
        notes += "temporary starts"
        loop(react { case () => done })
      val a = leaf("a", notes)
      val supervisor = supervise(patient.copy(strategy = Strategy.AllForOne))(temporary, a)
      sim.runUntilIdle()
      a.ref ! "fail"
      sim.runUntilIdle()
      assertEquals(notes.toList, List("temporary starts", "a starts", "a starts"))
      assert(!temporary.ref.isAlive)
      assertEquals(sim.await(supervisor.children), List(ChildInfo("a", 1)))

  test("a restart waits as long as the back-off says, with jitter, and never longer than its most"):
    val waits = mutable.ArrayBuffer.empty[FiniteDuration]
    val _ = Simulation.explore(often): sim =>
      val first = (1 + sim.random.nextInt(1000)).millis
      val most = first + sim.random.nextInt(10_000).millis
      val jitter = sim.random.nextInt(11) / 10.0
      var startedAt = Option.empty[FiniteDuration]
      val child = Child[Unit]("child"):
        startedAt = Some(sim.now)
        react { case () => throw IllegalStateException("fail") }
      val _ = supervise(patient.copy(backoff = Backoff(first, most, jitter)))(child)
      sim.advance(1.milli)
      (1 to 8).foreach: n =>
        val failedAt = sim.now
        child.ref ! ()
        startedAt = None
        sim.advance(most)
        val waited = startedAt.getOrElse(fail(s"not restarted within $most")) - failedAt
        val plain = math.min(first.toNanos.toDouble * (1 << (n - 1)), most.toNanos.toDouble)
        // it ran for less than the most since, so the delay continues to double
        assert(waited.toNanos + 2 >= (plain * (1 - jitter)).toLong, s"$n: $waited, $plain, $jitter")
        assert(waited.toNanos <= plain * (1 + jitter) + 2, s"$n: $waited, $plain, $jitter")
        if jitter > 0 && plain < most.toNanos then waits += waited
    assert(waits.distinct.size > waits.size / 2)

  test("a supervisor gives up at the first failure that is one too many within the window, edges included"):
    val _ = Simulation.explore(often): sim =>
      val window = (1 + sim.random.nextInt(1000)).millis
      val most = sim.random.nextInt(4)
      val child = Child[Unit]("child")(react { case () => throw IllegalStateException("fail") })
      val supervisor = supervise(Supervision(intensity = Intensity(most, window)))(child)
      sim.advance(1.second)
      var failures = List.empty[FiniteDuration]
      var steps = 0
      while supervisor.ref.isAlive && steps < 50 do
        steps += 1
        val gap = sim.random.nextInt(6) match
          case 0 => 0.nanos
          case 1 => window
          case 2 => window + 1.nano
          case 3 => window - 1.nano
          case 4 if most > 0 => window / most
          case _ => sim.random.nextInt(1 + (window * 2).toNanos.toInt).nanos
        sim.advance(gap)
        failures = sim.now :: failures
        child.ref ! ()
        sim.advance(0.nanos)
        val inWindow = failures.count(sim.now - _ <= window)
        assertEquals(supervisor.ref.isAlive, inWindow <= most, s"$most within $window: $failures")
end ExploredTreeSuite
