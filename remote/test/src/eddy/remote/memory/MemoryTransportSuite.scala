package eddy.remote.memory

import eddy.remote.conformance.TransportSuite
import eddy.remote.spi.{NodeAddress, NodeTransport}

import scala.concurrent.duration.DurationInt

class MemoryTransportSuite extends TransportSuite:
  protected def network(): Network = new Network:
    private val memory = new MemoryNetwork
    def transport(name: String, secret: Array[Byte] | Null): NodeTransport = memory.transport(name, secret)
    def address(name: String): NodeAddress = NodeAddress(name)
    def nowhere: NodeAddress = NodeAddress("nowhere")
    def reset(one: String, other: String): Unit = memory.reset(one, other)

  test("an address is taken until its node is stopped"):
    val timeout = 10.seconds
    val net = new MemoryNetwork
    val first = net.transport("a")
    val events = new eddy.remote.conformance.RecordedEvents
    val settings = eddy.remote.spi.TransportSettings(timeout, timeout, timeout)
    def identity(incarnation: Long) = eddy.remote.spi.NodeIdentity("a", "test", incarnation, Vector.empty)
    val _ = first.start(identity(1), settings, events)
    val second = net.transport("a")
    val refusal = intercept[java.io.IOException](second.start(identity(2), settings, events))
    assert(refusal.getMessage.contains("listens at a"), refusal.getMessage)
    await(first.stop(timeout))
    val third = net.transport("a")
    val _ = third.start(identity(3), settings, events)
    await(third.stop(timeout))
end MemoryTransportSuite
