package eddy.remote.spi

import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

/** Carries the frames of a node to other nodes and back. With two incarnations of nodes there is at most one
  * session. Its frames arrive once and in order, until its end.
  */
trait NodeTransport:
  /** Such as `tcp`, for texts. */
  def name: String

  /** Begins to accept sessions, and calls no event before it has returned.
    *
    * @param me without addresses
    * @return with the addresses where this node can be dialed
    * @throws java.io.IOException if it cannot accept, with the address and the remedy in the message
    */
  def start(me: NodeIdentity, settings: TransportSettings, events: TransportEvents): NodeIdentity

  /** Tries once to reach the node at `to`, soon. The outcome is [[TransportEvents.reached]] or
    * [[TransportEvents.unreachable]].
    */
  def dial(to: NodeAddress): Unit

  /** Closes all sessions with [[SessionEnd.Stopped]], after what is queued for them as far as `timeout`
    * allows. The future completes after the last event.
    */
  def stop(timeout: FiniteDuration): Future[Unit]
end NodeTransport

/** The session with one incarnation of another node, as the transport implements it. */
trait TransportSession:
  def peer: NodeIdentity
  def stats: TransportStats

  /** There is something to send. Any thread; returns at once. */
  def wake(): Unit

  /** Runs `task` between two events of the session, unless it is closed by then. Any thread; returns at once.
    */
  def execute(task: Runnable): Unit

  /** Closes the session, at both ends. Any thread; returns at once. */
  def close(why: SessionEnd): Unit

/** Called by a transport, by one thread at a time for each session. The calls return soon. */
trait TransportEvents:
  /** The first call for a session. */
  def opened(session: TransportSession): Unit

  /** The last call for a session. */
  def closed(session: TransportSession, why: SessionEnd): Unit

  /** The next frame to send, or null. From then on the transport keeps it. */
  def nextFrame(session: TransportSession): Array[Byte] | Null

  /** Runs `body`, which reads what has arrived together: actors begin to work on it when it has ended. */
  def together(body: Runnable): Unit = body.run()

  /** From then on the node keeps the frame. */
  def received(session: TransportSession, frame: Array[Byte]): Unit

  /** A dial has found a node. Its session is open. */
  def reached(to: NodeAddress, peer: NodeIdentity): Unit

  /** A dial has failed. */
  def unreachable(to: NodeAddress, reason: String): Unit
end TransportEvents
