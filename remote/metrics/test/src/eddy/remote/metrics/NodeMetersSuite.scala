package eddy.remote.metrics

import eddy.actor.*
import eddy.actor.spi.remote.Arrival
import eddy.remote.memory.MemoryNetwork
import eddy.remote.{Node, NodeConfig}
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.Eventually

import scala.concurrent.duration.DurationInt

import io.micrometer.core.instrument.simple.SimpleMeterRegistry

class NodeMetersSuite extends eddy.testing.PatientSuite:
  private final class Machine(name: String, network: MemoryNetwork):
    private val engine = Engine.start(EngineConfig(name = name, workers = 1))
    given system: ActorSystem = new ActorSystem(engine)
    val node: Node = Node.start(NodeConfig(name, network.transport(name), maxMessage = 5_000))
    def stop(): Unit =
      await(node.stop(1.second))
      await(engine.shutdown(5.seconds)): Unit

  test("messages, bytes and lost messages are counted by peer, and kept when it has gone"):
    val network = new MemoryNetwork
    val a = Machine("a", network)
    try
      val b = Machine("b", network)
      val registry = SimpleMeterRegistry()
      NodeMeters(a.node).bindTo(registry)
      def counter(name: String) =
        registry.get(s"eddy.remote.$name").tags("peer", "b").functionCounter.count
      def gauge(name: String) = registry.get(s"eddy.remote.$name").gauge.value
      def peerGauge(name: String) = registry.get(s"eddy.remote.$name").tags("peer", "b").gauge.value
      assertEquals(gauge("peers"), 0.0)
      try
        val peer = await(a.node.connect("b"))
        b.node.register(
          "actor",
          Arrival.start[String](one => loop(using one)(react(using one)(_ => done)))(using b.system)
        )
        val far = await(peer.find[String]("actor")).get
        for i <- 1 to 10 do far ! s"$i"
        Eventually.until("ten messages are counted")(counter("messages.sent") == 10.0)
        assert(counter("bytes.sent") > 0)
        assertEquals(gauge("peers"), 1.0)
        val lost =
          registry.get("eddy.remote.messages.lost").tags("peer", "b", "reason", "toolarge").functionCounter
        assertEquals(lost.count, 0.0)
        far ! "1" * 10_000
        assertEquals((lost.count, counter("messages.sent")), (1.0, 10.0))
        far.addMonitor(new Monitor(far, _ => ()))
        assertEquals(peerGauge("monitors"), 1.0)
      finally b.stop()
      Eventually.until("b is gone")(gauge("peers") == 0.0)
      assertEquals(counter("messages.sent"), 10.0)
      assertEquals((peerGauge("monitors"), peerGauge("unsent.bytes")), (0.0, 0.0))
    finally a.stop()
    end try
end NodeMetersSuite
