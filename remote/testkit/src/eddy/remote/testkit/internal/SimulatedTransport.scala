package eddy.remote.testkit.internal

import eddy.remote.session.{ClusterSecret, Connector, SessionDriver}
import eddy.remote.spi.*
import eddy.runtime.Engine

import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future, Promise}

/** The transport of one node of a simulated cluster.
  *
  * @param secret null: none
  */
private[testkit] final class SimulatedTransport(
    val network: SimulatedNetwork,
    val address: String,
    engine: Engine,
    secret: Array[Byte] | Null = null
) extends NodeTransport,
      Connector:
  val io: SimulatedIo = new SimulatedIo(engine)
  private val stopped = Promise[Unit]()
  private var isStopping = false
  private var present: SessionDriver | Null = null
  private var settings: TransportSettings | Null = null

  def driver: SessionDriver = present match
    case null => throw IllegalStateException(s"the transport of $address was not started")
    case known => known

  def name: String = "simulated"

  def start(me: NodeIdentity, settings: TransportSettings, events: TransportEvents): NodeIdentity =
    val known = me.copy(addresses = Vector(NodeAddress(address)))
    val made = SessionDriver(known, settings, ClusterSecret(secret), events, this, io)
    present = made
    this.settings = settings
    network.add(this)
    made.start()
    known

  def dial(to: NodeAddress): Unit = driver.dial(to)

  def connect(to: NodeAddress): Unit =
    var isOver = false
    val limit = io.after(settings.nn.connectTimeout.toNanos): () =>
      isOver = true
      driver.refused(to, s"$to does not answer", isFinal = false)
    network.connect(this, to.text): outcome =>
      io.execute: () =>
        limit.close()
        outcome match
          case Outcome.Connected(mine) if isOver => mine.close()
          case _ if isOver => ()
          case Outcome.Refused => driver.refused(to, s"no node listens at $to", isFinal = true)
          case Outcome.Connected(mine) =>
            if mine.isOver then driver.refused(to, "the connection was reset", isFinal = false)
            else driver.connected(to, mine)

  def stop(timeout: FiniteDuration): Future[Unit] =
    if !isStopping then
      isStopping = true
      driver.stop(timeout).foreach { _ =>
        network.remove(this)
        stopped.trySuccess(()): Unit
      }(using ExecutionContext.parasitic)
    stopped.future
end SimulatedTransport
