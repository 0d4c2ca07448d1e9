package eddy.remote.testkit

import eddy.actor.testkit.SimulationFailure
import eddy.remote.testkit.PlantedFaults.Planted

import scala.concurrent.duration.DurationInt

/** The checks of [[SimulatedFaultsSuite]] can fail: each of these faults is found within a few runs. */
class PlantedFaultsSuite extends eddy.testing.PatientSuite:
  private def found(planted: Planted): String =
    intercept[SimulationFailure] {
      SimulatedCluster.explore(
        runs = 20,
        nodes = 2,
        config = config => config.copy(transport = PlantedFaults(config.transport, planted))
      ): net =>
        val traffic = new Traffic(net)
        net.disturb(3.seconds)(Fault.Reset, Fault.Kill(1.second), Fault.Freeze(20.seconds))
        net.sim.advance(40.seconds)
        net.calm()
        net.sim.advance(30.seconds)
        traffic.checkAtRest()
        if traffic.gapsInSessions > 0 then
          throw AssertionError(s"${traffic.gapsInSessions} messages were lost")
    }.getMessage.nn.takeWhile(_ != '\n')

  for planted <- Planted.values do
    test(s"$planted is found"):
      val what = found(planted)
      val expected = planted match
        // of a large message only a piece is missing: the end that reads closes the session
        case Planted.Lost => "messages were lost|linked"
        case Planted.Twice | Planted.Late => "gets number"
        case Planted.UpBeforeDown | Planted.NoDown => "hears|only one of|not linked|was not told"
      assert(expected.r.findFirstIn(what).isDefined, what)
end PlantedFaultsSuite
