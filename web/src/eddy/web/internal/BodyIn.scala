package eddy.web.internal

import java.nio.ByteBuffer
import java.util.ArrayDeque
import scala.concurrent.duration.DurationInt

import io.netty.buffer.{ByteBuf, Unpooled}

/** How a streamed body has ended. */
private[eddy] enum BodyEnd:
  case Whole
  case Broken(cause: Throwable)

/** A streamed body between the I/O thread that brings its bytes and the one reader that takes them, of any
  * thread.
  *
  * {{{
  *   I/O thread: offer*, then finish or fail -> pieces -> reader: poll, want, ending
  *   I/O thread: isFull? reads no more       <- wanted <- reader
  * }}}
  * Knows nothing of how bodies are framed.
  */
private[eddy] final class BodyIn(capacity: Int, clock: BodyClock, source: BodySource):
  // All guarded by this. `end` is set at most once; after it nothing is added. Pieces are left only if it is
  // Whole.
  private val pieces = ArrayDeque[BodyPiece]()
  private var buffered = 0
  private var received = 0L
  private var end: BodyEnd | Null = null
  private var wake: (() => Unit) | Null = null
  private var claimed = false
  private var released = false
  private var paused = false
  private var asked = false
  private var touched = System.nanoTime

  // -------------------------------------------------------------------------------------------- I/O thread

  /** Adds what is readable in `in`; dropped when it will not be read. */
  def offer(in: ByteBuf): Unit =
    val told = synchronized:
      val n = in.readableBytes
      received += n
      val waited = clock.isRunning
      clock.stop(System.nanoTime)
      if end != null || released then
        // dropped bytes still count as awaited
        if waited then clock.start(System.nanoTime)
        null
      else if n == 0 then null
      else
        val last = pieces.peekLast
        if last == null || !last.append(in) then pieces.addLast(BodyPiece(in))
        buffered += n
        listener()
    if told != null then told()

  /** All has come. */
  def finish(): Unit = ended(BodyEnd.Whole)

  /** The rest will not come. Bytes not yet taken are dropped. */
  def fail(cause: Throwable): Unit = ended(BodyEnd.Broken(cause))

  /** As [[fail]], while the rest still comes and is dropped: its sender is to be quick all the same. */
  def failAndDrop(cause: Throwable): Unit =
    fail(cause)
    synchronized(clock.start(System.nanoTime))

  /** Whether the client must not be read on now: [[BodySource.wanted]] is then called when it may be. */
  def isFull: Boolean = synchronized:
    // Once paused it stays full until the reader makes room and notifies the source. Bytes that were read
    // before the pause may still come, and find less in the buffer than its capacity.
    paused = end == null && (released || paused || buffered >= capacity)
    paused

  /** Whether the reader has ever waited for bytes. */
  def isWanted: Boolean = synchronized(asked)

  /** The client could not send, as its connection was not read. */
  def excuse(now: Long): Unit = synchronized(clock.excuse(now))

  def isTooSlow(now: Long): Boolean = synchronized(clock.isOver(now, received))

  /** When the reader last did something; waiting for the client counts as doing. */
  def activeNanos(now: Long): Long = synchronized(if clock.isRunning then now else touched)

  private def ended(how: BodyEnd): Unit =
    val told = synchronized:
      if end != null then null
      else
        end = how
        clock.stop(System.nanoTime)
        how match
          case BodyEnd.Whole => ()
          case BodyEnd.Broken(_) => drop()
        listener()
    if told != null then told()

  // -------------------------------------------------------------------------------------------- reader

  /** Makes the caller the reader, whom `wake` is to tell of bytes and of the end (from any thread, perhaps
    * for nothing).
    * @return false when there is one already
    */
  def claim(wake: () => Unit): Boolean = synchronized:
    val first = !claimed
    if first then
      claimed = true
      this.wake = wake
    first

  /** The next piece, if there is one. */
  def poll(): ByteBuffer | Null =
    val (piece, room) = synchronized:
      touched = System.nanoTime
      val first = pieces.pollFirst
      if first == null then (null, false)
      else
        buffered -= first.size
        val room = paused && buffered <= capacity / 2
        if room then paused = false
        (first.toBuffer, room)
    if room then source.wanted()
    piece

  /** The end, once every piece has been taken. */
  def ending: BodyEnd | Null = synchronized(if pieces.isEmpty then end else null)

  /** The reader waits for the client. */
  def want(): Unit =
    val first = synchronized:
      val waits = end == null && pieces.isEmpty && !released
      if waits then clock.start(System.nanoTime)
      val first = waits && !asked
      if first then asked = true
      first
    // later it is the room in the buffer that decides
    if first then source.wanted()

  def bufferedBytes: Int = synchronized(buffered)

  /** Waits until there is a piece or the end; for a reader that may block. */
  def await(): Unit = synchronized:
    while pieces.isEmpty && end == null do wait()

  /** The reader wants no more. */
  def release(): Unit =
    synchronized:
      released = true
      wake = null
      // a body that is dropped has its clock on
      if end == null then clock.stop(System.nanoTime)
      drop()
    source.unwanted()

  // under the lock
  private def listener(): (() => Unit) | Null =
    notifyAll()
    wake

  private def drop(): Unit =
    pieces.clear()
    buffered = 0
end BodyIn

private[eddy] object BodyIn:
  /** A body that has arrived already. */
  def of(bytes: Array[Byte]): BodyIn =
    val body = BodyIn(Int.MaxValue, BodyClock(Int.MaxValue.seconds, 1), BodySource.None)
    body.offer(Unpooled.wrappedBuffer(bytes))
    body.finish()
    body
