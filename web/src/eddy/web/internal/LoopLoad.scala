package eddy.web.internal

import java.util.concurrent.atomic.AtomicLong

/** The requests that one I/O thread has admitted. Written by that thread alone, so that counting costs no contention; read
  * by the others.
  */
private[eddy] final class LoopLoad(val loop: IoLoop | Null):
  private val queuedCount = AtomicLong()
  private val openCount = AtomicLong()
  private val openBytes = AtomicLong()

  /** Requests whose callbacks were queued, since the start. */
  def queued: Long = queuedCount.getOpaque

  /** Of these, those whose answers have not begun. */
  def open: Long = openCount.getOpaque

  /** What the bodies of these hold. */
  def bytes: Long = openBytes.getOpaque

  /** A callback is queued. On the I/O thread. */
  def admitted(bodyBytes: Int): Unit =
    queuedCount.setOpaque(queuedCount.getPlain + 1)
    openCount.setOpaque(openCount.getPlain + 1)
    if bodyBytes > 0 then openBytes.setOpaque(openBytes.getPlain + bodyBytes)

  /** Its answer begins, or never will. On the I/O thread. */
  def answered(bodyBytes: Int): Unit =
    openCount.setOpaque(openCount.getPlain - 1)
    if bodyBytes > 0 then openBytes.setOpaque(openBytes.getPlain - bodyBytes)
end LoopLoad
