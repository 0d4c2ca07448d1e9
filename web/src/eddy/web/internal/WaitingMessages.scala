package eddy.web.internal

import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger, AtomicLong}

/** Bounds the messages that wait for their callbacks. Any thread.
  *
  * @param resume called when half of the room is free again, after [[add]] has said that there is none
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

  /** Its callback has run. */
  def done(size: Int): Unit =
    val count = messages.decrementAndGet()
    val all = bytes.addAndGet(-size)
    if count <= maxMessages / 2 && all <= maxBytes / 2 && halted.compareAndSet(true, false) then resume()

  def waitingBytes: Long = bytes.get

  def isHalted: Boolean = halted.get
end WaitingMessages
