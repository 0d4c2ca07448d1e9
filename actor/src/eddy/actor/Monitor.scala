package eddy.actor

import eddy.actor.internal.OwnWatch

/** Has `down(reason)` sent to this actor once, when `other` has ended; at once if it has already. A full mailbox does not
  * refuse it. The thread that ends `other` calls `down`: it should do no more than make the message. The watch ends with
  * this actor, or, when a supervisor restarts it, with the life that made it: the next life says itself whom it watches. A
  * message that was made before stays in the mailbox, if that is kept.
  *
  * @throws IllegalArgumentException when `other` is no actor but a router, which does not end
  */
def monitor[M](using actor: Actor[M])(other: ActorRef[?])(down: ExitReason => M): Monitor =
  require(other.isOneActor, s"$other is no actor, it does not end: monitor its actors")
  val watcher = actor.cell
  val monitor = new Monitor(other, reason => watcher.deliverAnyway(down(reason)))
  watcher.more.watches.addOwn(monitor)
  other.addMonitor(monitor)
  monitor

/** A watch on another actor; see [[monitor]]. */
final class Monitor private[eddy] (other: ActorRef[?], down: ExitReason => Unit) extends OwnWatch:
  // written under the lock of this
  @volatile private var open = true

  private[actor] def isOpen: Boolean = open

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
