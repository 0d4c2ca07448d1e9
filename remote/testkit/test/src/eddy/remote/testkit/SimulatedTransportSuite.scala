package eddy.remote.testkit

import eddy.remote.conformance.TransportSuite
import eddy.remote.spi.*
import eddy.remote.testkit.internal.{SimulatedNetwork, SimulatedTransport}
import eddy.runtime.{Engine, EngineConfig}

import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{Future, Promise}
import scala.util.Try

/** The simulated network keeps the contract of real ones. Here it runs in real time, on the only worker of
  * an engine.
  */
class SimulatedTransportSuite extends TransportSuite:
  private lazy val engine = Engine.start(EngineConfig(
    name = "network",
    workers = 1,
    maxSpareWorkers = 0,
    // a test blocks the worker
    reporter = (_, _) => ()
  ))

  override def afterAll(): Unit =
    super.afterAll()
    await(engine.shutdown(5.seconds)): Unit

  private def onWorker[A](act: => A): A =
    val done = Promise[A]()
    engine.execute(() => done.complete(Try(act)): Unit)
    await(done.future)

  protected def network(): Network = new Network:
    private val network = new SimulatedNetwork(engine, java.util.Random(1))
    def transport(name: String, secret: Array[Byte] | Null): NodeTransport =
      Confined(new SimulatedTransport(network, name, engine, secret))
    def address(name: String): NodeAddress = NodeAddress(name)
    def nowhere: NodeAddress = NodeAddress("nowhere")
    def reset(one: String, other: String): Unit = onWorker(network.reset(one, other))

  private final class Confined(inner: NodeTransport) extends NodeTransport:
    def name: String = inner.name
    def start(me: NodeIdentity, settings: TransportSettings, events: TransportEvents): NodeIdentity =
      onWorker(inner.start(me, settings, events))
    def dial(to: NodeAddress): Unit = inner.dial(to)
    def stop(timeout: FiniteDuration): Future[Unit] = onWorker(inner.stop(timeout))
end SimulatedTransportSuite
