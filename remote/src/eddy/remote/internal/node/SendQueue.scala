package eddy.remote.internal.node

import eddy.remote.internal.record.RecordFormat

import java.util.{ArrayDeque, HashMap}

/** The records that wait to be sent to one node. Records to one receiver keep their order.
  *
  * A record that is longer than a frame travels in pieces. It begins when all short records that were there
  * before it are sent, and when the other node has room for it ([[limit]]). From its arrival on, its receiver
  * has a lane of its own, in which later records to that receiver wait, too. Lanes take turns with each other
  * and with the other records, so that a large message delays only later ones to the same receiver. Table
  * entries come first: they are short, and records need them.
  *
  * Guarded by its own lock. After [[close]] it takes nothing.
  *
  * @param maxBytes of messages
  * @param maxSignalBytes of signals, which have a bound of their own
  * @param budget of messages to all nodes. Without it, one message may wait, or several of 1 MiB together: a
  *   node that takes nothing leaves so much to each other one
  */
private[remote] final class SendQueue[A](maxBytes: Long, maxSignalBytes: Long, budget: UnsentBudget):
  import SendQueue.*

  private val tables = new ArrayDeque[Array[Byte]]()
  private val short = new ArrayDeque[Entry[A]]()
  // short records that were taken out together, are sent next, and are not counted. Confined to the thread
  // that polls
  private val drained = new ArrayDeque[Entry[A]]()
  // short records that were added and sent so far
  private var added, sent = 0L
  private val lanes = new HashMap[Long, Lane[A]]()
  // whose first record has not begun, in their order; they have room before those behind them
  private val waiting = new ArrayDeque[Lane[A]]()
  // the next one first
  private val ready = new ArrayDeque[Lane[A]]()
  private var messageBytes = 0L
  // of the budget
  private var taken = 0L
  private var signalBytes = 0L
  private var streams = 0L
  // bytes of short records, and of the first lane, that may go before the turn of the other
  private var shortTurn, laneTurn = RecordFormat.pieceBytes
  // of the other node; 0: not known
  private var maxRecord = 0
  private var maxAssembling = 0L
  // bytes of the large records that have begun
  private var assembling = 0L
  private var closed = false

  /** Bytes of messages that wait, up to 64 KiB less. */
  def unsentBytes: Long = synchronized(messageBytes)

  def addTable(record: Array[Byte]): Unit = synchronized:
    if !closed then tables.add(record): Unit

  /** @param receiver whose order it keeps
    * @param message what is lost with the record
    */
  def addMessage(receiver: Long, record: Array[Byte], message: A): Added =
    addMessage(receiver, record, RecordFormat.noBytes, 0, message)

  /** The same for a record that consists of `head` and `length` bytes of `body`. It keeps both arrays. */
  def addMessage(receiver: Long, head: Array[Byte], body: Array[Byte], length: Int, message: A): Added =
    admit(receiver, new Entry(head, body, length, message, isSignal = false))

  /** @param receiver whose order it keeps; -1: none */
  def addSignal(receiver: Long, record: Array[Byte]): Added =
    admit(receiver, new Entry[A](record, RecordFormat.noBytes, 0, null, isSignal = true))

  private def admit(receiver: Long, entry: Entry[A]): Added = synchronized:
    val left = if entry.isSignal then maxSignalBytes - signalBytes else maxBytes - messageBytes
    if closed then Added.Closed
    else if isTooLarge(entry) then Added.TooLarge
    else if entry.length > left || !entry.isSignal && !hasBudget(entry.length) then Added.Full
    else
      add(receiver, entry)
      Added.Queued

  private def isTooLarge(entry: Entry[A]) = maxRecord > 0 && entry.length > maxRecord

  private def add(receiver: Long, entry: Entry[A]): Unit =
    val lane = if lanes.isEmpty then null else lanes.get(receiver)
    count(entry, entry.left)
    if lane != null then lane.entries.add(entry): Unit
    else if entry.isLarge then
      val own = new Lane[A](receiver, added)
      own.entries.add(entry): Unit
      lanes.put(receiver, own): Unit
      waiting.add(own): Unit
    else
      added += 1
      short.add(entry): Unit

  private def count(entry: Entry[A], bytes: Int): Unit =
    if entry.isSignal then signalBytes += bytes
    else
      messageBytes += bytes
      if taken > 0 then giveBack()

  /** For a further message. */
  private def hasBudget(length: Int): Boolean =
    val lacking = messageBytes + length - ownBytes - taken
    if messageBytes == 0 || lacking <= 0 then true
    else
      // in portions, as all queues of the node change it
      val portion = Math.ceilDiv(lacking, portionBytes) * portionBytes
      val has = budget.take(portion)
      if has then taken += portion
      has

  private def giveBack(): Unit =
    val needed = if messageBytes == 0 then 0 else math.max(0, messageBytes - ownBytes) + portionBytes
    val spare = taken - needed
    if spare >= portionBytes || messageBytes == 0 then
      taken -= spare
      budget.give(spare)

  /** What the other node accepts. Until this is known, no large record begins.
    *
    * @param record bytes of one
    * @param all bytes of the large records that are sent side by side
    * @return the records that are lost, because they are too large
    */
  def limit(record: Int, all: Long): List[Lost[A]] = synchronized:
    maxRecord = record
    maxAssembling = all
    var lost = List.empty[Lost[A]]
    lanes.values.nn.forEach: lane =>
      val (large, fitting) = lane.entries.toArray(Array.empty[Entry[A]]).partition(isTooLarge(_))
      lane.entries.clear()
      fitting.foreach(lane.entries.add(_): Unit)
      for entry <- large do
        count(entry, -entry.left)
        lost = Lost(entry.message, entry.length) :: lost
    lost.reverse

  /** The next frame, or null if none can be sent. By one thread at a time. */
  def poll(): Array[Byte] | Null =
    val next = drained.poll()
    if next != null then next.whole else pollNext()

  private def pollNext(): Array[Byte] | Null = synchronized:
    val table = tables.poll()
    if table != null then table
    else
      admit()
      if !short.isEmpty && (ready.isEmpty || shortTurn > 0) then pollShort()
      else if ready.isEmpty then null
      else pollLane()

  /** Lets lanes begin that may. */
  private def admit(): Unit =
    while !waiting.isEmpty && mayBegin(waiting.peek().nn) do ready.add(waiting.poll()): Unit

  private def mayBegin(lane: Lane[A]): Boolean =
    val first = lane.entries.peek()
    sent >= lane.after && (first == null || hasRoom(first))

  /** For the first piece of a large record; it takes the room. */
  private def hasRoom(entry: Entry[A]): Boolean =
    if !entry.isLarge || entry.hasBegun then true
    else
      val has = maxRecord > 0 && assembling + entry.length <= maxAssembling
      if has then
        assembling += entry.length
        streams += 1
        entry.begin(streams)
      has

  /** A large record does not take the room that others wait for. */
  private def mayFollow(entry: Entry[A]): Boolean =
    !entry.isLarge || entry.hasBegun || waiting.isEmpty && hasRoom(entry)

  private def pollShort(): Array[Byte] =
    val first = takeShort()
    // the lock costs more than a small record
    var more = if lanes.isEmpty then drainedBytes - first.length else 0
    while !short.isEmpty && short.peek.nn.length <= more do
      val next = takeShort()
      drained.add(next): Unit
      more -= next.length
    first.whole

  private def takeShort(): Entry[A] =
    val entry = short.poll().nn
    sent += 1
    if !ready.isEmpty then shortTurn -= entry.length
    count(entry, -entry.left)
    entry

  private def pollLane(): Array[Byte] | Null =
    val lane = ready.peek().nn
    val entry = lane.entries.peek()
    // it may have become too large
    if entry == null then
      endTurn(lane)
      poll()
    else
      val frame = entry.next()
      count(entry, -entry.taken)
      laneTurn -= frame.length
      if entry.left == 0 then
        lane.entries.poll(): Unit
        if entry.isLarge then assembling -= entry.length
      val following = lane.entries.peek()
      if laneTurn <= 0 || following == null || !mayFollow(following) then endTurn(lane)
      frame

  private def endTurn(lane: Lane[A]): Unit =
    ready.poll(): Unit
    val following = lane.entries.peek()
    if following == null then lanes.remove(lane.receiver): Unit
    else if mayFollow(following) then ready.add(lane): Unit
    else waiting.add(lane): Unit
    laneTurn = RecordFormat.pieceBytes
    shortTurn = RecordFormat.pieceBytes

  /** The lost messages. Not concurrent with [[poll]]. */
  def close(): List[A] = synchronized:
    closed = true
    var lost = List.empty[A]
    def lose(entries: ArrayDeque[Entry[A]]): Unit = entries.forEach: entry =>
      val message = entry.message
      if message != null then lost = message.asInstanceOf[A] :: lost
    lose(drained)
    lanes.values.nn.forEach(lane => lose(lane.entries))
    lose(short)
    List(tables, drained, short, waiting, ready).foreach(_.clear())
    lanes.clear()
    messageBytes = 0
    signalBytes = 0
    budget.give(taken)
    taken = 0
    lost.reverse
