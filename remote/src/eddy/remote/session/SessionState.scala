package eddy.remote.session

import eddy.remote.spi.SessionEnd

import java.util.ArrayDeque
import scala.jdk.CollectionConverters.*

/** One end of the session of two incarnations of nodes: which session is open, which connection carries it,
  * and which frames the other end may lack. It does no I/O, has no clock and no threads: its methods change
  * the state, and return what the caller has to do.
  *
  * Sessions of a pair are numbered. An end opens a session when a connection is agreed upon, and never opens
  * a number again. The connections of a pair are numbered, too: of two that begin at the same time, with the
  * same number, that of the lower incarnation stays.
  *
  * A frame has no number on the wire. Both ends say on a new connection with which frame they begin, and
  * count.
  *
  * @tparam C a connection
  * @param isLower the incarnation of this end is lower than that of the other end
  */
private[eddy] final class SessionState[C <: AnyRef](isLower: Boolean):
  import SessionAction.*

  private var number = 0
  private var open = false
  private var connections = 0
  private var attached: C | Null = null
  private var lastReceived = 0L
  private var lastSent = 0L
  // of the frame that came last over the attached connection; -1: the other end has not said where it begins
  private var arriving = -1L
  // the frames up to lastSent that the other end has not acknowledged
  private val retained = new ArrayDeque[Array[Byte]]()
  private var bytes = 0L

  def isOpen: Boolean = open
  def connection: C | Null = attached

  /** Bytes of the frames that the other end may lack, as they travel. */
  def retainedBytes: Long = bytes

  /** What this end says of itself before a connection is agreed upon. */
  def position: SessionPosition = SessionPosition(number, open, lastReceived, connections)

  /** The number of the last received frame, for an acknowledgement. */
  def received: Long = lastReceived

  /** The other end has accepted a connection that this end has dialed. */
  def welcomed(by: C, theirs: SessionPosition): List[SessionAction[C]] =
    // the other one is attached to the same connection, or was
    if attached != null then List(Drop(by))
    else
      val agreed = agree(theirs)
      val begin = moveTo(agreed)
      // it may have acknowledged more since it said so
      val has = math.max(if theirs.number == agreed then theirs.received else 0L, released)
      connections = math.max(connections, theirs.connections) + 1
      if !isPossible(has) then begin ++ violated(by, s"it acknowledges frame $has")
      else
        release(has)
        attached = by
        arriving = -1
        begin ++ (Start(by, SessionStart(agreed, lastReceived, has + 1, connections)) :: replay(by))

  /** The other end has dialed a connection, and begins. */
  def started(by: C, start: SessionStart): List[SessionAction[C]] =
    val before = attached
    val isStale = start.number < number || start.number == number && !open
    val isBehind = start.connection < connections ||
      // both have dialed at once
      start.connection == connections && before != null && isLower
    if isStale || isBehind then List(Drop(by))
    else
      val begin = moveTo(start.number)
      if !isPossible(start.received) then begin ++ violated(by, s"it acknowledges frame ${start.received}")
      else if start.first < 1 || start.first > lastReceived + 1 then
        begin ++ violated(by, s"it begins with frame ${start.first} after frame $lastReceived")
      else
        connections = start.connection
        release(start.received)
        // null if the move has closed a session
        val dropped = if attached == null then Nil else List(Drop(attached.nn))
        attached = by
        arriving = start.first - 1
        begin ++ dropped ++ (Begin(by, released + 1) :: replay(by))
  end started

  /** The accepting end of a connection says with which frame it begins. */
  def begun(by: C, first: Long): List[SessionAction[C]] =
    if attached ne by then Nil
    else if arriving >= 0 || first < 1 || first > lastReceived + 1 then
      violated(by, s"it begins with frame $first after frame $lastReceived")
    else
      arriving = first - 1
      Nil

  /** A frame has arrived. */
  def frame(by: C): Arrived =
    if attached ne by then Arrived.Ignored
    else if arriving < 0 then Arrived.Unexpected
    else
      arriving += 1
      if arriving <= lastReceived then Arrived.Ignored
      else
        lastReceived = arriving
        Arrived.New

  def acknowledged(by: C, frame: Long): List[SessionAction[C]] =
    if attached ne by then Nil
    else if !isPossible(frame) then violated(by, s"it acknowledges frame $frame")
    else
      release(frame)
      Nil

  /** A frame that is to be sent, over the attached connection or the next one. */
  def send(frame: Array[Byte]): Unit =
    lastSent += 1
    retained.addLast(frame)
    bytes += frame.length + SessionState.overhead

  /** The other end closes the session. */
  def farewell(by: C, why: SessionEnd): List[SessionAction[C]] =
    if attached ne by then List(Drop(by)) else end(why)

  /** The connection is lost. True if it was attached: then a new one is needed in time. */
  def broken(connection: C): Boolean =
    val mine = attached eq connection
    if mine then attached = null
    mine

  /** Closes the session for good. The other end is notified, now or on the next connection. */
  def close(why: SessionEnd): List[SessionAction[C]] = attached match
    case null => end(why)
    case present => if open then Farewell(present, why) :: end(why) else Nil

  private def violated(by: C, what: String): List[SessionAction[C]] =
    val why = SessionEnd.Violated(s"the other node broke the protocol: $what")
    Farewell(by, why) :: Drop(by) :: end(why)

  private def end(why: SessionEnd): List[SessionAction[C]] =
    val connection = attached
    attached = null
    arriving = -1
    retained.clear()
    bytes = 0
    val dropped = if connection == null then Nil else List(Drop(connection))
    if open then
      open = false
      dropped :+ Closed(number, why)
    else dropped

  /** The session that both ends continue with, or begin. */
  private def agree(theirs: SessionPosition): Int =
    // of a session that one end knows and the other does not, the start is still on its way, or was lost
    if open && theirs.isOpen then math.max(number, theirs.number)
    else if theirs.isOpen && theirs.number > number then theirs.number
    else if open && number > theirs.number then number
    else math.max(number, theirs.number) + 1

  private def moveTo(session: Int): List[SessionAction[C]] =
    if session == number && open then Nil
    else
      val ended = end(SessionEnd.Lost("the other node had closed the session"))
      number = session
      open = true
      lastReceived = 0
      lastSent = 0
      ended :+ Opened(session)

  private def isPossible(acknowledged: Long) = acknowledged >= 0 && acknowledged <= lastSent

  /** The last frame that the other end has acknowledged. */
  private def released = lastSent - retained.size

  private def release(acknowledged: Long): Unit =
    while released < acknowledged do bytes -= retained.removeFirst().nn.length + SessionState.overhead

  private def replay(by: C): List[SessionAction[C]] =
    if retained.isEmpty then Nil else List(Replay(by, retained.asScala.toList))
