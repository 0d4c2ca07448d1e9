package eddy.remote.conformance

import eddy.remote.spi.*
import eddy.testing.Waits

import java.util.ArrayDeque
import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue, CountDownLatch, LinkedBlockingQueue}
import scala.jdk.CollectionConverters.*

/** The events of one transport, in order, and the frames that its node sends. */
final class RecordedEvents extends TransportEvents:
  import RecordedEvents.*

  private val outcomes = new LinkedBlockingQueue[Event]()
  private val all = new ConcurrentLinkedQueue[Event]()
  // guarded by this; by incarnation of the other node
  private val unsent = new ConcurrentHashMap[TransportSession, ArrayDeque[Array[Byte]]]()
  private val got = new ConcurrentHashMap[TransportSession, LinkedBlockingQueue[Array[Byte]]]()
  @volatile private var obstacle: CountDownLatch | Null = null
  @volatile private var pulled = 0L

  /** Frames taken so far. */
  def taken: Long = pulled

  /** All that happened so far, but frames. */
  def history: List[Event] = all.asScala.toList

  /** The next event but frames. */
  def next(): Event = Waits.awaitNext(outcomes, s"an event after $history")

  def nextOpened(): TransportSession = next() match
    case Event.Opened(session) => session
    case other => throw AssertionError(s"$other instead of an opened session, $history")

  def nextClosed(): SessionEnd = next() match
    case Event.Closed(_, why) => why
    case other => throw AssertionError(s"$other instead of a closed session, $history")

  /** The next event that is of this kind; others are skipped. */
  def until[A](what: String)(kind: PartialFunction[Event, A]): A =
    var found: Option[A] = None
    while found.isEmpty do found = kind.lift(Waits.awaitNext(outcomes, s"$what after $history"))
    found.get

  def send(session: TransportSession, frames: Iterable[Array[Byte]]): Unit =
    val queue = unsent.get(session)
    queue.synchronized(frames.foreach(queue.add(_)))
    session.wake()

  /** The next frames of a session. */
  def frames(session: TransportSession, count: Int): Vector[Array[Byte]] =
    val queue = got.get(session)
    Vector.fill(count)(Waits.awaitNext(queue, "a frame"))

  def hasFrames(session: TransportSession): Boolean = !got.get(session).isEmpty

  /** From now on each arriving frame waits in the transport's call until the latch is open. */
  def blockBy(latch: CountDownLatch): Unit = obstacle = latch

  private def note(event: Event): Unit =
    all.add(event): Unit
    outcomes.add(event): Unit

  def opened(session: TransportSession): Unit =
    unsent.put(session, new ArrayDeque()): Unit
    got.put(session, new LinkedBlockingQueue()): Unit
    note(Event.Opened(session))

  def closed(session: TransportSession, why: SessionEnd): Unit = note(Event.Closed(session, why))

  def nextFrame(session: TransportSession): Array[Byte] | Null =
    val queue = unsent.get(session)
    val frame = queue.synchronized(queue.poll())
    if frame != null then pulled += 1
    frame

  def received(session: TransportSession, frame: Array[Byte]): Unit =
    val present = obstacle
    if present != null then Waits.await(present, "the test lets frames pass")
    got.get(session).add(frame): Unit

  def reached(to: NodeAddress, peer: NodeIdentity): Unit = note(Event.Reached(to, peer))
  def unreachable(to: NodeAddress, reason: String): Unit = note(Event.Unreachable(to, reason))
end RecordedEvents

object RecordedEvents:
  enum Event:
    case Opened(session: TransportSession)
    case Closed(session: TransportSession, why: SessionEnd)
    case Reached(to: NodeAddress, peer: NodeIdentity)
    case Unreachable(to: NodeAddress, reason: String)