end SendQueue

private[remote] object SendQueue:
  enum Added derives CanEqual:
    case Queued, Full, Closed

    /** More bytes than the other node accepts. */
    case TooLarge

  /** A record that is not sent.
    *
    * @param message null: of a signal
    * @param length bytes of the record
    */
  final class Lost[A](val message: A | Null, val length: Int)

  /** Records to one receiver, of which one is large.
    *
    * @param after how many short records go before
    */
  private final class Lane[A](val receiver: Long, val after: Long):
    val entries = new ArrayDeque[Entry[A]]()

  /** @param head the record, or its beginning
    * @param body whose first `tail` bytes are the rest of it
    * @param message null: of a signal
    */
  private final class Entry[A](
      head: Array[Byte],
      body: Array[Byte],
      tail: Int,
      val message: A | Null,
      val isSignal: Boolean
  ):
    private var pieces: Iterator[Array[Byte]] | Null = null

    /** Bytes of the record. */
    def length: Int = head.length + tail

    /** Bytes that wait. */
    var left: Int = length

    /** Bytes of the record in the last frame. */
    var taken = 0

    def isLarge: Boolean = length > RecordFormat.maxBytes
    def hasBegun: Boolean = pieces != null
    def begin(stream: Long): Unit = pieces = RecordFormat.pieces(stream, head, body, tail)

    /** The record in one frame. */
    def whole: Array[Byte] =
      if tail == 0 then head
      else
        val all = java.util.Arrays.copyOf(head, length)
        System.arraycopy(body, 0, all, head.length, tail)
        all

    /** The next frame. */
    def next(): Array[Byte] =
      val known = pieces
      taken = if known == null then left else math.min(left, RecordFormat.pieceBytes)
      left -= taken
      if known == null then whole else known.next()
  end Entry

  private val drainedBytes = 64 << 10
  private val ownBytes = 1L << 20
  private val portionBytes = 256L << 10
end SendQueue
