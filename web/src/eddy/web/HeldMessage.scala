package eddy.web

import java.util.concurrent.atomic.AtomicBoolean

/** A received message of which only the bytes from the wire are held until it is read: a compressed one may
  * become a thousand times as large. While it is held it counts as one that waits, and the client is read no
  * further when there are too many. Any thread.
  *
  * @param expand null when the message is malformed or too large: the socket is closed for it
  * @param over called once
  */
private[eddy] final class HeldMessage(
    val isText: Boolean,
    expand: () => Array[Byte] | Null,
    over: () => Unit
):
  private val isOver = AtomicBoolean()

  def content(): Array[Byte] | Null = expand()

  /** It is held no more. */
  def done(): Unit = if isOver.compareAndSet(false, true) then over()