end SessionState

private object SessionState:
  /** The length before each frame: so many small frames do not count as nothing. */
  val overhead = 4

/** What an end of a session says before a connection is agreed upon.
  *
  * @param number of the last session that it has opened; 0 before the first
  * @param received the last frame received in it
  * @param connections of the pair so far
  */
private[eddy] final case class SessionPosition(number: Int, isOpen: Boolean, received: Long, connections: Int)
    derives CanEqual

/** The dialing end continues a session, or begins one.
  *
  * @param received its last received frame
  * @param first the frame with which it begins to send
  * @param connection the number of the connection
  */
private[eddy] final case class SessionStart(number: Int, received: Long, first: Long, connection: Int)
    derives CanEqual

/** What the caller of a [[SessionState]] has to do. */
private[eddy] enum SessionAction[+C]:
  case Opened(number: Int)
  case Closed(number: Int, why: SessionEnd)

  /** Send over a connection that this end has dialed. */
  case Start(to: C, start: SessionStart)

  /** Send over a connection that the other end has dialed. */
  case Begin(to: C, first: Long)
  case Replay(to: C, frames: List[Array[Byte]])
  case Farewell(to: C, why: SessionEnd)
  case Drop(connection: C)
end SessionAction

/** What became of a frame. */
private[eddy] enum Arrived derives CanEqual:
  case New, Ignored

  /** It breaks the protocol. */
  case Unexpected
