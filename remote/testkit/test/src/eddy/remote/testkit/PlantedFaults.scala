package eddy.remote.testkit

import eddy.remote.spi.*

import scala.collection.mutable
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

/** A transport with a fault, which the checks of [[Traffic]] must find. */
final class PlantedFaults(transport: NodeTransport, fault: PlantedFaults.Planted) extends NodeTransport:
  import PlantedFaults.*

  def name: String = transport.name
  def dial(to: NodeAddress): Unit = transport.dial(to)
  def stop(timeout: FiniteDuration): Future[Unit] = transport.stop(timeout)
  def start(me: NodeIdentity, settings: TransportSettings, events: TransportEvents): NodeIdentity =
    transport.start(me, settings, new Wrong(events))

  private final class Wrong(events: TransportEvents) extends TransportEvents:
    private var frames = 0
    private val held = mutable.Map.empty[TransportSession, Array[Byte]]
    private val ended = mutable.ArrayBuffer.empty[(TransportSession, SessionEnd)]

    def opened(session: TransportSession): Unit =
      events.opened(session)
      ended.foreach(events.closed(_, _))
      ended.clear()

    def closed(session: TransportSession, why: SessionEnd): Unit = fault match
      case Planted.UpBeforeDown => ended += (session -> why)
      case Planted.NoDown if why != SessionEnd.Stopped => ()
      case _ => events.closed(session, why)

    def nextFrame(session: TransportSession): Array[Byte] | Null = events.nextFrame(session)

    def received(session: TransportSession, frame: Array[Byte]): Unit =
      frames += 1
      // the first ones are those that introduce the ends
      val isChosen = frames > 30 && frames % 20 == 0
      fault match
        case Planted.Lost if isChosen => ()
        case Planted.Twice if isChosen =>
          events.received(session, frame.clone)
          events.received(session, frame)
        case Planted.Late if isChosen => held(session) = frame
        case _ =>
          events.received(session, frame)
          held.remove(session).foreach(events.received(session, _))

    def reached(to: NodeAddress, peer: NodeIdentity): Unit = events.reached(to, peer)
    def unreachable(to: NodeAddress, reason: String): Unit = events.unreachable(to, reason)
  end Wrong
end PlantedFaults

object PlantedFaults:
  enum Planted derives CanEqual:
    /** Frames that do not arrive, arrive twice, or after the next one. */
    case Lost, Twice, Late

    /** A new session opens before the end of the one before. */
    case UpBeforeDown

    /** The end of a session is not reported. */
    case NoDown
