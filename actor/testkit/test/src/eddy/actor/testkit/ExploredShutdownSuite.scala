package eddy.actor.testkit

import eddy.actor.*

import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.util.Try

/** The end of a system, in many orders of events. */
class ExploredShutdownSuite extends eddy.testing.PatientSuite:
  private val often = sys.env.get("EDDY_EXPLORE_RUNS").map(_.toInt).getOrElse(300)

  test(
    "all terminate, children in their order, though some fail, start others or end in the meantime"
  ):
    val explored = Simulation.explore(often): sim =>
      val ends = mutable.ArrayBuffer.empty[String]
      def child(name: String) = Child[String](name):
        trapExit(_ => "exit")
        loop:
          react:
            case "fail" => throw IllegalStateException(s"$name fails")
            case "exit" => ends += name; stop
      val children = List("a", "b", "c").map(child)
      val patient = Supervision(intensity = Intensity(1000, 1.hour))
      val outer = supervise(patient)(children.head, Supervisor.child("inner", patient)(children.tail))
      val threaded = threadActor[String](while true do receive { case _ => () })
      val refused = mutable.ArrayBuffer.empty[Throwable]
      (1 to 2).foreach: _ =>
        val victim = children(sim.random.nextInt(3))
        val _ = actor[Unit]:
          victim.ref ! "fail"
          Try(supervise()(child("late"))).failed.foreach(refused += _)
          stop
      val end = sim.system.shutdown(1.minute)
      val result = sim.await(end)
      sim.runUntilIdle()
      assertEquals((result.killed, result.stuck), (0, 0))
      assertEquals(sim.actors.map(_.name), Vector.empty)
      assert(!outer.ref.isAlive && !threaded.isAlive && children.forall(!_.ref.isAlive))
      val inOrder = ends.filter(_ != "late").toList
      assertEquals(inOrder, inOrder.sorted.reverse)
      assert(refused.forall(_.isInstanceOf[IllegalStateException]), refused.toString)
    assert(explored.orders > often / 2, explored.toString)

  test("those that do not end are killed when the time is over, in virtual time"):
    val _ = Simulation.explore(50): sim =>
      val stubborn = List.fill(3)(actor[Any] { trapExit(identity); loop(react { _ => done }) })
      val end = sim.system.shutdown(1.hour)
      sim.advance(59.minutes)
      assert(!end.isCompleted && stubborn.forall(_.isAlive))
      assertEquals(sim.await(end, 2.minutes), ShutdownResult(3, 3, 0))
      assert(stubborn.forall(!_.isAlive))

  test("a supervisor that takes too long leaves the others a tenth of the time to end by themselves"):
    val _ = Simulation.explore(50): sim =>
      val slow = Child[Any]("slow", ChildOptions(shutdownTimeout = 1.hour)):
        trapExit(identity)
        loop(react { _ => done })
      val supervisor = supervise()(slow)
      val ended = TestProbe[Exit]()
      val other = actor[Exit]:
        trapExit(identity)
        loop:
          react: exit =>
            // it has something to do before
            val _ = sendAfter(self, 5.seconds, exit)
            react { _ => stop }
      ended.watch(other)
      ended.watch(supervisor.ref)
      val end = sim.system.shutdown(100.seconds)
      sim.advance(90.seconds)
      assert(supervisor.ref.isAlive)
      sim.advance(6.seconds)
      assert(!other.isAlive && supervisor.ref.isAlive)
      val result = sim.await(end)
      assertEquals((result.killed, result.stuck), (2, 0))
      sim.runUntilIdle()
      assert(!slow.ref.isAlive)
end ExploredShutdownSuite
