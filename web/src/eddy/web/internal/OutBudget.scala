package eddy.web.internal

import eddy.web.SendResult

import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong}

/** Bounds the output that waits for one client. Any thread. Each piece counts for its bytes and for the
  * objects that carry it, so that empty pieces are bounded too.
  *
  * @param drained called (from any thread) when less than half is taken again after a refusal
  */
private[eddy] final class OutBudget(limitBytes: Long, drained: () => Unit):
  private val buffered = AtomicLong()
  private val refused = AtomicBoolean()
  @volatile private var closed = false

  def bufferedBytes: Long = buffered.get

  def close(): Unit = closed = true
  def isClosed: Boolean = closed

  /** Takes room for a piece of `n` bytes; one larger than the whole limit is let through when nothing waits.
    */
  def reserve(n: Int): SendResult =
    val before = buffered.get
    val after = before + n + PieceBytes
    if closed then SendResult.Closed
    else if before > 0 && after > limitBytes then
      refused.set(true)
      // The bytes that made it full may have gone meanwhile, and then no other call would report room.
      tellIfDrained(buffered.get)
      SendResult.Full
    else if buffered.compareAndSet(before, after) then SendResult.Sent
    else reserve(n)

  /** Gives back what pieces of `n` bytes together took. */
  def release(n: Int, pieces: Int = 1): Unit = tellIfDrained(buffered.addAndGet(-n - pieces * PieceBytes))

  // a frame, its buffer and its place in the queue; a low estimate
  private inline def PieceBytes = 64L

  private def tellIfDrained(now: Long): Unit =
    if now <= limitBytes / 2 && !closed && refused.compareAndSet(true, false) then drained()
end OutBudget
