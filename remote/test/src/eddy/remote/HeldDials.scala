package eddy.remote

import eddy.remote.spi.*

import java.util.concurrent.LinkedBlockingQueue
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

/** A transport whose dials of one address have no outcome, as those of a host that drops all packets. */
final class HeldDials(transport: NodeTransport, address: String) extends NodeTransport:
  /** The dials so far. */
  val held = new LinkedBlockingQueue[NodeAddress]()

  def name: String = transport.name
  def start(me: NodeIdentity, settings: TransportSettings, events: TransportEvents): NodeIdentity =
    transport.start(me, settings, events)
  def dial(to: NodeAddress): Unit = if to.text == address then held.add(to): Unit else transport.dial(to)
  def stop(timeout: FiniteDuration): Future[Unit] = transport.stop(timeout)
