package eddy.actor.testkit

import eddy.actor.*

import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** Actors that continue without a wait, in many orders of events. */
class ExploredWaitlessSuite extends eddy.testing.PatientSuite:
  private val often = sys.env.get("EDDY_EXPLORE_RUNS").map(_.toInt).getOrElse(300)

  test("others have their turn while an actor loops without a wait, and it can be killed"):
    val explored = Simulation.explore(often): sim =>
      val seen = mutable.ArrayBuffer.empty[Int]
      val spinner = actor[Unit](loop(done))
      val echo = actor[Int](loop(react { n =>
        seen += n; if n == 5 then spinner.kill(); done
      }))
      val _ = actor[Unit] { (1 to 5).foreach(echo ! _); stop }
      sim.runUntilIdle()
      assertEquals(seen.toList, List(1, 2, 3, 4, 5))
      assert(!spinner.isAlive)
    assert(explored.orders > often / 2, explored.toString)

  test("messages to an actor between rounds without a wait are taken afterwards, in order"):
    val _ = Simulation.explore(often): sim =>
      val seen = mutable.ArrayBuffer.empty[Int]
      var rounds = 200
      val busy = actor[Int]:
        loopWhile(rounds > 0) { rounds -= 1; done } andThen loop(react { n =>
          seen += n; done
        })
      val _ = actor[Unit] { (1 to 5).foreach(busy ! _); stop }
      sim.runUntilIdle()
      assertEquals(seen.toList, List(1, 2, 3, 4, 5))

  test("a child that never waits is killed when its time to start is over, and restarted"):
    val _ = Simulation.explore(50): sim =>
      var lives = 0
      val child = Child[Unit]("spinner", ChildOptions(startTimeout = 1.second)):
        lives += 1
        if lives == 1 then loopWhile(lives == 1)(done) else react { case () => stop }
      // in a simulation time stands still as long as there is something to do: somebody has to end it
      val supervisor = supervise(Supervision(intensity = Intensity(10, 1.hour)))(child)
      sim.system.engine.executionContext.execute(() => child.ref.kill())
      sim.runUntilIdle()
      assertEquals(lives, 2)
      assertEquals(sim.await(supervisor.children), List(ChildInfo("spinner", 1)))
end ExploredWaitlessSuite
