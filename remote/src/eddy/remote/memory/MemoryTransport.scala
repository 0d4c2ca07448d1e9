package eddy.remote.memory

import eddy.remote.session.{ClusterSecret, Connector, JdkIoThread, SessionDriver}
import eddy.remote.spi.*

import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future, Promise}

/** The transport of one node of a [[MemoryNetwork]]. */
private[memory] final class MemoryTransport(
    private[memory] val network: MemoryNetwork,
    val address: String,
    secret: Array[Byte] | Null
) extends NodeTransport,
      Connector:
  private[memory] val io: JdkIoThread = new JdkIoThread(s"eddy-remote-$address")
  private val isStopping = new AtomicBoolean
  private val stopped = Promise[Unit]()
  @volatile private var present: SessionDriver | Null = null

  private[memory] def driver: SessionDriver = present match
    case null => throw IllegalStateException(s"the transport of $address was not started")
    case known => known

  def name: String = "memory"

  def start(me: NodeIdentity, settings: TransportSettings, events: TransportEvents): NodeIdentity =
    val known = me.copy(addresses = Vector(NodeAddress(address)))
    val made = SessionDriver(known, settings, ClusterSecret(secret), events, this, io)
    present = made
    network.add(this)
    made.start()
    known

  def dial(to: NodeAddress): Unit = driver.dial(to)

  def connect(to: NodeAddress): Unit = network.connect(this, to.text) match
    case MemoryNetwork.Outcome.Refused =>
      io.execute(() => driver.refused(to, s"no node listens at $to", isFinal = true))
    case MemoryNetwork.Outcome.Unreachable =>
      io.execute(() => driver.refused(to, s"$to does not answer", isFinal = false))
    case MemoryNetwork.Outcome.Connected(mine, theirs) =>
      theirs.owner.io.execute(() => if !theirs.isOver then theirs.owner.driver.accepted(theirs))
      // a reset may have come first
      io.execute: () =>
        if mine.isOver then driver.refused(to, "the connection was reset", isFinal = false)
        else driver.connected(to, mine)

  def stop(timeout: FiniteDuration): Future[Unit] =
    if isStopping.compareAndSet(false, true) then
      driver.stop(timeout).foreach { _ =>
        network.remove(this)
        io.stop()
        stopped.trySuccess(()): Unit
      }(using ExecutionContext.parasitic)
    stopped.future

  /** Without any event. */
  private[memory] def crash(): Unit =
    isStopping.set(true)
    io.stop()
    stopped.trySuccess(()): Unit
end MemoryTransport
