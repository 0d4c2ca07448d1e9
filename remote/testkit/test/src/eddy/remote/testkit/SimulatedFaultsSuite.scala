package eddy.remote.testkit

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** The guarantees of docs/remote.md while connections break, nodes freeze, and processes and machines go. */
class SimulatedFaultsSuite extends eddy.testing.PatientSuite:
  private val runs = eddy.testing.TestLength.rounds(short = 6, full = 30)

  private def disturbed(interval: FiniteDuration, faults: Fault*)(atRest: Traffic => Unit): Unit =
    val _ = SimulatedCluster.explore(runs, maxSteps = 10_000_000): net =>
      val traffic = new Traffic(net)
      net.awaitConnected()
      net.disturb(interval)(faults*)
      net.sim.advance(30.seconds)
      net.calm()
      net.sim.advance(30.seconds)
      net.awaitConnected()
      traffic.checkAtRest()
      atRest(traffic)

  test("connections that break, and short silences, lose nothing"):
    var held, done = 0
    disturbed(3.seconds, Fault.Reset, Fault.Silence(2.seconds), Fault.Freeze(2.seconds)): traffic =>
      assert(traffic.accepted > 500, traffic.accepted)
      done += 1
      // several that come together may take longer than a session waits
      if traffic.lostSessions == 0 then
        held += 1
        assertEquals(traffic.arrived, traffic.accepted)
    assert(2 * held > done, s"$held of $done")

  test("with killed processes and machines without power, order and notices hold"):
    disturbed(1.second, Fault.Reset, Fault.Kill(3.seconds), Fault.Crash(5.seconds), Fault.Kill(50.millis)):
      traffic =>
        assert(traffic.arrived > 300, traffic.arrived)

  test("with long partitions, silences and freezes, order and notices hold"):
    disturbed(
      2.seconds,
      Fault.Partition(20.seconds),
      Fault.Silence(20.seconds),
      Fault.Freeze(20.seconds),
      Fault.Freeze(12.seconds),
      Fault.Reset
    ): traffic =>
      assert(traffic.arrived > 300, traffic.arrived)

  test("with faults of all kinds on machines that are too slow, order and notices hold"):
    val _ = SimulatedCluster.explore(runs, nodes = 4, slowness = 0.05, maxSteps = 10_000_000): net =>
      val traffic = new Traffic(net)
      net.disturb(2.seconds)(
        Fault.Reset,
        Fault.Silence(7.seconds),
        Fault.Partition(15.seconds),
        Fault.Freeze(16.seconds),
        Fault.Kill(1.second),
        Fault.Crash(20.seconds)
      )
      net.sim.advance(1.minute)
      net.calm()
      net.sim.advance(1.minute)
      net.awaitConnected()
      traffic.checkAtRest()
end SimulatedFaultsSuite
