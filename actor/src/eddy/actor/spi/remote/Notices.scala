package eddy.actor.spi.remote

import eddy.actor.internal.signal.OwnWatch
import eddy.actor.{Actor, ActorRef, ExitReason, Monitor}

import java.util.concurrent.atomic.AtomicReference

/** Notices to one life of an actor, sent by threads that must not wait: a full mailbox does not reject them,
  * and slows nobody. A failure of the function that makes the message is reported, and is the actor's alone.
  */
private[eddy] object Notices:
  /** The address of the actor itself. */
  def addressOf(actor: Actor[?]): ActorRef[?] = actor.cell

  /** Sends `notice(event)` for each event of a source, until the watch is closed or this life ends. Called by
    * the actor.
    *
    * @param listen begins to pass events on; closing what it returns ends that
    */
  def watch[M, E](actor: Actor[M], what: String, notice: E => M)(
      listen: (E => Unit) => AutoCloseable
  ): AutoCloseable =
    val watcher = actor.cell
    val watch = new Watch
    watch.begin:
      listen: event =>
        if watch.isOpen then
          try watcher.deliverAnyway(notice(event))
          catch
            case cause: Throwable =>
              watcher.system.engine.report(cause, s"the notice of $watcher about $what")
    watcher.coldState.watches.addOwn(watch)
    watch

  /** A monitor for this life of the actor, on an actor that does not exist yet. Called by the actor. */
  def monitor[M](actor: Actor[M], other: ActorRef[?], down: ExitReason => M): Monitor =
    val watcher = actor.cell
    val monitor = new Monitor(other, reason => watcher.deliverAnyway(down(reason)), watcher)
    watcher.coldState.watches.addOwn(monitor)
    monitor

  private final class Watch extends OwnWatch, AutoCloseable:
    // null: not yet; this: closed
    private val source = new AtomicReference[AutoCloseable | Null](null)

    private[eddy] def isOpen: Boolean = source.get ne this

    def begin(listening: AutoCloseable): Unit =
      if !source.compareAndSet(null, listening) then listening.close()

    def cancel(): Boolean =
      val before = source.getAndSet(this)
      if before != null && (before ne this) then before.close()
      before ne this

    def close(): Unit = cancel(): Unit
  end Watch
end Notices
