package eddy.actor

import eddy.actor.internal.ActorCell

import scala.annotation.implicitNotFound

/** The actor whose body or reaction is running: the permission to `react`, to ask for `self`, to [[monitor]].
  *
  * Given inside `actor { … }`. It must not leave the actor: hand out `self` instead.
  */
@implicitNotFound(
  "this works only inside an actor: write it within actor[${M}] { … }, or give the method a (using Actor[${M}]) clause"
)
trait Actor[M] private[actor] ():
  private[actor] def cell: ActorCell[M]

/** Starts an actor and returns at once; `body` runs soon, on a worker of the system's engine, and says how it begins.
  *
  * An actor is no thread: while it waits it is an object and a closure. Its reactions never run at the same time, and
  * each sees what the ones before it wrote. A reaction that throws ends this actor only; it is reported, and its
  * monitors are told ([[ExitReason.Failed]]). Reactions may block.
  */
def actor[M](body: Actor[M] ?=> Behavior[M])(using system: ActorSystem): ActorRef[M] =
  ActorCell.start(system, null, body(using _))

/** As [[actor]], with a name for reports and for people who look. Names need not be unique. */
def actorNamed[M](name: String)(body: Actor[M] ?=> Behavior[M])(using system: ActorSystem): ActorRef[M] =
  ActorCell.start(system, name, body(using _))

/** The actor itself, to be sent to others. */
def self[M](using actor: Actor[M]): ActorRef[M] = actor.cell

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
