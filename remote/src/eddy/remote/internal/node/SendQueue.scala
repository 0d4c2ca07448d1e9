package eddy.remote.internal.node

import eddy.remote.internal.record.RecordFormat

import java.util.{ArrayDeque, LinkedHashMap}

/** The records that wait to be sent to one node. Records to one receiver keep their order. A record that is
  * longer than a frame waits in pieces, in a lane of its receiver's own; lanes take turns with each other and
  * with the other records, so that a large message delays only later ones to the same receiver. Table entries
  * come first: they are short, and records need them.
  *
  * Guarded by its own lock. After [[close]] it takes nothing.
  *
  * @param maxBytes of messages
  * @param maxSignalBytes of signals, which have a bound of their own
  */
private[remote] final class SendQueue[A](maxBytes: Long, maxSignalBytes: Long):
  import SendQueue.*

  private val tables = new ArrayDeque[Array[Byte]]()
  private val small = new ArrayDeque[Entry[A]]()
  // by receiver, the next one first
  private val lanes = new LinkedHashMap[Long, ArrayDeque[Entry[A]]]()
  private var messageBytes = 0L
  private var signalBytes = 0L
  private var streams = 0L
  // bytes of small records that may go before the next piece of a large one
  private var turn = 0
  private var closed = false

  /** Bytes of messages that wait. */
  def unsentBytes: Long = synchronized(messageBytes)

  def addTable(record: Array[Byte]): Unit = synchronized:
    if !closed then tables.add(record): Unit

  /** @param receiver whose order it keeps
    * @param message what is lost with the record
    */
  def addMessage(receiver: Long, record: Array[Byte], message: A): Added = synchronized:
    if closed then Added.Closed
    else if messageBytes + record.length > maxBytes then Added.Full
    else
      add(receiver, record, message, isSignal = false)
      Added.Queued

  /** @param receiver whose order it keeps; -1: none */
  def addSignal(receiver: Long, record: Array[Byte]): Added = synchronized:
    if closed then Added.Closed
    else if signalBytes + record.length > maxSignalBytes then Added.Full
    else
      add(receiver, record, null, isSignal = true)
      Added.Queued

  private def add(receiver: Long, record: Array[Byte], message: A | Null, isSignal: Boolean): Unit =
    val lane = lanes.get(receiver)
    if record.length > RecordFormat.maxBytes then
      val own = if lane != null then lane else new ArrayDeque[Entry[A]]()
      if lane == null then lanes.put(receiver, own): Unit
      streams += 1
      val pieces = RecordFormat.pieces(streams, record).toArray
      for i <- pieces.indices do
        val isLast = i == pieces.length - 1
        own.add(Entry(pieces(i), if isLast then message else null, isSignal)): Unit
        count(pieces(i).length, isSignal)
    else
      (if lane != null then lane else small).add(Entry(record, message, isSignal)): Unit
      count(record.length, isSignal)

  private def count(bytes: Int, isSignal: Boolean): Unit =
    if isSignal then signalBytes += bytes else messageBytes += bytes

  /** The next frame, or null if none waits. */
  def poll(): Array[Byte] | Null = synchronized:
    val table = tables.poll()
    if table != null then table
    else
      val entry = if !small.isEmpty && (lanes.isEmpty || turn > 0) then small.poll().nn else pollLane()
      if entry == null then null
      else
        turn -= entry.frame.length
        count(-entry.frame.length, entry.isSignal)
        entry.frame

  private def pollLane(): Entry[A] | Null =
    turn = RecordFormat.maxBytes
    val all = lanes.entrySet.nn.iterator.nn
    if !all.hasNext then null
    else
      val first = all.next().nn
      val (receiver, lane) = (first.getKey.nn, first.getValue.nn)
      all.remove()
      val entry = lane.poll()
      // behind the others
      if !lane.isEmpty then lanes.put(receiver, lane): Unit
      // the piece itself takes nothing of the turn
      if entry != null then turn += entry.frame.length
      entry

  /** The lost messages. */
  def close(): List[A] = synchronized:
    closed = true
    var lost = List.empty[A]
    def lose(entries: ArrayDeque[Entry[A]]): Unit = entries.forEach: entry =>
      val message = entry.message
      if message != null then lost = message.asInstanceOf[A] :: lost
    lanes.values.nn.forEach(lose(_))
    lose(small)
    List(tables, small).foreach(_.clear())
    lanes.clear()
    messageBytes = 0
    signalBytes = 0
    lost.reverse
end SendQueue

private[remote] object SendQueue:
  enum Added derives CanEqual:
    case Queued, Full, Closed

  /** @param message null: of a signal, or of a piece but the last */
  private final class Entry[A](val frame: Array[Byte], val message: A | Null, val isSignal: Boolean)
