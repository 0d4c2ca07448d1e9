package eddy.web.internal

import java.util.concurrent.atomic.AtomicLong

/** The requests that one I/O thread has admitted. Written by that thread alone, so that counting costs no
  * contention; read by the others.
  */
private[eddy] final class LoopLoad(val loop: IoLoop | Null):
  private val queuedCount = AtomicLong()
  private val openCount = AtomicLong()
  private val heldBytes = AtomicLong()

  /** Requests whose handlers were queued, since the start. */
  def queued: Long = queuedCount.getOpaque

  /** Of these, those whose answers have not begun. */
  def open: Long = openCount.getOpaque

  /** Memory of buffered bodies, also of incomplete ones. */
  def bytes: Long = heldBytes.getOpaque

  /** A handler is queued. On the I/O thread. */
  def admitted(): Unit =
    queuedCount.setOpaque(queuedCount.getPlain + 1)
    openCount.setOpaque(openCount.getPlain + 1)

  /** Its answer begins, or never will. On the I/O thread. */
  def answered(): Unit =
    openCount.setOpaque(openCount.getPlain - 1)

  /** Bodies hold so much more, or less. On the I/O thread. */
  def hold(more: Int): Unit = heldBytes.setOpaque(heldBytes.getPlain + more)
end LoopLoad
