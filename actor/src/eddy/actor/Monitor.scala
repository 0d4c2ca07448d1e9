package eddy.actor

import eddy.actor.internal.signal.OwnWatch

/** A watch on another actor; see [[monitor]].
  *
  * @param watcher receives what `down` makes: its messages from the other actor arrive before; null: unknown
  */
final class Monitor private[eddy] (
    other: ActorRef[?],
    down: ExitReason => Unit,
    private[eddy] val watcher: ActorRef[?] | Null = null
) extends OwnWatch:
  // written under the lock of this
  @volatile private var open = true

  private[eddy] def isOpen: Boolean = open

  /** Any thread. After it has returned true, nothing will be sent. False when the message was sent before. */
  def cancel(): Boolean =
    val first = close()
    if first then other.removeMonitor(this)
    first

  private[eddy] def tell(reason: ExitReason): Unit = if close() then down(reason)

  private def close(): Boolean = synchronized:
    val first = open
    open = false
    first
end Monitor
