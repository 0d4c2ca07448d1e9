package eddy.actor

/** Has `down(reason)` sent to this actor once, when `other` has ended; at once if it has already. */
def monitor[M](using actor: Actor[M])(other: ActorRef[?])(down: ExitReason => M): Monitor =
  val watcher = actor.cell
  val monitor = new Monitor(other, reason => watcher ! down(reason))
  other.addMonitor(monitor)
  monitor

/** A watch on another actor; see [[monitor]]. */
final class Monitor private[eddy] (other: ActorRef[?], down: ExitReason => Unit):
  // guarded by this
  private var open = true

  /** Any thread. After it has returned true, nothing will be sent. False when the message was sent before. */
  def cancel(): Boolean =
    val first = close()
    if first then other.removeMonitor(this)
    first

  private[actor] def tell(reason: ExitReason): Unit = if close() then down(reason)

  private def close(): Boolean = synchronized:
    val first = open
    open = false
    first
end Monitor
