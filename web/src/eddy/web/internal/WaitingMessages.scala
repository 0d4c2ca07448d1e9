package eddy.web.internal

import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger, AtomicLong}

/** Bounds the messages that wait for their handlers. Any thread.
  *
  * @param resume called when half of the room is free again, after [[add]] has found no room
  */
private[eddy] final class WaitingMessages(maxMessages: Int, maxBytes: Int, resume: () => Unit):
  private val messages = AtomicInteger()
  private val bytes = AtomicLong()
  private val halted = AtomicBoolean() // no more is read until there is room

  /** A message waits now.
    * @return false when no more should be read for now
    */
  def add(size: Int): Boolean =
    val count = messages.incrementAndGet()
    val all = bytes.addAndGet(size)
    val full = count >= maxMessages || all >= maxBytes
    if full then halted.set(true)
    !full

  /** Its handler has run. */
  def done(size: Int): Unit =
    messages.decrementAndGet(): Unit
    bytes.addAndGet(-size): Unit
    // both as they are now: of two threads here the last one must see room in both
    val hasRoom = messages.get <= maxMessages / 2 && bytes.get <= maxBytes / 2
    if hasRoom && halted.compareAndSet(true, false) then resume()

  def waitingBytes: Long = bytes.get

  def isHalted: Boolean = halted.get
end WaitingMessages
