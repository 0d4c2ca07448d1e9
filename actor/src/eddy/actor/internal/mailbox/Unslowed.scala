package eddy.actor.internal.mailbox

/** Sends that must not wait for room, because the thread is not the sender's own: that of a timer, or one
  * that completes a future. A full mailbox that would slow them refuses the message.
  */
private[actor] object Unslowed:
  private val sending = new ThreadLocal[Unslowed.type | Null]

  inline def apply(inline send: Unit): Unit =
    val before = sending.get
    sending.set(this)
    try send
    finally sending.set(before)

  /** Whether the calling thread must not be slowed. */
  def isHere: Boolean = sending.get != null
