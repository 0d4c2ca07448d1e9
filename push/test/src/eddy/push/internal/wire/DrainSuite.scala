package eddy.push.internal.wire

import eddy.actor.testkit.Simulation
import eddy.push.*
import eddy.push.internal.Connection

import scala.collection.mutable
import scala.concurrent.duration.DurationInt

class DrainSuite extends eddy.testing.PatientSuite:
  test(
    "connections are sent elsewhere one by one, over all of the given time, and none is admitted"
  ):
    Simulation.run(seed = 1): sim =>
      val engine = sim.system.engine
      val connections = Connections(PushConfig(anonymous = true))
      val told = mutable.ArrayBuffer.empty[Long]
      final class Client extends Connection, Timed:
        def client = "c"
        def user = "u"
        def deadline = 0L
        def due(): Unit = ()
        def unsubscribe(channel: String, code: UnsubscribeCode): Unit = ()
        def revoked(what: eddy.push.internal.Revocation): Unit = ()
        def disconnect(code: Int, reason: String): Unit =
          assertEquals((code, reason), (DisconnectCode.Shutdown.code, DisconnectCode.Shutdown.reason))
          told += engine.nanoTime
          connections.remove(this)
      val count = 200
      for _ <- 1 to count do connections.add(Client())
      val begun = engine.nanoTime
      val gone = connections.drain(engine, 10.seconds)
      assert(connections.isFull)
      sim.advance(10.seconds)
      assertEquals(told.size, count)
      assert(gone.isCompleted)
      // each part of the time has some: that one of them has none is as good as impossible
      val parts = told.map(at => (at - begun) / 2.seconds.toNanos).toSet
      assertEquals(parts.toVector.sorted, (0L to 4L).toVector)

  test("without connections, draining completes at once"):
    Simulation.run(seed = 1): sim =>
      assert(Connections(PushConfig(anonymous = true)).drain(sim.system.engine, 10.seconds).isCompleted)
end DrainSuite
